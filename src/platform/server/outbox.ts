/**
 * The queue of emails. A mail is queued in the transaction that causes it and sent after the commit, by any node. An
 * unavailable mail server only delays mails.
 */

import { and, count, eq, inArray, isNotNull, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { BusinessScope, Services } from './context.ts';
import { prepareQuery, placeholder } from './database/prepareQuery.ts';
import type { Queries } from './database/queries.ts';
import { outgoingMails } from './database/tables.ts';
import type { Transaction } from './database/transaction.ts';
import { HAND_OVER_MS, type Mail } from './mail.ts';
import { claimDue } from './queue/claimDue.ts';
import { Lease } from './queue/lease.ts';
import { nextAttemptAt, type RetryPolicy } from './queue/retry.ts';
import { runBatch, startWorkers, type Queue } from './queue/workers.ts';
import { queryDirectory } from './tenancy.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Polling interval for retries and for mails of other nodes. */
const POLL_EVERY_MS = 30 * SECOND_MS;
const BATCH_SIZE = 10;
/** Longer than a batch can take; then another node may claim its mails. */
const CLAIM_MS = HAND_OVER_MS + MINUTE_MS;
const RETRY: RetryPolicy = {
  maxAttempts: 8,
  firstPauseMs: 30 * SECOND_MS,
  factor: 4,
  longestPauseMs: 6 * 60 * MINUTE_MS,
};
/** Longest wait of a shutdown; the next process sends the mail again. */
const STOP_WITHIN_MS = 5 * SECOND_MS;
const KEPT_MS = 30 * DAY_MS;

export interface QueuedMail extends Mail {
  /** Its cause, e.g. `message:12`; a second mail with the same cause is not queued. */
  cause: string;
  /** The mail is not sent after this time. */
  expiresAt: Date;
}

/** Queues mails in the transaction that causes them; they are sent after its commit. */
export async function queueMail(
  tx: Transaction,
  { services, businessId, now }: Pick<BusinessScope, 'services' | 'businessId' | 'now'>,
  mails: QueuedMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ cause, expiresAt, ...mail }) => {
    const encrypted = services.secrets.encrypt(purposeOf({ businessId, cause }), JSON.stringify(mail));
    return { businessId, cause, encrypted, expiresAt, nextTryAt: now, createdAt: now };
  });
  await tx.insert(outgoingMails).values(rows).onConflictDoNothing();
  tx.afterCommit(() => services.outbox.wake());
}

/** Deletes queued mails in a transaction, e.g. of a user who was deactivated. */
export async function withdrawMails(tx: Queries, businessId: number, causes: string[]): Promise<void> {
  if (causes.length === 0) return;
  await tx
    .delete(outgoingMails)
    .where(and(eq(outgoingMails.businessId, businessId), inArray(outgoingMails.cause, causes)));
}

/** The purpose of the encryption, so that a mail does not open as another one. */
const purposeOf = ({ businessId, cause }: { businessId: number; cause: string }): string =>
  `mail:${businessId}:${cause}`;

/** Starts delivery; the returned function stops it and waits for mails in progress. */
export function startDelivery(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  const queue = mailQueue(services, log);
  const end = startWorkers([queue], { signal: services.outbox, pollMs: POLL_EVERY_MS, log });
  return async () => {
    await Promise.race([end(), pause(STOP_WITHIN_MS, undefined, { ref: false })]);
    services.mail.close();
  };
}

/** Sends a batch of due mails, outside any transaction. @returns how many it claimed */
export const deliverDue = (services: Services, log: FastifyBaseLogger, now: Date): Promise<number> =>
  runBatch(mailQueue(services, log), now);

type QueuedRow = typeof outgoingMails.$inferSelect;
type MailKey = Pick<QueuedRow, 'businessId' | 'id'>;

const lease = new Lease({
  table: outgoingMails,
  attempts: 'tries',
  until: 'nextTryAt',
  ms: CLAIM_MS,
  isFree: (now) => lte(outgoingMails.nextTryAt, now),
});

const mailQueue = (services: Services, log: FastifyBaseLogger): Queue<QueuedRow> => ({
  name: 'emails',
  batchSize: BATCH_SIZE,
  maxAttempts: RETRY.maxAttempts,
  attemptsOf: ({ tries }) => tries,
  claim: (now) =>
    claimDue({
      limit: BATCH_SIZE,
      list: (page) => listDue(services, now, page),
      claim: (key) => lease.claim(queryDirectory(services), { row: rowOf(key), now }),
      log,
    }),
  run: (row, now) => deliver(services, log, { row, now }),
  abandon: (row, now) => storeFailure(services, log, { row, now, reason: INTERRUPTED }),
});

