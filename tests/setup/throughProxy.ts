/**
 * For the API suite through the proxy before three nodes (`npm run test:nodes`): leaves out what looks into the
 * server's own process, which is then none of the three. Everything else goes through the proxy.
 */
import { beforeEach } from 'vitest';

const CLOCK = 'sets the clock of the server';
const EVENTS = 'listens to the events of the server in its process';
const STATEMENTS = 'counts the statements that the server sends';
const LOG = 'reads what the server logs, or its metrics';
const MAILS = 'reads mails in the data directory of the server, or sends them over SMTP settings of its own';
const SETTINGS = 'changes settings while the server runs';
const SHARES = 'counts what one process takes: with three there are three shares';

/** Files with the beginnings of the titles that are left out; an empty one is all of the file. */
const LEFT_OUT: Record<string, [beginning: string, why: string][]> = {
  'src/features/auth/server/signIn/guessing.test.ts': [
    ['a forwarded address is not believed', 'is itself about another proxy'],
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
    ['q=', 'the proxy refuses an address of more than 16 kB by itself'],
  ],
  'src/features/sessions/server/sessions.test.ts': [
    ['requests that come in while all connections are busy', STATEMENTS],
  ],
  'src/features/subscription/server/renewals.test.ts': [['', CLOCK]],
  'src/features/subscription/server/sandbox/sandbox.test.ts': [['card numbers are stored nowhere', LOG]],
  'src/features/subscription/server/stripe/outage.test.ts': [
    ['after three failed calls', 'each process learns for itself that the card provider is away'],
  ],
  'src/features/subscription/server/subscription.test.ts': [
    ['keeps what is paid for, to the moment', CLOCK],
    ['can be taken back as long as', CLOCK],
    ['is in the audit log with who did it', EVENTS],
  ],
  'tests/api/loadLimits.test.ts': [['', SHARES]],
  'tests/api/outbox.test.ts': [['', MAILS]],
  'tests/api/platform.test.ts': [
    ['the client address is taken from a trusted proxy', 'is itself about another proxy'],
  ],
  'tests/api/secrets.test.ts': [['', LOG]],
  'tests/api/statements.test.ts': [['', STATEMENTS]],
  'tests/api/rowLevelSecurity.test.ts': [['conditions were removed', STATEMENTS]],
};

beforeEach(({ task, skip }) => {
  const reason = LEFT_OUT[task.file.name]?.find(([beginning]) => task.name.startsWith(beginning));
  if (reason) skip(reason[1]);
});
