/**
 * `npm run verify`: proves a whole database. Every client's units follow from the ledger, no row of an audit log is
 * missing or changed, every signed note is what was signed, and the audit logs hold what was kept of them elsewhere.
 * Reads the settings of the server; an embedded database must not be in use. Ends with 1 and names the first bad row
 * of each kind. `npm run verify -- ledger` proves a part: ledger, audit, notes, ends.
 */
import { expectedError, prove, PROOFS, settingsWithDatabase } from './verification.ts';

const names = process.argv.slice(2);
const unknown = names.filter((word) => !Object.hasOwn(PROOFS, word));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(PROOFS).join(', ')}`);
  process.exit(2);
}
const chosen = Object.entries(PROOFS).filter(([word]) => names.length === 0 || names.includes(word));
try {
  await prove(
    settingsWithDatabase(),
    chosen.map(([, verification]) => verification),
  );
} catch (error) {
  console.error(expectedError(error));
  process.exitCode = 1;
}
