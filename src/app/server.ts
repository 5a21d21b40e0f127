/** Puts the server together: services, features, HTTP. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { resolveSession } from '#features/sessions/server/reads.ts';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import type { AutomaticBackups } from '#platform/server/backup/schedule.ts';
import type { Services } from '#platform/server/context.ts';
import type { Database, OpeningDatabase } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { EventBus } from '#platform/server/events.ts';
import { Incoming } from '#platform/server/files/incoming.ts';
import { openStore } from '#platform/server/files/store.ts';
import type { Readiness } from '#platform/server/http/health.ts';
import { buildHttp } from '#platform/server/http/server.ts';
import { relayEvents } from '#platform/server/eventRelay.ts';
import { mailTransport, Outbox } from '#platform/server/mail.ts';
import { deliverMails } from '#platform/server/outbox.ts';
import { PasswordHasher } from '#platform/server/passwords.ts';
import { Room } from '#platform/server/room.ts';
import { SecretBox } from '#platform/server/secrets.ts';
import type { Settings } from '#platform/server/settings.ts';
import { browserContent } from '#features/subscription/server/browserContent.ts';
import { startBackups } from './backups.ts';
import { features } from './contract.ts';
import { beginData } from './data.ts';
import { startChores } from './chores.ts';

/** What a server is started with besides its settings. */
export interface Parts {
  migrations: string;
  /** The built web app; left out where only the API is wanted. */
  web?: string;
  /** Where the web app may still be built while the server starts. */
  webIsBuilt?: Promise<void>;
  /** The database of the settings, where it is being opened already. */
  opening?: OpeningDatabase;
  /** The embedded database's worker, where it does not lie beside its source. */
  databaseWorker?: URL;
}

const SWEEP_EVERY_MS = 100;

export interface RunningServer {
  app: FastifyInstance;
  services: Services;
  /** Null where the database is not the embedded one. */
  automaticBackups: AutomaticBackups | null;
  /** Finishes what is in flight, ends streams, closes the database. */
  stop(): Promise<void>;
}

/** Opens the database, brings it up to date and builds the server; `app.listen` is the caller's. */
export async function startServer(
  settings: Settings,
  parts: Parts,
  log: FastifyBaseLogger,
): Promise<RunningServer> {
  const { databaseWorker, opening } = parts;
  const { database, opened } = opening ?? (await beginData(settings, databaseWorker, log));
  try {
    const services = servicesOn(database, settings, log);
    const readiness: Readiness = { stopping: false, migrations: parts.migrations };
    const [app] = await Promise.all([
      buildApp(services, parts, { readiness, log }),
      opened.then(() => database.patiently(() => migrate(database.pool, parts.migrations))),
    ]);
    return await serve(services, parts, { app, readiness, log });
  } catch (error) {
    await database.close().catch((second: Error) => log.warn({ err: second }, 'the database did not close'));
    throw error;
  }
}

/** What everything works with, on a database that is open; commands without HTTP use it too. */
export function servicesOn(database: Database, settings: Settings, log: FastifyBaseLogger): Services {
  const room = new Room(settings);
  return {
    settings,
    database,
    events: new EventBus(),
    mail: mailTransport(settings, log),
    outbox: new Outbox(),
    files: openStore(settings),
    incoming: new Incoming(settings, room),
    room,
    passwords: new PasswordHasher(settings.passwordHashing),
    secrets: new SecretBox(settings.serverKey, settings.earlierKeys),
    backups: { outcomes: { made: 0, incomplete: 0, failed: 0 }, newest: null },
  };
}

async function buildApp(
  services: Services,
  parts: Parts,
  { readiness, log }: { readiness: Readiness; log: FastifyBaseLogger },
): Promise<FastifyInstance> {
  await parts.webIsBuilt;
  const elsewhere = browserContent(services.settings);
  return buildHttp({
    title: PRODUCT_NAME,
    services,
    features,
    resolveSession,
    readiness,
    log,
    ...(parts.web ? { webDirectory: parts.web } : {}),
    ...(elsewhere ? { elsewhere } : {}),
  });
}

async function serve(
  services: Services,
  parts: Parts,
  { app, readiness, log }: { app: FastifyInstance; readiness: Readiness; log: FastifyBaseLogger },
): Promise<RunningServer> {
  const endRelay = await relayEvents(services, log);
  const endChores = startChores(services, log);
  const endDelivery = deliverMails(services, log);
  const backups = await startBackups(services, log, parts.databaseWorker);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    readiness.stopping = true;
    await pause(services.settings.drainSeconds * 1000);
    endChores();
    // Streams never end by themselves: a close that waits for them would wait for ever.
    services.events.endAll();
    // A connection that becomes idle after the close began would be waited for until it times out.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
    await app.close();
    clearInterval(sweep);
    await Promise.all([endRelay(), endDelivery(), backups.end()]);
    await services.database.close();
  };
  return { app, services, automaticBackups: backups.automatic, stop: () => (stopped ??= stop()) };
}
