import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { features } from './contract.ts';

const HAPROXY = 'deploy/haproxy.cfg';

/** `npx vitest run src/app/contract.test.ts --update` writes the paths after a change of the contracts. */
test('haproxy.cfg has the generated paths of GET endpoints that must not be retried', async () => {
  const paths = features
    .flatMap(({ contract }) => Object.entries(contract))
    .filter(([, { recorded }]) => recorded)
    .map(([name]) => name.replace('GET /api/', '').replace(/:\w+/g, '[^/]+'))
    .toSorted();
  const rule = `http-request disable-l7-retry if { path_reg ^/api/(${paths.join('|')})$ }`;
  const generated = readFileSync(HAPROXY, 'utf8').replace(/http-request disable-l7-retry if .*/, () => rule);
  expect(generated).toContain(rule);
  await expect(generated).toMatchFileSnapshot(`../../${HAPROXY}`);
});
