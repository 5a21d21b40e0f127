/**
 * `npm run test:faults`: 1000 faults between the server and PostgreSQL, at statements chosen by a seed. FAULT_ROUNDS
 * makes more or fewer, FAULT_SEED repeats the run that named it.
 */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap();
const { code, output } = await run(['vitest', 'run', '--project', 'faults', 'tests/faults/seeded.test.ts'], {
  FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '1000',
});
console.log(output.trimEnd());
process.exitCode = code === 0 ? 0 : 1;
