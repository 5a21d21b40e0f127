/**
 * `npm run test:partitioned`, `npm run test:pooled`: the whole API suite on another shape of PostgreSQL, each table of a
 * business partitioned by hash of `business_id`, or behind pgbouncer in transaction mode with one connection. Words
 * behind `--` are files to run instead of all.
 */
import { bootstrap } from './bootstrap.mjs';
import { workInMemory } from './inMemory.mjs';
import { run } from './run.mjs';

await bootstrap();
workInMemory();
const [TEST_POSTGRES, ...files] = process.argv.slice(2);
const { code, output } = await run(['vitest', 'run', '--project', 'api-postgres', ...files], {
  TEST_POSTGRES,
});
console.log(output.trimEnd());
process.exitCode = code === 0 ? 0 : 1;
