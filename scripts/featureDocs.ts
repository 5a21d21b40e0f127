/** The table and the picture of the features in docs/architecture.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { comesLater, featureContents, featureOrder } from './feature-order.ts';
import { listImports } from './importGraph.ts';
import { type Finding, isTest, lineAt, readSources, type Source } from './sources.ts';

const PAGE = 'docs/architecture.md';
const SECTION = /(<!-- features: .* -->\n)[^]*(<!-- \/features -->)/;

type Uses = Map<string, Set<string>>;

/** Maps each feature to those that its sources import. */
export function listUses(sources: Source[]): Uses {
  const uses: Uses = new Map();
  for (const source of sources) {
    const [, feature] = /^src\/features\/([^/]+)\//.exec(source.path) ?? [];
    if (feature === undefined || isTest(source.path)) continue;
    for (const { target } of listImports(source)) {
      const [, used] = /^#features\/([^/]+)\//.exec(target) ?? [];
      if (used === undefined || used === feature) continue;
      uses.set(feature, (uses.get(feature) ?? new Set()).add(used));
    }
  }
  return uses;
}

/** Searches what a feature uses, directly or through others, for another feature. */
function reaches(uses: Uses, from: string, to: string): boolean {
  return [...(uses.get(from) ?? [])].some((used) => used === to || reaches(uses, used, to));
}

/** Renders the section: the table in order, and an arrow to each feature that is not reached through another one. */
export function renderFeatures(uses: Uses): string {
  const arrows = featureOrder.flatMap((feature) => {
    const used = [...(uses.get(feature) ?? [])].filter((one) => comesLater(feature, one));
    const direct = used.filter((one) => !used.some((other) => reaches(uses, other, one)));
    return direct
      .toSorted((one, other) => Number(comesLater(one, other)) - Number(comesLater(other, one)))
      .map((one) => `  ${feature} --> ${one}`);
  });
  const rows = featureOrder.map((feature) => `| \`${feature}\` | ${featureContents[feature]} |`);
  const table = ['', '| Feature | Contents |', '|---|---|', ...rows];
  const text = 'An arrow leads to what a feature builds on; what that one builds on has no arrow of its own.';
  return [...table, '', text, '', '```mermaid', 'flowchart BT', ...arrows, '```', '', ''].join('\n');
}

const render = (page: string, sources: Source[]): string =>
  page.replace(SECTION, (_, start: string, end: string) => start + renderFeatures(listUses(sources)) + end);

/** Finds a page that differs from the code. */
export function checkFeatureDocs(sources: Source[], page = readFileSync(PAGE, 'utf8')): Finding[] {
  if (SECTION.test(page) && render(page, sources) === page) return [];
  const line = lineAt(page, page.indexOf('<!-- features:'));
  return [
    { path: PAGE, line, what: 'does not have the features as they are', hint: 'write it with npm run docs' },
  ];
}

/** Writes the section. */
export function writeFeatureDocs(): void {
  const sources = readSources('.', ['src/features'], ['.ts', '.tsx']);
  writeFileSync(PAGE, render(readFileSync(PAGE, 'utf8'), sources));
}
