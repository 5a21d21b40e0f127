/** `npm run test:fuzz`, `test:partitioned`, `test:pooled`, `test:citus`: API tests in another setting. Arguments are files to run. */

import { runVitest, moveTemporaryFilesToMemory } from './runProgram.mjs';

moveTemporaryFilesToMemory();

const variants = {
  /** Random requests for each endpoint. FUZZ_CASES is their number, FUZZ_SEED repeats a run. */
  fuzz: {
    projects: ['api-postgres', 'api-embedded'],
    env: { FUZZ_CASES: process.env.FUZZ_CASES ?? '2000' },
    files: ['tests/api/fuzz.test.ts'],
  },
  /** Every tenant table partitioned by hash of `business_id`. */
  partitioned: { projects: ['api-postgres'], env: { TEST_POSTGRES: 'partitioned' } },
  /** Behind pgbouncer in transaction mode, with one connection. */
  pooled: { projects: ['api-postgres'], env: { TEST_POSTGRES: 'pooled' } },
  /** On a Citus cluster: the one of CITUS_URL, or a local one. */
  citus: { projects: ['citus', 'api-postgres', 'races'], env: { TEST_POSTGRES: 'citus' } },
};

const [name, ...args] = process.argv.slice(2);
const { projects, env, files = [] } = variants[name];
const { failed, output } = await runVitest(name, projects, { env, args: args.length > 0 ? args : files });
console.log(output.trimEnd());
process.exitCode = failed === 0 ? 0 : 1;
