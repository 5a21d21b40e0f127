/**
 * `npm run verify:audit`: proves that no row of any audit log is missing, changed or out of its chain. Reads the
 * settings of the server; the embedded database must not be in use. Ends with 1 at the first row that is wrong.
 */
import { verifyAudit } from '../src/features/audit/server/verifyReads.ts';
import { prove } from './verify.ts';

await prove(
  verifyAudit,
  ({ rows, businesses }) => `The audit logs are right: ${rows} rows in ${businesses} businesses.`,
);
