/** Stores uploaded files. A file whose row was not committed is orphaned, and deleted by an hourly job. */

import { and, eq, lt, notInArray, sum, type SQL } from 'drizzle-orm';
import type { MemberContext, Services } from '#platform/server/context.ts';
import { isDatabaseError } from '#platform/server/database/sqlState.ts';
import { orphanedFiles } from '#platform/server/database/tables.ts';
import { conflict, notFound, unavailable } from '#platform/server/errors.ts';
import { newKey } from '#platform/server/files/fileStore.ts';
import { fileTypeOf, type Extension } from '#platform/server/files/fileType.ts';
import type { ReceivedFile } from '#platform/server/files/receiveUpload.ts';
import {
  queryDirectory,
  writeInBusiness,
  writeInDirectory,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import { MAX_BUSINESS_BYTES } from '#features/files/rules.ts';
import { storedFiles } from './tables.ts';

export type StoredFile = typeof storedFiles.$inferSelect;

/** Orphaned files are deleted after this time. */
const ORPHANED_MS = 60 * 60 * 1000;
const BATCH_SIZE = 100;

interface StoredRow<T> {
  file: ReceivedFile;
  accepted: readonly Extension[];
  /** The write that refers to the file, in the transaction that stores its row. */
  write(tx: BusinessTransaction, stored: StoredFile): Promise<T>;
}

/**
 * Stores a received file and runs the write that refers to it; both succeed or neither.
 * @throws 415 for a type that is not accepted, 409 `storage_full`, 503 when the store does not respond, and the
 * errors of the write
 */
export async function storeFile<T>(
  context: MemberContext,
  { file, accepted, write }: StoredRow<T>,
): Promise<T> {
  const { services, businessId } = context;
  const mimeType = await fileTypeOf(file.path, { name: file.name, field: file.field, accepted });
  const storageKey = newKey(businessId);
  await queryDirectory(services).insert(orphanedFiles).values({ businessId, storageKey, since: context.now });
  try {
    await put(context, { storageKey, path: file.path });
    return await writeInBusiness(context, async (tx) => {
      await refuseOverQuota(tx, context, file.size);
      const stored = await insertRow(tx, context, { file, storageKey, mimeType });
      return write(tx, stored);
    });
  } catch (error) {
    await deleteOrphanedFile(context, storageKey);
    throw error;
  }
}

async function put(
  { services, log }: MemberContext,
  { storageKey, path }: { storageKey: string; path: string },
): Promise<void> {
  try {
    await services.files.put(storageKey, path);
  } catch (error) {
    log.error({ err: error }, 'a file could not be stored');
    throw unavailable('storage_away', "Couldn't store the file. Please try again later.", 10);
  }
}

interface Row {
  file: ReceivedFile;
  storageKey: string;
  mimeType: string;
}

/** Stores the row of a file, which is no longer orphaned. @throws 503 when the hourly job has deleted the file */
async function insertRow(
  tx: BusinessTransaction,
  { businessId, session, now }: MemberContext,
  { file, storageKey, mimeType }: Row,
): Promise<StoredFile> {
  const claimed = await tx
    .delete(orphanedFiles)
    .where(and(tx.inTenant(orphanedFiles), eq(orphanedFiles.storageKey, storageKey)))
    .returning({ key: orphanedFiles.storageKey });
  if (claimed.length === 0) throw unavailable('storage_away', 'The upload took too long. Please try again.');
  const [stored] = await tx
    .insert(storedFiles)
    .values({
      businessId,
      storageKey,
      originalName: file.name,
      fileSize: file.size,
      mimeType,
      sha256: file.sha256,
      uploadedBy: session.userId,
      createdAt: now,
    })
    .returning();
  if (!stored) throw new Error('A file was not recorded');
  return stored;
}

/** Locks the business, so that two uploads cannot both use the last free space. @throws 409 `storage_full` */
async function refuseOverQuota(
  tx: BusinessTransaction,
  { services, businessId }: MemberContext,
  more: number,
): Promise<void> {
  await lockPlan(tx, businessId);
  const [[row], ofJobs] = await Promise.all([
    tx
      .select({ bytes: sum(storedFiles.fileSize).mapWith(Number) })
      .from(storedFiles)
      .where(tx.inTenant(storedFiles)),
    services.sumJobFileBytes(tx, businessId),
  ]);
  if ((row?.bytes ?? 0) + ofJobs + more <= MAX_BUSINESS_BYTES) return;
  throw conflict(
    'storage_full',
    "Your business has used its 2 GB of storage, including its export and audit-day packet. Delete files you don't need anymore.",
  );
}

/**
 * Deletes the row of a file, in the transaction that deletes the row referring to it.
 * @returns its key, for `deleteOrphanedFile` after the commit
 */
export async function dropFile(
  tx: BusinessTransaction,
  { businessId, now }: MemberContext,
  fileId: number,
): Promise<string> {
  const [dropped] = await tx
    .delete(storedFiles)
    .where(and(tx.inTenant(storedFiles), eq(storedFiles.id, fileId)))
    .returning({ storageKey: storedFiles.storageKey });
  if (!dropped) throw notFound();
  await tx.insert(orphanedFiles).values({ businessId, storageKey: dropped.storageKey, since: now });
  return dropped.storageKey;
}

/** Deletes one orphaned file. A failure is logged; the hourly job tries again. */
export async function deleteOrphanedFile(
  { services, businessId, log }: Pick<MemberContext, 'services' | 'businessId' | 'log'>,
  storageKey: string,
): Promise<void> {
  try {
    const isFile = and(eq(orphanedFiles.businessId, businessId), eq(orphanedFiles.storageKey, storageKey));
    const [orphaned] = await queryDirectory(services).select().from(orphanedFiles).where(isFile);
    if (!orphaned) return;
    await services.files.delete(storageKey);
    await queryDirectory(services).delete(orphanedFiles).where(isFile);
  } catch (error) {
    log.warn({ err: error, storageKey }, 'an orphaned file is left to the hourly job');
  }
}

/** Scheduled: deletes files orphaned for an hour, and uploads that were interrupted. @throws the first failure, at the end */
export async function deleteOrphanedFiles(services: Services, now: Date): Promise<void> {
  await services.stagedUploads.removeAbandoned(now);
  const failures = new Map<number, unknown>();
  while (await deleteBatch(services, now, failures));
  if (failures.size > 0) throw [...failures.values()][0];
}

/**
 * Skips businesses with failures, because a worker that refuses writes affects only its own businesses.
 * @returns whether there may be more
 */
async function deleteBatch(services: Services, now: Date, failures: Map<number, unknown>): Promise<boolean> {
  const isOld = lt(orphanedFiles.since, new Date(now.getTime() - ORPHANED_MS));
  const orphaned = await queryDirectory(services)
    .select({ businessId: orphanedFiles.businessId, storageKey: orphanedFiles.storageKey })
    .from(orphanedFiles)
    .where(and(isOld, notInArray(orphanedFiles.businessId, [...failures.keys()])))
    .orderBy(orphanedFiles.since)
    .limit(BATCH_SIZE);
  let hasChanged = false;
  for (const { businessId, storageKey } of orphaned) {
    if (failures.has(businessId)) continue;
    const isFile = and(
      eq(orphanedFiles.businessId, businessId),
      eq(orphanedFiles.storageKey, storageKey),
      isOld,
    );
    try {
      if (await deleteUnlessClaimed(services, storageKey, isFile)) hasChanged = true;
    } catch (error) {
      // A file store that fails, fails for all businesses.
      if (!isDatabaseError(error)) throw error;
      failures.set(businessId, error);
      hasChanged = true;
    }
  }
  return hasChanged;
}

/** The row is locked while the file is deleted, so that no other node deletes it and no upload claims it. */
function deleteUnlessClaimed(
  services: Services,
  storageKey: string,
  isFile: SQL | undefined,
): Promise<boolean> {
  return writeInDirectory(services, async (tx) => {
    const [locked] = await tx
      .select({ storageKey: orphanedFiles.storageKey })
      .from(orphanedFiles)
      .where(isFile)
      .for('update', { skipLocked: true });
    if (!locked) return false;
    await services.files.delete(storageKey);
    await tx.delete(orphanedFiles).where(isFile);
    return true;
  });
}
