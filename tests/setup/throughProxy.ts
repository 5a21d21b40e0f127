/**
 * `npm run test:nodes` skips API tests that access the server in their own process instead of the three nodes. Each run on
 * PostgreSQL fails when an entry of the list matches no test.
 */

import { existsSync } from 'node:fs';
import { beforeEach, type RunnerTask } from 'vitest';

const CLOCK = 'sets the clock of the server';
const EVENTS = 'receives events in the process of the server';
const STATEMENTS = 'counts the statements that the server sends';
const LOG = 'reads the log or the metrics of the server';
const MAILS = 'reads mails in the data directory, or has its own SMTP settings';
const SETTINGS = 'changes settings while the server runs';
const LIMITS = 'tests limits of one process, of which there are three';

/** Skipped tests by file and beginning of the title; an empty beginning skips the file. */
const SKIPPED: Record<string, [beginning: string, reason: string][]> = {
  'src/features/auth/server/passwords.test.ts': [
    ['sends the link to the address of the account', MAILS],
    ['returns no link in production', MAILS],
  ],
  'src/features/auth/server/registration.test.ts': [
    ['accepts the link that was emailed to the business', MAILS],
    ['the log contains no secrets', LOG],
  ],
  'src/features/auth/server/signIn/signIn.test.ts': [
    ['also checks a password for unknown usernames', 'watches a function of the server'],
  ],
  'src/features/auth/server/signIn/failedLogins.test.ts': [
    ['ignores a forwarded address unless a proxy is trusted', 'is about another proxy'],
  ],
  'src/features/clients/server/signatureCodes/signatureCodes.test.ts': [
    ['RATE_LIMITS=off disables the limit', SETTINGS],
  ],
  'src/features/forecast/server/alerts/alerts.test.ts': [['', CLOCK]],
  'src/features/forecast/server/burnDown.test.ts': [['', CLOCK]],
  'src/features/forecast/server/forecast.both.test.ts': [['', CLOCK]],
  'src/features/audit/server/clientHistory.test.ts': [['finds the rows through an index', STATEMENTS]],
  'src/features/notes/server/checks/cleanWeeks.test.ts': [['', CLOCK]],
  'src/features/notes/server/checks/clockChecks.test.ts': [['', CLOCK]],
  'src/features/notes/server/checks/contentChecks.test.ts': [['', CLOCK]],
  'src/features/notes/server/checks/explanations.test.ts': [['', CLOCK]],
  'src/features/notes/server/checks/sentBack.test.ts': [['', CLOCK]],
  'src/features/notes/server/checks/settings.test.ts': [['', CLOCK]],
  'src/features/notes/server/checks/submissionTime.test.ts': [['', CLOCK]],
  'src/features/notes/server/checks/timeChecks.test.ts': [['', CLOCK]],
  'src/features/notes/server/receipts/receiptSecrecy.test.ts': [['a token is in no log', LOG]],
  'src/features/submission/server/captureSafety.test.ts': [
    ['that a note arrived again with other content is logged', LOG],
  ],
  'src/features/submission/server/captures.test.ts': [['after 25 hours', CLOCK]],
  'src/features/submission/server/sealedCodes.test.ts': [
    ['a sealed code without a capture id returns 400', CLOCK],
  ],
  'src/features/time/server/visitClock/visitClock.test.ts': [['', CLOCK]],
  'src/features/mail/server/boxes.test.ts': [
    ['of sender and recipient, and no others, are notified', EVENTS],
  ],
  'src/features/payroll/server/payroll.both.test.ts': [
    ['the number of statements does not grow with people', STATEMENTS],
  ],
  'src/features/search/server/search.both.test.ts': [
    ['q=', 'the proxy itself refuses an address of more than 16 kB'],
    ['take the same number of statements', STATEMENTS],
  ],
  'src/features/sessions/server/sessions.test.ts': [
    ['the sessions of requests that wait for a connection', STATEMENTS],
  ],
  'src/features/subscription/server/sandbox/sandbox.test.ts': [
    ['card numbers are neither stored nor logged', LOG],
  ],
  'src/features/subscription/server/stripe/outage.test.ts': [
    ['after three failed calls', 'each process notices itself that the card provider is unavailable'],
  ],
  'src/features/subscription/server/subscription.both.test.ts': [
    ['end the subscription with the paid period', CLOCK],
    ['undo a cancellation until the end of the period', CLOCK],
    ['add an entry to the audit log', EVENTS],
  ],
  'src/features/subscription/server/renewals.test.ts': [
    ['reading a subscription renews it', CLOCK],
    ['the scheduled job', CLOCK],
    ['a declined card makes the business read-only', CLOCK],
    ['a sandbox subscription ends with its period', SETTINGS],
  ],
  'tests/api/eventStream.test.ts': [['a change for more than 50 open pages', EVENTS]],
  'tests/api/loadLimits.test.ts': [['', LIMITS]],
  'tests/api/outbox.both.test.ts': [['', MAILS]],
  'tests/api/published.test.ts': [['', EVENTS]],
  'tests/api/queue.both.test.ts': [['', CLOCK]],
  'tests/api/platform.test.ts': [
    ['the client address is taken from a trusted proxy', 'is about another proxy'],
  ],
  'tests/api/secrets.test.ts': [['', LOG]],
  'tests/api/statements.test.ts': [['', STATEMENTS]],
  'tests/api/rowLevelSecurity.both.test.ts': [['conditions were removed', STATEMENTS]],
};

const missing = Object.keys(SKIPPED).filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`SKIPPED names files that do not exist: ${missing.join(', ')}`);

const listTitles = (task: RunnerTask): string[] =>
  'tasks' in task ? task.tasks.flatMap(listTitles) : [task.name];

beforeEach(({ task, skip }) => {
  const entries = SKIPPED[task.file.name] ?? [];
  const titles = entries.length > 0 ? listTitles(task.file) : [];
  const unknown = entries.filter(([beginning]) => !titles.some((title) => title.startsWith(beginning)));
  if (unknown.length > 0) throw new Error(`No test of this file begins with: ${unknown.join('; ')}`);
  const entry = entries.find(([beginning]) => task.name.startsWith(beginning));
  if (entry && process.env['TEST_POSTGRES'] === 'nodes') skip(entry[1]);
});
