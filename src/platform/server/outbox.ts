/**
 * The queue of e-mails. A mail is written in the transaction of what it is about and sent after the commit by
 * whichever node is first. A mail server that is away delays mails, and nothing else.
 */
import { and, count, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { clock } from './clock.ts';
import type { BusinessScope, Services } from './context.ts';
import { prepareQuery, placeholder } from './database/prepareQuery.ts';
import type { Queries } from './database/queries.ts';
import type { Transaction } from './database/transaction.ts';
import { outgoingMails } from './database/tables.ts';
import { HAND_OVER_MS } from './mail.ts';
import type { Mail } from './mail.ts';
import { queryDirectory } from './tenancy.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How often mails are looked for that this process has no notification of: retries, and mails of other nodes. */
const LOOK_EVERY_MS = 30 * SECOND_MS;
const AT_ONCE = 10;
/** Longer than the last of a handful can take: from then on another node may take the mail over. */
const HELD_MS = HAND_OVER_MS + MINUTE_MS;
const TRIES = 8;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;
/** A stop does not wait longer for a mail server; the mail is sent again by the next process. */
const STOP_WITHIN_MS = 5 * SECOND_MS;
const KEPT_MS = 30 * DAY_MS;

export interface QueuedMail extends Mail {
  /** What it is about; a second mail with the same cause is not written. */
  cause: string;
  /** When it is of no use any more. */
  expiresAt: Date;
}

/** Queues a mail within the transaction that causes it: it is sent if that is committed, and only then. */
export async function queueMail(
  tx: Transaction,
  { services, businessId, now }: Pick<BusinessScope, 'services' | 'businessId' | 'now'>,
  mails: QueuedMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ cause, expiresAt, ...mail }) => {
    const sealed = services.secrets.seal(purposeOf({ businessId, cause }), JSON.stringify(mail));
    return { businessId, cause, sealed, expiresAt, nextTryAt: now, createdAt: now };
  });
  await tx.insert(outgoingMails).values(rows).onConflictDoNothing();
  tx.afterCommit(() => services.outbox.wake());
}

/** Deletes unsent mails within a transaction, e.g. of a user who was deactivated. */
export async function withdrawMails(tx: Queries, businessId: number, causes: string[]): Promise<void> {
  if (causes.length === 0) return;
  await tx
    .delete(outgoingMails)
    .where(and(eq(outgoingMails.businessId, businessId), inArray(outgoingMails.cause, causes)));
}

/** A mail is sealed for what it is about: it opens as no other. */
const purposeOf = ({ businessId, cause }: { businessId: number; cause: string }): string =>
  `mail:${businessId}:${cause}`;

/** Starts delivery; the returned function stops it and waits for mails in progress. */
export function startDelivery(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  let ended = false;
  const round = async () => {
    while (!ended && (await deliverDue(services, log, clock.now())) === AT_ONCE);
  };
  const run = () => {
    if (ended) return;
    again = running !== undefined;
    running ??= round()
      .catch((error: Error) => log.warn({ err: error }, 'the queue of mails cannot be read at the moment'))
      .finally(() => {
        running = undefined;
        if (again) run();
      });
  };
  const timer = setInterval(run, LOOK_EVERY_MS).unref();
  services.outbox.onWake(run);
  run();
  return async () => {
    ended = true;
    clearInterval(timer);
    const patience = Promise.withResolvers<void>();
    const late = setTimeout(patience.resolve, STOP_WITHIN_MS);
    await Promise.race([running, patience.promise]);
    clearTimeout(late);
    services.mail.close();
  };
}

/** Sends what is due, a handful at once, outside any transaction. @returns how many it took in hand */
export async function deliverDue(services: Services, log: FastifyBaseLogger, now: Date): Promise<number> {
  const taken = await take(services, now);
  await Promise.all(taken.map((row) => deliver(services, log, { row, now })));
  return taken.length;
}

type Taken = Pick<typeof outgoingMails.$inferSelect, 'businessId' | 'id' | 'cause' | 'sealed' | 'tries'> & {
  expired: boolean;
  createdAt: Date;
};

