/**
 * `npm run verify`: proves a whole database. Every client's units follow from the ledger, no row of an audit log is
 * missing or changed, every signed note is what was signed. Reads the settings of the server; an embedded database
 * must not be in use. Ends with 1 and names the first bad row of each kind.
 */
import { expectedError, prove, settingsWithDatabase } from './proof.ts';

try {
  await prove(settingsWithDatabase());
} catch (error) {
  console.error(expectedError(error));
  process.exitCode = 1;
}
