/**
 * Sends changes between nodes that share a PostgreSQL server: in batches after the commit, because a NOTIFY in each
 * transaction serializes commits.
 */

import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setInterval as each } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import type { Services } from './context.ts';
import { Connection } from './database/connection.ts';
import { setInactivityTimeout } from './database/inactivityTimeout.ts';
import type { DataChange } from './events.ts';

const CHANNEL = 'quarterhour_changes';
const BATCH_EVERY_MS = 50;
const CONNECT_WITHIN_MS = 5_000;
const RECONNECT_AFTER_MS = 2_000;
/** Interval of queries that detect a lost connection. */
const PING_EVERY_MS = 10_000;
/** PostgreSQL rejects notifications of 8,000 bytes and more. */
const LARGEST_NOTICE = 7_000;

/** Starts to send and receive changes; with the embedded database there is one node. @returns stops both */
export async function startEventRelay(
  services: Services,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const { databaseUrl, databaseDirectUrl } = services.settings;
  // LISTEN does not work through a transaction pooler.
  const url = databaseDirectUrl ?? databaseUrl;
  if (!url) return async () => undefined;
  const node = randomUUID();
  const stopSending = sendChanges(services, node, log);
  const stopReceiving = receiveChanges({ services, node, url, log });
  return async () => {
    stopSending();
    await stopReceiving();
  };
}

function sendChanges(services: Services, node: string, log: FastifyBaseLogger): () => void {
  let pending: DataChange[] = [];
  const flush = () => {
    const batch = merge(pending);
    pending = [];
    for (const text of split(node, batch)) {
      services.database.pool
        .query('select pg_notify($1, $2)', [CHANNEL, text])
        .catch((error: Error) => log.warn({ err: error }, 'a change could not be sent to other nodes'));
    }
  };
  const timer = setInterval(() => pending.length > 0 && flush(), BATCH_EVERY_MS);
  timer.unref();
  const untap = services.events.onPublish((change) => pending.push(change));
  return () => {
    untap();
    clearInterval(timer);
    if (pending.length > 0) flush();
  };
}

/** Merges the changes of each business, audience and user who made them. */
function merge(changes: DataChange[]): DataChange[] {
  const byAudience = new Map<string, DataChange>();
  for (const change of changes) {
    const key = JSON.stringify([change.businessId, change.userIds, change.actorId]);
    const earlier = byAudience.get(key);
    const topics = [...new Set([...(earlier?.topics ?? []), ...change.topics])];
    byAudience.set(key, { ...change, topics });
  }
  return [...byAudience.values()];
}

function split(node: string, changes: DataChange[]): string[] {
  const whole = JSON.stringify({ node, changes });
  if (whole.length <= LARGEST_NOTICE || changes.length < 2) return [whole];
  const middle = Math.ceil(changes.length / 2);
  return [...split(node, changes.slice(0, middle)), ...split(node, changes.slice(middle))];
}

const id = z.int().positive();
const notice = z.object({
  node: z.string(),
  changes: z.array(
    z.object({
      businessId: id,
      topics: z.array(z.string()),
      userIds: z.array(id).optional(),
      actorId: id.optional(),
    }),
  ),
});

/** Parses a notification; null for one of another version or program, which every account of the database can send. */
function parseNotice(payload: string): z.output<typeof notice> | null {
  try {
    return notice.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

interface ReceiverOptions {
  services: Services;
  node: string;
  url: string;
  log: FastifyBaseLogger;
}

/** Listens on its own connection, and reconnects when it breaks. */
function receiveChanges({ services, node, url, log }: ReceiverOptions): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const reconnect = (error?: Error) => {
    if (ended || timer) return;
    if (error) log.warn({ err: error }, 'changes of other nodes cannot be received at the moment');
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, RECONNECT_AFTER_MS);
    timer.unref();
  };
  const connect = async () => {
    const connection = new Connection(
      { connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_WITHIN_MS },
      null,
    );
    client = connection;
    connection.on('error', reconnect);
    connection.on('end', () => reconnect());
    connection.on('notification', ({ payload }) => {
      const message = parseNotice(payload ?? '');
      if (!message) log.warn('a notification was not sent by this version of the product and is ignored');
      else if (message.node !== node) for (const change of message.changes) services.events.deliver(change);
    });
    try {
      await connection.connect();
      setInactivityTimeout(connection);
      await connection.query(`listen ${CHANNEL}`);
      services.events.deliverMissed();
      ping(connection).catch(reconnect);
    } catch (error) {
      reconnect(error as Error);
    }
  };
  void connect();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}

/** Queries the connection until it ends; `setInactivityTimeout` closes it when there is no result. */
async function ping(client: pg.Client): Promise<void> {
  let open = true;
  client.once('end', () => (open = false));
  for await (const _ of each(PING_EVERY_MS, undefined, { ref: false })) {
    if (!open) return;
    await client.query('select 1');
  }
}
