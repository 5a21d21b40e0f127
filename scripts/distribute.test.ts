import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '#tests/support/helpers/process.ts';

// Refusals with a database: tests/citus/distribute.test.ts.

test('npm run distribute exits with 1 and names DATABASE_URL when it is missing', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'quarterhour-distribute-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const { code, output } = await runProgram({ DATA_DIR }, ['scripts/distribute.ts']);
  expect({ code, output: output.trim() }).toEqual({
    code: 1,
    output: expect.stringContaining('DATABASE_URL: set the address of the coordinator') as string,
  });
  expect(output).not.toContain('    at ');
});
