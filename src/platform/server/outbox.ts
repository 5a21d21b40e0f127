/**
 * The queue of emails. A mail is queued in the transaction that causes it and sent after the commit, by any node. An
 * unavailable mail server only delays mails.
 */

import { and, count, eq, inArray, isNotNull, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from './clock.ts';
import type { BusinessScope, Services } from './context.ts';
import { prepareQuery, placeholder } from './database/prepareQuery.ts';
import type { Queries } from './database/queries.ts';
import { outgoingMails } from './database/tables.ts';
import type { Transaction } from './database/transaction.ts';
import { HAND_OVER_MS, type Mail } from './mail.ts';
import { queryDirectory } from './tenancy.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Polling interval for retries and for mails of other nodes. */
const POLL_EVERY_MS = 30 * SECOND_MS;
const BATCH_SIZE = 10;
/** Longer than a batch can take; then another node may claim its mails. */
const CLAIM_MS = HAND_OVER_MS + MINUTE_MS;
const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
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
  let running: Promise<void> | undefined;
  let again = false;
  let ended = false;
  const round = async () => {
    while (!ended && (await deliverDue(services, log, clock.now())) === BATCH_SIZE);
  };
  const run = () => {
    if (ended) return;
    again = running !== undefined;
    running ??= round()
      .catch((error: Error) => log.warn({ err: error }, 'the mail queue cannot be read at the moment'))
      .finally(() => {
        running = undefined;
        if (again) run();
      });
  };
  const timer = setInterval(run, POLL_EVERY_MS).unref();
  services.outbox.onWake(run);
  run();
  return async () => {
    ended = true;
    clearInterval(timer);
    await Promise.race([running, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
    services.mail.close();
  };
}

/** Sends a batch of due mails, outside any transaction. @returns how many it claimed */
export async function deliverDue(services: Services, log: FastifyBaseLogger, now: Date): Promise<number> {
  const mails = await claimDue(services, log, now);
  await Promise.all(mails.map((row) => deliver(services, log, { row, now })));
  return mails.length;
}

type ClaimedMail = Pick<
  typeof outgoingMails.$inferSelect,
  'businessId' | 'id' | 'cause' | 'encrypted' | 'tries'
> & {
  expired: boolean;
  createdAt: Date;
};

type MailKey = Pick<ClaimedMail, 'businessId' | 'id'>;

/**
 * Claims due mails one by one, until it has a batch or none is left: other nodes may claim the listed ones first. A
 * business whose mail cannot be claimed is skipped, because a worker that refuses writes affects only its own businesses.
 */
async function claimDue(services: Services, log: FastifyBaseLogger, now: Date): Promise<ClaimedMail[]> {
  const claimed: ClaimedMail[] = [];
  const failures = new Map<number, unknown>();
  for (;;) {
    const missing = BATCH_SIZE - claimed.length;
    const page = { limit: missing, excludedBusinessIds: [...failures.keys()] };
    const due = await listDue(services, now, page).catch((error: unknown) => {
      if (claimed.length === 0) throw error;
      log.error({ err: error as Error }, 'more due emails could not be listed');
      return [];
    });
    const results = await Promise.allSettled(due.map((key) => claim(services, key, now)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') failures.set(due[index]?.businessId ?? 0, result.reason);
      else if (result.value !== null) claimed.push(result.value);
    }
    if (due.length < missing || claimed.length === BATCH_SIZE) break;
  }
  const [failure] = failures.values();
  if (failure && claimed.length === 0) throw failure as Error;
  if (failure)
    log.error({ err: failure as Error }, 'some due emails could not be claimed and remain in the queue');
  return claimed;
}

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

/** Claims a mail by postponing its next try. @returns null when another node has claimed it since it was listed */
async function claim(services: Services, key: MailKey, now: Date): Promise<ClaimedMail | null> {
  const [row] = await queryDirectory(services)
    .update(outgoingMails)
    .set({ tries: sql`${outgoingMails.tries} + 1`, nextTryAt: new Date(now.getTime() + CLAIM_MS) })
    .where(and(rowOf(key), lte(outgoingMails.nextTryAt, now)))
    .returning();
  return row ? { ...row, expired: row.expiresAt <= now } : null;
}

async function deliver(
  services: Services,
  log: FastifyBaseLogger,
  { row, now }: { row: ClaimedMail; now: Date },
): Promise<void> {
  const { outcomes } = services.outbox;
  const mail = `${row.businessId}/${row.id}`;
  const reason = row.expired ? EXPIRED : await sendMail(services, row);
  if (reason === null) {
    await deleteMail(queryDirectory(services), '').execute({ businessId: row.businessId, id: row.id });
    outcomes.sent += 1;
    return;
  }
  const over = reason.final || row.tries >= MAX_TRIES;
  await queryDirectory(services)
    .update(outgoingMails)
    .set({
      lastError: reason.code,
      ...(over ? { nextTryAt: null, abandonedAt: now } : { nextTryAt: nextTry(row.tries, now) }),
    })
    // Unless another node has claimed it in the meantime.
    .where(and(rowOf(row), eq(outgoingMails.tries, row.tries)));
  outcomes[over ? 'given_up' : 'failed'] += 1;
  const line = { mail, kind: row.cause.split(':')[0], tries: row.tries, reason: reason.code };
  // It expired while no server was running, which is not an error.
  if (row.expired && row.tries === 1) log.info(line, 'a mail was not delivered');
  else if (over) log.error(line, 'a mail was not delivered');
  else log.warn(line, 'a mail could not be sent and is retried');
}

interface Failure {
  code: string;
  /** A retry would fail too. */
  final: boolean;
}

const EXPIRED: Failure = { code: 'expired', final: true };

/** Sends the mail. @returns null when the mail server accepted it, otherwise the failure, without any address */
async function sendMail(services: Services, row: ClaimedMail): Promise<Failure | null> {
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

/** Half a minute after the first try, then four times as long each time, with jitter. */
function nextTry(tries: number, now: Date): Date {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 4 ** (tries - 1), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pauseMs * (1 + Math.random() / 10));
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
