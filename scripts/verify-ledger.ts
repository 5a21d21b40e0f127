/**
 * `npm run verify:ledger`: proves that every client's units follow from the ledger. Reads the settings of
 * the server; the embedded database must not be in use. Ends with 1 at the first client that is wrong.
 */
import { verifyLedger } from '../src/features/units/server/verifyReads.ts';
import { prove } from './verify.ts';

await prove(
  verifyLedger,
  ({ movements, clients, businesses }) =>
    `The ledger is right: ${movements} movements of ${clients} clients in ${businesses} businesses.`,
);
