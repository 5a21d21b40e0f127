import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { profilePictures } from './tables.ts';

/** Finds the file of a colleague's picture. @throws 404 */
export function readPicture(context: MemberContext, userId: number) {
  return readInBusiness(context, async (tx) => {
    const [row] = await tx
      .select({ key: storedFiles.storageKey, mimeType: storedFiles.mimeType })
      .from(profilePictures)
      .innerJoin(storedFiles, and(tx.inTenant(storedFiles), eq(storedFiles.id, profilePictures.fileId)))
      .where(and(tx.inTenant(profilePictures), eq(profilePictures.userId, userId)));
    if (!row) throw notFound('There is no picture.');
    return row;
  });
}
