/** What a backup has to know about files. */
import { asc } from 'drizzle-orm';
import type { ReferencedFile } from '#platform/server/backup/backup.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { storedFiles } from './tables.ts';

/**
 * The files of all businesses, for the transaction of a backup alone: row-level security shows them to no other. The
 * one statement here that names no business.
 */
export const filesOfAllBusinesses = (queries: Queries): Promise<ReferencedFile[]> =>
  queries
    .select({ key: storedFiles.storageKey, sha256: storedFiles.sha256, bytes: storedFiles.fileSize })
    .from(storedFiles)
    .orderBy(asc(storedFiles.businessId), asc(storedFiles.id));