const listDue = (
  services: Services,
  now: Date,
  { limit, excludedBusinessIds }: { limit: number; excludedBusinessIds: number[] },
): Promise<MailKey[]> =>
  queryDirectory(services)
    .select({ businessId: outgoingMails.businessId, id: outgoingMails.id })
    .from(outgoingMails)
    .where(and(lte(outgoingMails.nextTryAt, now), notInArray(outgoingMails.businessId, excludedBusinessIds)))
    .orderBy(outgoingMails.nextTryAt)
    .limit(limit)
    .execute();

interface Attempt {
  row: QueuedRow;
  now: Date;
}

async function deliver(services: Services, log: FastifyBaseLogger, attempt: Attempt): Promise<void> {
  const { row, now } = attempt;
  const reason = row.expiresAt <= now ? EXPIRED : await sendMail(services, row);
  if (reason) return storeFailure(services, log, { ...attempt, reason });
  await deleteMail(queryDirectory(services), '').execute({ businessId: row.businessId, id: row.id });
  services.outbox.outcomes.sent += 1;
}

async function storeFailure(
  services: Services,
  log: FastifyBaseLogger,
  { row, now, reason }: Attempt & { reason: Failure },
): Promise<void> {
  const nextTryAt = reason.final ? null : nextAttemptAt(RETRY, row.tries, now);
  await queryDirectory(services)
    .update(outgoingMails)
    .set({ lastError: reason.code, nextTryAt, abandonedAt: nextTryAt ? null : now })
    .where(and(rowOf(row), lease.isHeld(row.tries)));
  services.outbox.outcomes[nextTryAt ? 'failed' : 'given_up'] += 1;
  const mail = `${row.businessId}/${row.id}`;
  const line = { mail, kind: row.cause.split(':')[0], tries: row.tries, reason: reason.code };
  // It expired while no server was running, which is not an error.
  if (reason === EXPIRED && row.tries === 1) log.info(line, 'a mail was not delivered');
  else if (nextTryAt) log.warn(line, 'a mail could not be sent and is retried');
  else log.error(line, 'a mail was not delivered');
}

interface Failure {
  code: string;
  /** A retry would fail too. */
  final: boolean;
}

const EXPIRED: Failure = { code: 'expired', final: true };
/** Each process that tried to send it was killed. */
const INTERRUPTED: Failure = { code: 'interrupted', final: true };

/** Sends the mail. @returns null when the mail server accepted it, otherwise the failure, without any address */
async function sendMail(services: Services, row: QueuedRow): Promise<Failure | null> {
  try {
    const opened = JSON.parse(services.secrets.decrypt(purposeOf(row), row.encrypted)) as Mail;
    const id = `mail-${row.businessId}-${row.id}-${row.createdAt.getTime()}`;
    await services.mail.send({ ...opened, id, date: row.createdAt });
    return null;
  } catch (error) {
    return describe(error);
  }
}

/** Uses only the mail server's code: its text has the address. A 5xx for an address is permanent (RFC 5321, 4.2.1). */
function describe(error: unknown): Failure {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string };
  const refused = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
  return { code: [code ?? name ?? 'unknown', responseCode].filter(Boolean).join(' '), final: refused };
}

const rowOf = ({ businessId, id }: MailKey) =>
  and(eq(outgoingMails.businessId, businessId), eq(outgoingMails.id, id));

const deleteMail = prepareQuery((queries) =>
  queries
    .delete(outgoingMails)
    .where(rowOf({ businessId: placeholder('businessId'), id: placeholder('id') }))
    .prepare(''),
);

/** Counts queued mails, and those that failed permanently in the last 30 days. */
export async function countMails(services: Services): Promise<{ waiting: number; given_up: number }> {
  const [row] = await queryDirectory(services)
    .select({
      waiting: sql<number>`count(*) filter (where ${isNull(outgoingMails.abandonedAt)})`.mapWith(Number),
      all: count(),
    })
    .from(outgoingMails);
  const { waiting = 0, all = 0 } = row ?? {};
  return { waiting, given_up: all - waiting };
}

/** Deletes mails that failed permanently more than 30 days ago. */
export async function deleteFailedMails(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(outgoingMails)
    .where(
      and(
        isNotNull(outgoingMails.abandonedAt),
        lt(outgoingMails.abandonedAt, new Date(now.getTime() - KEPT_MS)),
      ),
    );
}
