import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REJECTED = [
  'new Date(2026, 1, 2)',
  'new Date(2026, 1, 2, 3, 4, 5)',
  "new Date('2026-01-01T09:00')",
  "new Date('2026-01-01 09:00:00')",
  'new Date(`${day}T09:00:00`)',
  'new Date(`${day}T${time}`)',
  'Date.parse(`${day}T09:00`)',
  'Date()',
  'moment.getHours()',
  'moment.getDay()',
  'moment.setDate(3)',
  'moment.getTimezoneOffset()',
  'moment.toString()',
  'moment.toDateString()',
  'moment.toLocaleString()',
  "moment.toLocaleString('en-US')",
  "moment.toLocaleDateString('en-US', { dateStyle: 'medium' })",
  "moment.toLocaleTimeString('en-US')",
  'Intl.DateTimeFormat()',
  "new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })",
];

const ACCEPTED = [
  'new Date()',
  'new Date(12)',
  'new Date(moment)',
  'new Date(day)',
  "new Date('2026-01-01')",
  'new Date(`${day}T09:00Z`)',
  'new Date(`${day}T09:00:00.000Z`)',
  'new Date(`${day}T09:00:00+02:00`)',
  'Date.parse(`${day}T00:00:00-06:00`)',
  'new Date(Date.UTC(2026, 1, 2))',
  'moment.getUTCHours()',
  'moment.toISOString()',
  "moment.toLocaleDateString('en-US', { timeZone: 'UTC' })",
  "(12345).toLocaleString('en-US')",
  "new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' })",
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'host-zone-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The lines that the linter rejects, with the project's options. */
async function lint(lines: string[]): Promise<string[]> {
  const tsconfig = { extends: resolve('tsconfig.base.json'), include: ['*.ts', resolve('hostZone.d.ts')] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const text = [
    'declare const day: string, time: string, moment: Date;',
    ...lines.map((one) => `void ${one};`),
  ];
  await writeFile(join(folder, 'uses.ts'), text.join('\n'));
  const options = ['--config', resolve('.oxlintrc.json'), '--format', 'json'];
  const run = promisify(execFile)(resolve('node_modules/.bin/oxlint'), options, { cwd: folder });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  type Report = { diagnostics: { code: string; labels: { span: { line: number } }[] }[] };
  const { diagnostics } = JSON.parse(stdout) as Report;
  const deprecated = diagnostics.filter(({ code }) => code.includes('no-deprecated'));
  return deprecated.map(({ labels: [label] }) => lines[(label?.span.line ?? 0) - 2] ?? '');
}

test('the linter rejects what depends on the zone of the host, and nothing else', async () => {
  expect(await lint([...REJECTED, ...ACCEPTED])).toEqual(REJECTED);
});
