import { expect, test } from 'vitest';
import { checkFeatureDocs, listUses, renderFeatures } from './featureDocs.ts';

const importing = (path: string, ...targets: string[]) => ({
  path: `src/features/${path}`,
  text: targets.map((target) => `import type { X } from '#features/${target}/contract.ts';`).join('\n'),
});
const sources = [
  importing('notes/server/reads.ts', 'clients', 'people', 'businesses'),
  importing('clients/web/queries.ts', 'people', 'clients'),
  importing('people/rules.ts', 'businesses'),
  importing('people/rules.test.ts', 'notes'),
];

test('the picture has an arrow to each feature that is not reached through another one, and none of tests', () => {
  const arrows = renderFeatures(listUses(sources))
    .split('\n')
    .filter((line) => line.includes('-->'));
  expect(arrows).toEqual(['  people --> businesses', '  clients --> people', '  notes --> clients']);
});

test('the check finds a page that differs from the code, or has no section', () => {
  const page = `# Page\n<!-- features: written -->\n${renderFeatures(listUses(sources))}<!-- /features -->\n`;
  expect(checkFeatureDocs(sources, page)).toEqual([]);
  expect(checkFeatureDocs(sources, page.replace('| `people` |', '| `persons` |'))).toMatchObject([
    { line: 2 },
  ]);
  expect(checkFeatureDocs(sources.slice(1), page)).toHaveLength(1);
  expect(checkFeatureDocs(sources, '# Page')).toHaveLength(1);
});
