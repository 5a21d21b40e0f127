/** Opens the database separately from the server, so that the server's code loads at the same time. */

import type { FastifyBaseLogger } from 'fastify';
import { assertNoUnfinishedRestore } from '#platform/server/backup/restore.ts';
import { startDatabase, type Database } from '#platform/server/database/database.ts';
import { checkDirectUrl } from '#platform/server/database/directUrl.ts';
import type { Settings } from '#platform/server/settings.ts';

/**
 * Starts to open the database of the settings.
 * @param databaseWorker the embedded database's worker, if it is not beside its source
 * @throws SettingsError, DataDirectoryInUse
 */
export async function openData(
  settings: Settings,
  databaseWorker: URL | undefined,
  log: FastifyBaseLogger,
): Promise<Database> {
  assertNoUnfinishedRestore(settings);
  await checkDirectUrl(settings);
  return startDatabase(settings, log, databaseWorker);
}
