import { asc } from 'drizzle-orm';
import type { ReferencedFile } from '#platform/server/backup/backup.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { storedFiles } from './tables.ts';

/**
 * Lists the files of all businesses for a backup or restore; row-level security allows that only in its transaction.
 * The only statement here without the tenant condition.
 */
export const filesOfAllBusinesses = (queries: Queries): Promise<ReferencedFile[]> =>
  queries
    .select({
      businessId: storedFiles.businessId,
      key: storedFiles.storageKey,
      sha256: storedFiles.sha256,
      bytes: storedFiles.fileSize,
    })
    .from(storedFiles)
    .orderBy(asc(storedFiles.businessId), asc(storedFiles.id));
