/** Checks the file names, links and function names in the documentation. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, readSources } from './sources.ts';

const documents = readSources('.', ['README.md', 'docs', 'src', 'tests', 'deploy'], ['.md']);
const files = listFiles('.', ['src', 'tests', 'scripts', 'bench', 'deploy', 'db']);

/** The files with this path, or whose path ends with it. */
const locate = (name: string) => files.filter((path) => `/${path}`.endsWith(`/${name}`));

/** The names of source files in a text, without endings such as `….test.ts`. */
const listFileNames = (text: string): string[] =>
  Array.from(text.matchAll(/(?<![\w…*./-])[\w-][\w./-]*\.(?:tsx?|mjs|cfg|ini)\b/g), ([name]) => name);

test.each(documents.map(({ path, text }) => [path, text]))('%s names only files that exist', (path, text) => {
  const links = Array.from(text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, target = '']) => target);
  const isBroken = (link: string) => !/^\w+:/.test(link) && !existsSync(join(dirname(path), link));
  const isMissing = (name: string) => !existsSync(name) && locate(name).length === 0;
  expect([...links.filter(isBroken), ...listFileNames(text).filter(isMissing)]).toEqual([]);
});

describe('docs/architecture.md', () => {
  const sections = readFileSync('docs/architecture.md', 'utf8').split('\n## ');
  const traces = ['Units of a note', 'From a session cookie', 'A note kept without a network'].map(
    (title) => sections.find((section) => section.startsWith(title))?.match(/^\d+\. .*/gm) ?? [],
  );

  test('traces each of three paths in at most 15 hops', () => {
    for (const hops of traces) {
      expect(hops.length).toBeGreaterThan(0);
      expect(hops.length).toBeLessThanOrEqual(15);
    }
  });

  test('names in each hop only what the files of the hop contain', () => {
    const findings = traces.flat().flatMap((hop) => {
      const code = listFileNames(hop)
        .flatMap(locate)
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n');
      const names = Array.from(hop.matchAll(/`(\w+)`/g), ([, name = '']) => name);
      const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
      return names.length === 0 ? [`no function in: ${hop}`] : missing.map((name) => `${name} in: ${hop}`);
    });
    expect(findings).toEqual([]);
  });
});
