import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { features } from './contract.ts';

test('haproxy sends no GET again that is recorded in the audit log', () => {
  const paths = features
    .flatMap(({ contract }) => Object.entries(contract))
    .filter(([, { recorded }]) => recorded)
    .map(([name]) => name.replace('GET /api/', '').replace(/:\w+/g, '[^/]+'))
    .toSorted();
  expect(readFileSync('deploy/haproxy.cfg', 'utf8')).toContain(
    `http-request disable-l7-retry if { path_reg ^/api/(${paths.join('|')})$ }\n`,
  );
});
