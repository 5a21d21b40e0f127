/** Starts the product: settings, database, server; stops it gracefully on SIGTERM and SIGINT. */

import type { FastifyBaseLogger } from 'fastify';
import { fileURLToPath } from 'node:url';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import type { Database } from '#platform/server/database/database.ts';
import { checkDurability } from '#platform/server/database/durability.ts';
import { DataDirectoryInUse } from '#platform/server/database/embedded/errors.ts';
import { openLog } from '#platform/server/log.ts';
import { readSettings, SettingsError, type Settings } from '#platform/server/settings.ts';
import { openData } from './openData.ts';
import type { ServerParts, RunningServer } from './server.ts';
import { toStartupError } from './startupErrors.ts';

/** Maximum shutdown time after the drain time; then the process exits. */
const STOP_WITHIN_MS = 25_000;

/** Finds migrations, web app and worker, from the sources or from the bundle in `dist/server`. */
function locateFiles(): ServerParts {
  const bundled = import.meta.url.endsWith('/dist/server/main.js');
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  return {
    migrations: at('../../db/migrations'),
    web: at('../../dist/web'),
    ...(bundled && {
      databaseWorker: new URL('./worker.js', import.meta.url),
      exportProcess: new URL('./exportProcess.js', import.meta.url),
      packetProcess: new URL('./packetProcess.js', import.meta.url),
    }),
  };
}

async function run(settings: Settings): Promise<void> {
  const log = openLog(settings.logLevel);
  for (const warning of settings.warnings) log.warn(warning);
  const parts = locateFiles();
  // Loads the server's code while a thread opens the database.
  const [database, { startServer }] = await Promise.all([
    openDurableData(settings, parts, log),
    import('./server.ts'),
  ]);
  const running = await startServer(settings, { ...parts, database }, log);
  stopOnSignals(running, settings);
  try {
    await running.app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await running.stop();
    throw error;
  }
  announce(running, settings);
}

/** Starts to open the database. @throws before anything is written when confirmed writes could be lost */
async function openDurableData(
  settings: Settings,
  { databaseWorker }: ServerParts,
  log: FastifyBaseLogger,
): Promise<Database> {
  const database = await openData(settings, databaseWorker, log);
  try {
    await checkDurability(database, settings, log);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function announce({ app, services }: RunningServer, settings: Settings): void {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  const location =
    services.database.kind === 'embedded' ? settings.dataDir : 'the PostgreSQL server in DATABASE_URL';
  process.stdout.write(`${PRODUCT_NAME} is ready at ${settings.publicUrl ?? `http://localhost:${port}`}\n`);
  process.stdout.write(`Data is kept in ${location}\n`);
}

function stopOnSignals(running: RunningServer, { drainSeconds }: Settings): void {
  const stop = () => {
    setTimeout(() => process.exit(1), drainSeconds * 1000 + STOP_WITHIN_MS).unref();
    running.stop().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`${error.message}\n`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Runs the server until a signal ends it; a failed start exits with a line that gives the reason. */
export async function start(): Promise<void> {
  try {
    const settings = readSettings();
    await run(settings).catch((error: unknown) => {
      throw toStartupError(error, settings);
    });
  } catch (error) {
    const expected = error instanceof SettingsError || error instanceof DataDirectoryInUse;
    const reason = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`${expected ? reason.message : (reason.stack ?? reason.message)}\n`);
    process.exit(1);
  }
}

if (import.meta.main) await start();
