/** For `npm run test:nodes`: skips API tests that access the server in their own process instead of the three nodes. */
import { beforeEach } from 'vitest';

const CLOCK = 'sets the clock of the server';
const EVENTS = 'receives events in the process of the server';
const STATEMENTS = 'counts the statements that the server sends';
const LOG = 'reads the log or the metrics of the server';
const MAILS = 'reads mails in the data directory, or has its own SMTP settings';
const SETTINGS = 'changes settings while the server runs';
const LIMITS = 'tests limits of one process, of which there are three';

/** Skipped tests by file and beginning of the title; an empty beginning skips the file. */
const SKIPPED: Record<string, [beginning: string, reason: string][]> = {
  'src/features/auth/server/signIn/guessing.test.ts': [
    ['a forwarded address is not believed', 'is about another proxy'],
  ],
  'src/features/auth/server/passwords/passwords.test.ts': [
    ['the link goes to the address of the account', MAILS],
    ['in production the answer never holds the link', MAILS],
  ],
  'src/features/auth/server/registration/registration.test.ts': [
    ['works with the link that was mailed', MAILS],
    ['secrets are in no log line', LOG],
  ],
  'src/features/auth/server/signIn/signIn.test.ts': [
    ['a password is looked at alike', 'watches a function of the server'],
  ],
  'src/features/clients/server/signatureCodes/signatureCodes.test.ts': [
    ['RATE_LIMITS=off takes the limit away', SETTINGS],
  ],
  'src/features/mail/server/boxes.test.ts': [['of sender and recipient alone are notified', EVENTS]],
  'src/features/payroll/server/payroll.test.ts': [['statements do not grow with people', STATEMENTS]],
  'src/features/search/server/search.test.ts': [
    ['q=', 'the proxy itself refuses an address of more than 16 kB'],
  ],
  'src/features/sessions/server/sessions.test.ts': [
    ['requests that come in while all connections are busy', STATEMENTS],
  ],
  'src/features/subscription/server/renewals.test.ts': [['', CLOCK]],
  'src/features/subscription/server/sandbox/sandbox.test.ts': [['card numbers are stored nowhere', LOG]],
  'src/features/subscription/server/stripe/outage.test.ts': [
    ['after three failed calls', 'each process notices itself that the card provider is unavailable'],
  ],
  'src/features/subscription/server/subscription.test.ts': [
    ['keeps what is paid for, to the moment', CLOCK],
    ['can be taken back as long as', CLOCK],
    ['is in the audit log with who did it', EVENTS],
  ],
  'tests/api/loadLimits.test.ts': [['', LIMITS]],
  'tests/api/outbox.test.ts': [['', MAILS]],
  'tests/api/platform.test.ts': [
    ['the client address is taken from a trusted proxy', 'is about another proxy'],
  ],
  'tests/api/secrets.test.ts': [['', LOG]],
  'tests/api/statements.test.ts': [['', STATEMENTS]],
  'tests/api/rowLevelSecurity.test.ts': [['conditions were removed', STATEMENTS]],
};

beforeEach(({ task, skip }) => {
  const entry = SKIPPED[task.file.name]?.find(([beginning]) => task.name.startsWith(beginning));
  if (entry) skip(entry[1]);
});
