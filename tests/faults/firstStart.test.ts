/** The first `npm start` of a clone, which builds, compared with the second, which finds everything built. */

import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyTemplate } from '#tests/setup/database.ts';
import { runProgram, startProduct } from '#tests/support/helpers/process.ts';

/** The files of a clone that a start needs, beside the packages. */
const NEEDED = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'scripts',
  'src',
  'db',
];

let clone: string;
let dataDir: string;
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'quarterhour-clone-'));
  for (const name of NEEDED) await cp(name, join(clone, name), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'));
  dataDir = await copyTemplate();
});
afterEach(() => Promise.all([clone, dataDir].map((folder) => rm(folder, { recursive: true }))));

/** Starts the clone, and returns what a user, a proxy and the operator see of it. */
async function observeStart(environment: Record<string, string>) {
  const product = await startProduct(environment, join(clone, 'scripts/start.mjs'));
  const config = (await (await fetch(`${product.url}/api/config`)).json()) as unknown;
  const page = await (await fetch(product.url)).text();
  const variables = await readFile(`/proc/${product.child.pid}/environ`, 'utf8');
  expect(await product.end('SIGTERM')).toBe(0);
  const lines = product
    .output()
    .replaceAll(new URL(product.url).port, 'PORT')
    .split('\n')
    .filter((line) => !/^Built the (server|web) in /.test(line));
  return {
    hasBuilt: /^Built the web in /m.test(product.output()),
    observed: {
      config,
      page,
      // Each process puts the commands of the packages first, unless they are there.
      variables: variables.replace(`${clone}/node_modules/.bin:`, '').split('\0').toSorted(),
      log: lines.map(dropVariableParts),
    },
  };
}

/** A line of the log without what differs between any two starts. */
function dropVariableParts(line: string): unknown {
  if (!line.startsWith('{')) return line;
  const {
    time: _time,
    pid: _pid,
    ms: _ms,
    requestId: _id,
    ...rest
  } = JSON.parse(line) as Record<string, unknown>;
  return rest;
}

const VALUES =
  process.env['TESTS'] === 'all' ? [undefined, '', 'development', 'test', 'production'] : ['development'];

test.runIf(process.platform === 'linux').each(VALUES)(
  'the first start of a clone with NODE_ENV=%s has the config, log and environment of the second [10.7.16]',
  async (NODE_ENV) => {
    const isProduction = NODE_ENV === 'production';
    const environment = {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      RATE_LIMITS: isProduction ? 'on' : 'off',
      // A build replaces both for itself.
      MALLOC_ARENA_MAX: '2',
      RAYON_NUM_THREADS: '3',
      ...(NODE_ENV !== undefined && { NODE_ENV }),
    };
    const first = await observeStart(environment);
    const second = await observeStart(environment);
    expect([first.hasBuilt, second.hasBuilt]).toEqual([true, false]);
    expect(first.observed).toEqual(second.observed);
    expect(first.observed.config).toMatchObject({ payments: isProduction ? 'none' : 'sandbox' });
    const expected = Object.entries(environment).map((pair) => pair.join('='));
    expect(first.observed.variables).toEqual(expect.arrayContaining(expected));
    expect(first.observed.variables.some((one) => one.startsWith('NODE_ENV='))).toBe(NODE_ENV !== undefined);
  },
);

test.runIf(process.env['TESTS'] === 'all')(
  'the first start of a clone names the same mistakes in settings as the second [10.7.2]',
  async () => {
    const program = [join(clone, 'scripts/start.mjs')];
    const environment = { DATA_DIR: dataDir, NODE_ENV: 'production', RATE_LIMITS: 'off' };
    const first = await runProgram(environment, program);
    const second = await runProgram(environment, program);
    expect(second).toMatchObject({ code: 1, output: 'RATE_LIMITS: off is refused in production\n' });
    expect([first.code, first.output.split('\n').slice(-2)]).toEqual([
      1,
      second.output.split('\n').slice(-2),
    ]);
  },
);
