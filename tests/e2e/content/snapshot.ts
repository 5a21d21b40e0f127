/** Compares screens with their stored aria snapshots. */

import type { Locator } from '@playwright/test';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from '#tests/support/helpers/appFixture.ts';

/** Texts that differ in each run: unique names, dates, times and days until today. */
const VARIABLE = [
  '-[0-9a-f]{10}',
  '[A-Z][a-z]{2} \\d{1,2}(?:, \\d{4})?',
  '[A-Z][a-z]+ \\d{4}',
  '\\d{4}-\\d{2}-\\d{2}',
  '\\d{1,2}:\\d{2} [AP]M',
  '\\d+ days',
];
const VARIABLE_URL = ['\\d+', '-[0-9a-f]{10}'];

/**
 * Expects an area to match the snapshot of this name. `playwright test --update-snapshots` stores it again.
 * @param required the labels of the fields that have to be filled in
 */
export async function expectSnapshot(area: Locator, name: string, required?: string[]): Promise<void> {
  const file = `${name}.aria.yml`;
  await expect(area).toBeVisible();
  if (test.info().config.updateSnapshots === 'changed') {
    const path = test.info().snapshotPath(file, { kind: 'aria' });
    await mkdir(dirname(path), { recursive: true });
    // Otherwise the loading state of a screen would be stored.
    let snapshot = '';
    await expect(async () => {
      const previous = snapshot;
      snapshot = await area.ariaSnapshot();
      expect(snapshot).toBe(previous);
    }).toPass({ intervals: [500] });
    await writeFile(path, `${snapshot.split('\n').map(generalize).join('\n')}\n`);
  }
  await expect(area).toMatchAriaSnapshot({ name: file });
  if (!required) return;
  const labels = await area
    .locator('[aria-required=true]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).labels?.[0]?.textContent));
  expect(labels.map((label) => label?.replace('*', ''))).toEqual(required);
}

/** A line of a snapshot with patterns in place of texts that differ in each run. */
function generalize(line: string): string {
  const [, dash = '', rawKey = '', rest = '', value] =
    /^(\s*- )('(?:[^']|'')*'|.*?)(:(?: (.*))?)?$/.exec(line) ?? [];
  const key = rawKey.startsWith("'") ? rawKey.slice(1, -1).replaceAll("''", "'") : rawKey;
  const general = key.replace(/"(?:[^"\\]|\\.)*"/, (text) => toPattern(JSON.parse(text) as string) ?? text);
  const start = general === key ? dash + rawKey : `${dash}'${general.replaceAll("'", "''")}'`;
  if (value === undefined) return start + rest;
  const text = value.startsWith('"') ? (JSON.parse(value) as string) : value;
  const pattern = toPattern(text, key === '/url' ? VARIABLE_URL : VARIABLE);
  return pattern === undefined ? start + rest : `${start}: '${pattern.replaceAll("'", "''")}'`;
}

/** A regular expression for a text with variable parts. */
function toPattern(text: string, variable = VARIABLE): string | undefined {
  const parts = text.split(new RegExp(`(${variable.join('|')})`));
  if (parts.length === 1) return undefined;
  const sources = parts.map((part, index) =>
    index % 2 === 0
      ? part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
      : variable.find((source) => new RegExp(`^(?:${source})$`).test(part)),
  );
  return `/${sources.join('')}/`;
}
