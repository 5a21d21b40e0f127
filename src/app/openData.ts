/** The data of the product, apart from the rest: a start opens it first and loads everything else meanwhile. */
import type { FastifyBaseLogger } from 'fastify';
import { assertNoUnfinishedRestore } from '#platform/server/backup/restore.ts';
import { startOpeningDatabase } from '#platform/server/database/database.ts';
import type { OpeningDatabase } from '#platform/server/database/database.ts';
import { checkDirectUrl } from '#platform/server/database/directUrl.ts';
import type { Settings } from '#platform/server/settings.ts';

/**
 * Begins to open the database of the settings.
 * @param databaseWorker the embedded database's worker, where it does not lie beside its source
 * @throws SettingsError, DataDirectoryInUse
 */
export async function openData(
  settings: Settings,
  databaseWorker: URL | undefined,
  log: FastifyBaseLogger,
): Promise<OpeningDatabase> {
  assertNoUnfinishedRestore(settings);
  await checkDirectUrl(settings);
  return startOpeningDatabase(settings, log, databaseWorker);
}
