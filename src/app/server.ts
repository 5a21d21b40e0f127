/** Composes the server from services, features and HTTP. */

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import type { AutomaticBackups } from '#platform/server/backup/schedule.ts';
import type { Services } from '#platform/server/context.ts';
import type { Database } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { DiskSpace } from '#platform/server/diskSpace.ts';
import { startEventRelay } from '#platform/server/eventRelay.ts';
import { EventBus } from '#platform/server/events.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { StagedUploads } from '#platform/server/files/stagedUploads.ts';
import { drainAndClose } from '#platform/server/http/gracefulClose.ts';
import type { Readiness } from '#platform/server/http/health.ts';
import { buildHttpServer } from '#platform/server/http/server.ts';
import { mailTransport, Outbox } from '#platform/server/mail.ts';
import { startDelivery } from '#platform/server/outbox.ts';
import { PasswordHasher } from '#platform/server/passwords.ts';
import { QueueSignal } from '#platform/server/queue/workers.ts';
import { SecretBox } from '#platform/server/secrets.ts';
import type { Settings } from '#platform/server/settings.ts';
import { createTurns } from '#platform/server/turns.ts';
import { exportWork } from '#features/exports/server/business/exportWork.ts';
import { sumFileBytes } from '#features/exports/server/jobs/reads.ts';
import { startJobs } from '#features/exports/server/jobs/runner.ts';
import { emailWithdrawal, notifications } from '#features/mail/server/notifications.ts';
import { packetWork } from '#features/packets/server/work.ts';
import { defaultServices } from '#features/services/server/actions.ts';
import { createSessionLoader, findAnySession } from '#features/sessions/server/reads.ts';
import { createStripeService, getBrowserOrigins } from '#features/subscription/server/providers.ts';
import { startBackups } from './backups.ts';
import { features } from './contract.ts';
import { openData } from './openData.ts';
import { startScheduledJobs } from './scheduledJobs.ts';
import { SECRET_PAGES } from './secretPages.ts';
import { warnAboutZones } from './zoneWarnings.ts';

/** The options of a server besides its settings. */
export interface ServerParts {
  migrations: string;
  /** Folder of the built web app; omitted to serve only the API. */
  web?: string;
  /** The database of the settings, if it is already being opened. */
  database?: Database;
  /** The embedded database's worker, if it is not beside its source. */
  databaseWorker?: URL;
  /** The process that makes exports, if it is not beside this file. */
  exportProcess?: URL;
  /** The process that makes packets, if it is not beside this file. */
  packetProcess?: URL;
}

export interface RunningServer {
  app: FastifyInstance;
  services: Services;
  /** Null on a PostgreSQL server. */
  automaticBackups: AutomaticBackups | null;
  /** Completes requests in progress, ends event streams and closes the database. */
  stop(): Promise<void>;
}

/** Opens and migrates the database and builds the server; the caller calls `app.listen`. */
export async function startServer(
  settings: Settings,
  parts: ServerParts,
  log: FastifyBaseLogger,
): Promise<RunningServer> {
  const database = parts.database ?? (await openData(settings, parts.databaseWorker, log));
  try {
    const services = createServices(database, settings, log);
    const readiness: Readiness = { stopping: false, migrations: parts.migrations };
    const [app] = await Promise.all([
      buildApp(services, parts, { readiness, log }),
      database.opened.then(() => database.withoutTimeout(() => migrate(database.pool, parts.migrations))),
    ]);
    return await serve(services, parts, { app, readiness, log });
  } catch (error) {
    await database.close().catch((second: Error) => log.warn({ err: second }, 'the database did not close'));
    throw error;
  }
}

/** Creates the services on an open database; commands without HTTP use them too. */
export function createServices(database: Database, settings: Settings, log: FastifyBaseLogger): Services {
  const diskSpace = new DiskSpace(settings);
  return {
    settings,
    database,
    events: new EventBus(),
    mail: mailTransport(settings, log),
    outbox: new Outbox(),
    files: openFileStore(settings),
    jobs: new QueueSignal(),
    stagedUploads: new StagedUploads(settings, diskSpace),
    diskSpace,
    turns: createTurns(),
    passwords: new PasswordHasher(settings.passwordHashing),
    notifications,
    sumJobFileBytes: sumFileBytes,
    secrets: new SecretBox(settings.serverKey, settings.previousKeys),
    sessionLoader: createSessionLoader(database),
    stripe: createStripeService(settings),
    auditListeners: [defaultServices, emailWithdrawal],
    auditCheckpoints: new Map(),
    backupStatus: { outcomes: { made: 0, incomplete: 0, failed: 0 }, newest: null, isFailing: false },
  };
}

function buildApp(
  services: Services,
  parts: ServerParts,
  { readiness, log }: { readiness: Readiness; log: FastifyBaseLogger },
): Promise<FastifyInstance> {
  const externalOrigins = getBrowserOrigins(services.settings);
  return buildHttpServer({
    title: PRODUCT_NAME,
    services,
    features,
    resolveSession: findAnySession,
    readiness,
    log,
    secretPages: SECRET_PAGES,
    ...(parts.web ? { webDirectory: parts.web } : {}),
    ...(externalOrigins ? { externalOrigins } : {}),
  });
}

async function serve(
  services: Services,
  parts: ServerParts,
  { app, readiness, log }: { app: FastifyInstance; readiness: Readiness; log: FastifyBaseLogger },
): Promise<RunningServer> {
  const endRelay = await startEventRelay(services, log);
  const stopScheduledJobs = startScheduledJobs(services, log);
  const endDelivery = startDelivery(services, log);
  const backups = await startBackups(services, log, parts.databaseWorker);
  const endJobs = startExportJobs(services, parts, log);
  const zonesCompared = warnAboutZones(services, log).catch((error: Error) =>
    log.warn({ err: error }, 'time zones were not compared with the database'),
  );
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    readiness.stopping = true;
    stopScheduledJobs();
    // It may take a moment until the jobs in progress stop.
    const jobsEnded = endJobs();
    await drainAndClose(app, {
      drainMs: services.settings.drainSeconds * 1000,
      // Event streams never end on their own, so a close would wait for them forever.
      beforeClose: () => services.events.endAll(),
    });
    await Promise.all([endRelay(), endDelivery(), backups.end(), jobsEnded, zonesCompared]);
    await services.database.close();
  };
  return { app, services, automaticBackups: backups.automatic, stop: () => (stopped ??= stop()) };
}

/** Runs the jobs that make files, unless another node is to run them. @returns stops them */
function startExportJobs(
  services: Services,
  {
    exportProcess = new URL('./exportProcess.ts', import.meta.url),
    packetProcess = new URL('./packetProcess.ts', import.meta.url),
    databaseWorker,
    migrations,
  }: ServerParts,
  log: FastifyBaseLogger,
): () => Promise<void> {
  if (!services.settings.makesExports) return () => Promise.resolve();
  const works = {
    business: exportWork(exportProcess, { migrations, databaseWorker }),
    packet: packetWork(packetProcess),
  };
  return startJobs({ services, log, works });
}
