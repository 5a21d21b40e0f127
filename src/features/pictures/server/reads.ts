import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { profilePictures } from './tables.ts';

/** Where a colleague's picture lies, and its type. @throws 404 */
export function pictureOf(context: MemberContext, userId: number) {
  const { businessId } = context;
  return readInBusiness(context, async (tx) => {
    const [row] = await tx
      .select({ key: storedFiles.storageKey, mimeType: storedFiles.mimeType })
      .from(profilePictures)
      .innerJoin(
        storedFiles,
        and(
          eq(storedFiles.businessId, profilePictures.businessId),
          eq(storedFiles.id, profilePictures.fileId),
        ),
      )
      .where(and(eq(profilePictures.businessId, businessId), eq(profilePictures.userId, userId)));
    if (!row) throw notFound('There is no picture.');
    return row;
  });
}
