/**
 * `npm run verify [-- ledger audit notes invoices claims ends]`: verifies a whole database, or only the named parts of it.
 * Uses the server's settings; an embedded database must not be in use. Exits with 1 on any mismatch.
 */

import { expectedError, runVerifications, VERIFICATIONS, settingsWithDatabase } from './verification.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(VERIFICATIONS, name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(VERIFICATIONS).join(', ')}`);
  process.exit(2);
}
try {
  const all = Object.entries(VERIFICATIONS).filter(([name]) => names.length === 0 || names.includes(name));
  await runVerifications(settingsWithDatabase(), {
    verifications: all.map(([, verification]) => verification),
  });
} catch (error) {
  console.error(expectedError(error));
  process.exitCode = 1;
}
