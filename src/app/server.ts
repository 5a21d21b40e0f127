/** Puts the server together: services, features, HTTP. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { resolveSession } from '../features/sessions/server/reads.ts';
import { PRODUCT_NAME } from '../platform/contract/product.ts';
import { refuseUnfinishedRestore } from '../platform/server/backup/restore.ts';
import type { AutomaticBackups } from '../platform/server/backup/schedule.ts';
import type { Services } from '../platform/server/context.ts';
import { openDatabase } from '../platform/server/database/database.ts';
import type { Database } from '../platform/server/database/database.ts';
import { migrate } from '../platform/server/database/migrate.ts';
import { EventBus } from '../platform/server/events.ts';
import { Incoming } from '../platform/server/files/incoming.ts';
import { openStore } from '../platform/server/files/store.ts';
import type { Readiness } from '../platform/server/http/health.ts';
import { buildHttp } from '../platform/server/http/server.ts';
import { relayEvents } from '../platform/server/eventRelay.ts';
import { mailTransport, Outbox } from '../platform/server/mail.ts';
import { deliverMails } from '../platform/server/outbox.ts';
import { PasswordHasher } from '../platform/server/passwords.ts';
import { SecretBox } from '../platform/server/secrets.ts';
import type { Settings } from '../platform/server/settings.ts';
import { browserContent } from '../features/subscription/server/browserContent.ts';
import { startBackups } from './backups.ts';
import { features } from './contract.ts';
import { startChores } from './chores.ts';

export interface Folders {
  migrations: string;
  /** The built web app; left out where only the API is wanted. */
  web?: string;
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
  folders: Folders,
  log: FastifyBaseLogger,
): Promise<RunningServer> {
  refuseUnfinishedRestore(settings);
  const database = await openDatabase(settings, log, folders.databaseWorker);
  try {
    await database.patiently(() => migrate(database.pool, folders.migrations));
    return await serve(settings, folders, { log, database });
  } catch (error) {
    await database.close().catch((second: Error) => log.warn({ err: second }, 'the database did not close'));
    throw error;
  }
}

/** What everything works with, on a database that is open; commands without HTTP use it too. */
export const servicesOn = (database: Database, settings: Settings, log: FastifyBaseLogger): Services => ({
  settings,
  database,
  events: new EventBus(),
  mail: mailTransport(settings, log),
  outbox: new Outbox(),
  files: openStore(settings),
  incoming: new Incoming(settings),
  passwords: new PasswordHasher(),
  secrets: new SecretBox(settings.serverKey, settings.earlierKeys),
  backups: { outcomes: { made: 0, incomplete: 0, failed: 0 }, newest: null },
});

async function serve(
  settings: Settings,
  folders: Folders,
  { log, database }: { log: FastifyBaseLogger; database: Database },
): Promise<RunningServer> {
  const services = servicesOn(database, settings, log);
  const readiness: Readiness = { stopping: false, migrations: folders.migrations };
  const elsewhere = browserContent(settings);
  const app = await buildHttp({
    title: PRODUCT_NAME,
    services,
    features,
    resolveSession,
    readiness,
    log,
    ...(folders.web ? { webDirectory: folders.web } : {}),
    ...(elsewhere ? { elsewhere } : {}),
  });
  const endRelay = await relayEvents(services, log);
  const endChores = startChores(services, log);
  const endDelivery = deliverMails(services, log);
  const backups = await startBackups(services, log, folders.databaseWorker);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    readiness.stopping = true;
    endChores();
    // Streams never end by themselves: a close that waits for them would wait for ever.
    services.events.endAll();
    // A connection that becomes idle after the close began would be waited for until it times out.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MS);
    await app.close();
    clearInterval(sweep);
    await Promise.all([endRelay(), endDelivery(), backups.end()]);
    await database.close();
  };
  return { app, services, automaticBackups: backups.automatic, stop: () => (stopped ??= stop()) };
}
