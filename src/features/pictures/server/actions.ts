/** Changes and removes the pictures of people. */

import { and, eq } from 'drizzle-orm';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { forbidden, notFound, unsupportedFile } from '#platform/server/errors.ts';
import { toProfilePicture } from '#platform/server/files/picture.ts';
import type { ReceivedFile } from '#platform/server/files/receiveUpload.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { dropFile, storeFile, deleteOrphanedFile } from '#features/files/server/actions.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { setProfilePicture } from '#features/people/server/actions.ts';
import { getProfile, withPermissions } from '#features/people/server/reads.ts';
import { NOT_A_PICTURE } from '#features/pictures/rules.ts';
import { profilePictures } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'person.picture_changed': null;
    'person.picture_removed': null;
  }
}

const wherePerson = (tx: BusinessTransaction, userId: number) =>
  and(tx.inTenant(profilePictures), eq(profilePictures.userId, userId));

/** The address of a picture, with the file's id so that browsers do not show a cached older picture. */
const addressOf = (userId: number, fileId: number): string => `/api/users/${userId}/picture?v=${fileId}`;

/**
 * Sets the picture of a person and deletes the previous one.
 * @throws 403 for an admin's unless the caller is an admin, 404, 415 for other file types, and the errors of `storeFile`
 */
export async function changePicture(context: MemberContext, received: ReceivedFile, userId: number) {
  const { businessId, now, services } = context;
  const bytes = await toProfilePicture(received.path);
  if (!bytes) throw unsupportedFile(received.field, NOT_A_PICTURE);
  const arrival = await services.stagedUploads.write(bytes);
  const file = { ...arrival, name: 'picture.jpg', field: received.field };
  // Not part of the result of the transaction, which is stored for idempotent replays.
  let before = null as string | null;
  try {
    const person = await storeFile(context, {
      file,
      accepted: ['jpg'],
      write: async (tx, { id: fileId }) => {
        await refuseUnlessEditable(tx, context, userId);
        const [old] = await tx.select().from(profilePictures).where(wherePerson(tx, userId));
        await tx
          .insert(profilePictures)
          .values({ businessId, userId, fileId, createdAt: now })
          .onConflictDoUpdate({
            target: [profilePictures.businessId, profilePictures.userId],
            set: { fileId, createdAt: now },
          });
        before = old ? await dropFile(tx, context, old.fileId) : null;
        const address = addressOf(userId, fileId);
        return storePictureUrl(tx, context, { userId, address, action: 'picture_changed' });
      },
    });
    if (before) await deleteOrphanedFile(context, before);
    return person;
  } finally {
    await arrival.discard();
  }
}

/** Removes the picture of a person. @throws 403 for an admin's unless the caller is an admin, 404 without a picture */
export async function removePicture(context: MemberContext, userId: number) {
  const { person, storageKey } = await writeInBusiness(context, async (tx) => {
    await refuseUnlessEditable(tx, context, userId);
    const [old] = await tx.delete(profilePictures).where(wherePerson(tx, userId)).returning();
    if (!old) throw notFound('There is no picture.');
    return {
      storageKey: await dropFile(tx, context, old.fileId),
      person: await storePictureUrl(tx, context, { userId, address: null, action: 'picture_removed' }),
    };
  });
  await deleteOrphanedFile(context, storageKey);
  return person;
}

async function refuseUnlessEditable(tx: BusinessTransaction, { session }: MemberContext, userId: number) {
  const { can } = withPermissions(session, await getProfile(tx, userId));
  if (!can.edit) throw forbidden("Only an admin can change an admin's profile.");
}

interface PictureChange {
  userId: number;
  address: string | null;
  action: 'picture_changed' | 'picture_removed';
}

async function storePictureUrl(
  tx: BusinessTransaction,
  context: MemberContext,
  { userId, address, action }: PictureChange,
) {
  const { session, now } = context;
  await setProfilePicture(tx, userId, { address, now });
  const profile = await getProfile(tx, userId);
  recordAudit(tx, context, { type: `person.${action}`, id: userId, label: fullNameOf(profile) });
  publishChange(tx, ['people']);
  return withPermissions(session, profile);
}
