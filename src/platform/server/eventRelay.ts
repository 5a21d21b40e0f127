/**
 * Carries changes between nodes that share a PostgreSQL server. They are sent after the commit, outside
 * its transaction and in batches: a notification inside each transaction costs five sixths of the writes.
 */
import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setInterval as each } from 'node:timers/promises';
import type pg from 'pg';
import type { Services } from './context.ts';
import { Connection } from './database/connection.ts';
import { setInactivityTimeout } from './database/inactivityTimeout.ts';
import type { DataChange } from './events.ts';

const CHANNEL = 'quarterhour_changes';
const BATCH_EVERY_MS = 50;
const CONNECT_WITHIN_MS = 5_000;
const RECONNECT_AFTER_MS = 2_000;
/** A connection that only listens does not notice a lost network, so it sends a query now and then. */
const ASK_EVERY_MS = 10_000;
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const LARGEST_NOTICE = 7_000;

/** Starts to send and to receive; the returned function stops both. With the embedded database there is one node. */
export async function startEventRelay(
  services: Services,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const { databaseUrl, databaseDirectUrl } = services.settings;
  // Through a transaction pooler LISTEN would not outlive its transaction.
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
  let waiting: DataChange[] = [];
  const flush = () => {
    const batch = merged(waiting);
    waiting = [];
    for (const notice of split(node, batch)) {
      services.database.pool
        .query('select pg_notify($1, $2)', [CHANNEL, notice])
        .catch((error: Error) => log.warn({ err: error }, 'a change could not be sent to other nodes'));
    }
  };
  const timer = setInterval(() => waiting.length > 0 && flush(), BATCH_EVERY_MS);
  timer.unref();
  const untap = services.events.onPublish((change) => waiting.push(change));
  return () => {
    untap();
    clearInterval(timer);
    if (waiting.length > 0) flush();
  };
}

/** One change per business and audience. */
function merged(changes: DataChange[]): DataChange[] {
  const byAudience = new Map<string, DataChange>();
  for (const change of changes) {
    const key = `${change.businessId}/${change.userIds?.join(',') ?? 'all'}`;
    const known = byAudience.get(key);
    const topics = [...new Set([...(known?.topics ?? []), ...change.topics])];
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

interface ReceiverOptions {
  services: Services;
  node: string;
  url: string;
  log: FastifyBaseLogger;
}

/** Listens on a connection of its own and opens another whenever it breaks. */
function receiveChanges({ services, node, url, log }: ReceiverOptions): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const again = (error?: Error) => {
    if (ended || timer) return;
    if (error) log.warn({ err: error }, 'changes of other nodes cannot be received at the moment');
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, RECONNECT_AFTER_MS);
    timer.unref();
  };
  const connect = async () => {
    const fresh = new Connection(
      { connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_WITHIN_MS },
      null,
    );
    client = fresh;
    fresh.on('error', again);
    fresh.on('end', () => again());
    fresh.on('notification', ({ payload }) => {
      const message = JSON.parse(payload ?? '{}') as { node?: string; changes?: DataChange[] };
      if (message.node !== node) for (const change of message.changes ?? []) services.events.deliver(change);
    });
    try {
      await fresh.connect();
      setInactivityTimeout(fresh);
      await fresh.query(`listen ${CHANNEL}`);
      keepAsking(fresh).catch(again);
    } catch (error) {
      again(error as Error);
    }
  };
  void connect();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}

/** As long as the connection lasts. An answer that does not come is the end of it (`setInactivityTimeout`). */
async function keepAsking(client: pg.Client): Promise<void> {
  let open = true;
  client.once('end', () => (open = false));
  for await (const _ of each(ASK_EVERY_MS, undefined, { ref: false })) {
    if (!open) return;
    await client.query('select 1');
  }
}
