/**
 * `npm run verify [-- ledger audit notes ends]`: verifies a whole database, or only the named parts of it.
 * Uses the server's settings; an embedded database must not be in use. Exits with 1 on any mismatch.
 */
import { expectedError, prove, PROOFS, settingsWithDatabase } from './verification.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(PROOFS, name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(PROOFS).join(', ')}`);
  process.exit(2);
}
try {
  const all = Object.entries(PROOFS).filter(([name]) => names.length === 0 || names.includes(name));
  await prove(
    settingsWithDatabase(),
    all.map(([, verification]) => verification),
  );
} catch (error) {
  console.error(expectedError(error));
  process.exitCode = 1;
}