/** Takes mails in hand by moving their next try ahead, in one statement: of two nodes each gets others. */
async function take(services: Services, now: Date): Promise<Taken[]> {
  const held = new Date(now.getTime() + HELD_MS);
  const { rows } = await queryDirectory(services).execute<Record<string, unknown>>(sql`
    with due as materialized (
      select business_id, id from ${outgoingMails} where next_try_at <= ${now.toISOString()}
      order by next_try_at limit ${AT_ONCE} for update skip locked
    )
    update ${outgoingMails} as mail set tries = mail.tries + 1, next_try_at = ${held.toISOString()}
    from due where mail.business_id = due.business_id and mail.id = due.id
    returning mail.business_id, mail.id, mail.cause, mail.sealed, mail.tries, mail.created_at,
      mail.expires_at <= ${now.toISOString()} as expired`);
  return rows.map((row) => ({
    businessId: Number(row['business_id']),
    id: Number(row['id']),
    cause: String(row['cause']),
    sealed: row['sealed'] as Buffer,
    tries: Number(row['tries']),
    createdAt: new Date(String(row['created_at'])),
    expired: row['expired'] === true,
  }));
}

async function deliver(
  services: Services,
  log: FastifyBaseLogger,
  { row, now }: { row: Taken; now: Date },
): Promise<void> {
  const { outcomes } = services.outbox;
  const mail = `${row.businessId}/${row.id}`;
  const reason = row.expired ? EXPIRED : await failureOf(services, row);
  if (reason === null) {
    await forget(queryDirectory(services), '').execute({ businessId: row.businessId, id: row.id });
    outcomes.sent += 1;
    return;
  }
  const over = reason.final || row.tries >= TRIES;
  await queryDirectory(services)
    .update(outgoingMails)
    .set({
      lastError: reason.code,
      ...(over ? { nextTryAt: null, abandonedAt: now } : { nextTryAt: nextTry(row.tries, now) }),
    })
    // Not when another node has taken it over meanwhile.
    .where(and(rowOf(row), eq(outgoingMails.tries, row.tries)));
  outcomes[over ? 'given_up' : 'failed'] += 1;
  const line = { mail, kind: row.cause.split(':')[0], tries: row.tries, reason: reason.code };
  // Expired while no server was running, which is no error.
  if (row.expired && row.tries === 1) log.info(line, 'a mail was not delivered');
  else if (over) log.error(line, 'a mail was not delivered');
  else log.warn(line, 'a mail could not be sent and is tried again');
}

interface Failure {
  code: string;
  /** Another try would end alike. */
  final: boolean;
}

const EXPIRED: Failure = { code: 'expired', final: true };

/** Sends the mail. @returns null when it is out of our hands, otherwise why not, without any address */
async function failureOf(services: Services, row: Taken): Promise<Failure | null> {
  try {
    const opened = JSON.parse(services.secrets.open(purposeOf(row), row.sealed)) as Mail;
    const id = `mail-${row.businessId}-${row.id}-${row.createdAt.getTime()}`;
    await services.mail.send({ ...opened, id, date: row.createdAt });
    return null;
  } catch (error) {
    return describe(error);
  }
}

/** The mail server's code alone: its words name the address. A refused address stays refused (RFC 5321, 4.2.1). */
function describe(error: unknown): Failure {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string };
  const refused = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
  return { code: [code ?? name ?? 'unknown', responseCode].filter(Boolean).join(' '), final: refused };
}

/** Half a minute after the first try, then four times as long each, and not all in the same second. */
function nextTry(tries: number, now: Date): Date {
  const pause = Math.min(FIRST_PAUSE_MS * 4 ** (tries - 1), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pause * (1 + Math.random() / 10));
}

const rowOf = ({ businessId, id }: Pick<Taken, 'businessId' | 'id'>) =>
  and(eq(outgoingMails.businessId, businessId), eq(outgoingMails.id, id));

/** One for each mail that was sent. */
const forget = prepareQuery((queries) =>
  queries
    .delete(outgoingMails)
    .where(rowOf({ businessId: placeholder('businessId'), id: placeholder('id') }))
    .prepare(''),
);

/** How many mails are queued, and how many failed for good in the last 30 days. */
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

/** Deletes mails that failed for good more than 30 days ago. */
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
