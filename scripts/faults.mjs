/**
 * `npm run test:faults`: 1000 faults between the server and PostgreSQL, at statements chosen by a seed, and as many
 * between it and the places of files, mails and cards; a migration that is cut off at each of its statements; 100 kills
 * of the embedded database in the middle of writes; and what else `npm run test:all` has of faults. FAULT_ROUNDS and KILL_ROUNDS make more or fewer, FAULT_SEED
 * repeats the faults of the run that named it.
 */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap();
const { code, output } = await run(['vitest', 'run', '--project', 'faults'], {
  TESTS: 'all',
  FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '1000',
  KILL_ROUNDS: process.env.KILL_ROUNDS ?? '100',
});
console.log(output.trimEnd());
process.exitCode = code === 0 ? 0 : 1;
