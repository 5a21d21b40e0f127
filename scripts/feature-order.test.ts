import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { featureOrder } from './feature-order.ts';

test('docs/architecture.md lists the features in the enforced order', () => {
  const table = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm);
  expect([...table].map(([, name]) => name)).toEqual(featureOrder);
});
