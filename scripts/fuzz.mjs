/**
 * `npm run test:fuzz`: 2000 random requests for each endpoint, on PostgreSQL and on the embedded database. FUZZ_CASES
 * sends another number, FUZZ_SEED repeats the run that named it.
 */
import { bootstrap } from './bootstrap.mjs';
import { run } from './run.mjs';

await bootstrap();
const projects = ['--project', 'api-postgres', '--project', 'api-embedded'];
const { code, output } = await run(['vitest', 'run', ...projects, 'tests/api/fuzz.test.ts'], {
  FUZZ_CASES: process.env.FUZZ_CASES ?? '2000',
});
console.log(output.trimEnd());
process.exitCode = code === 0 ? 0 : 1;
