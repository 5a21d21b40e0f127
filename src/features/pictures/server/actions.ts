import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { AppError, forbidden, notFound } from '#platform/server/errors.ts';
import { toProfilePicture } from '#platform/server/files/picture.ts';
import type { ReceivedFile } from '#platform/server/files/receiveUpload.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { dropFile, storeFile, deleteOrphanedFile } from '#features/files/server/actions.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { getProfile, withPermissions } from '#features/people/server/reads.ts';
import type { PersonKey } from '#features/people/server/reads.ts';
import { setProfilePicture } from '#features/people/server/actions.ts';
import { NOT_A_PICTURE } from '#features/pictures/rules.ts';
import { profilePictures } from './tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'person.picture_changed': null;
    'person.picture_removed': null;
  }
}

const ofPerson = ({ businessId, userId }: PersonKey) =>
  and(eq(profilePictures.businessId, businessId), eq(profilePictures.userId, userId));

/** The picture in the row of the person, which carries the file's id so that browsers see a new one. */
const addressOf = (userId: number, fileId: number): string => `/api/users/${userId}/picture?v=${fileId}`;

/**
 * Makes a picture that of a person; the one before is removed.
 * @throws 403 for an admin's when not an admin, 404, 415 for what is no picture, and what keeping a file throws
 */
export async function changePicture(context: MemberContext, received: ReceivedFile, key: PersonKey) {
  const { now, services } = context;
  const { businessId, userId } = key;
  const bytes = await toProfilePicture(received.path);
  if (!bytes) throw notAPicture(received.field);
  const arrival = await services.stagedUploads.write(bytes);
  const file = { ...arrival, name: 'picture.jpg', field: received.field };
  // Not part of what the transaction answers: that is kept for a repeated request.
  let before = null as string | null;
  try {
    const person = await storeFile(context, {
      file,
      accepted: ['jpg'],
      write: async (tx, { id: fileId }) => {
        await refuseUnlessEditable(tx, context, key);
        const [old] = await tx.select().from(profilePictures).where(ofPerson(key));
        await tx
          .insert(profilePictures)
          .values({ businessId, userId, fileId, createdAt: now })
          .onConflictDoUpdate({
            target: [profilePictures.businessId, profilePictures.userId],
            set: { fileId, createdAt: now },
          });
        before = old ? await dropFile(tx, context, old.fileId) : null;
        const address = addressOf(userId, fileId);
        return show(tx, context, { key, address, action: 'picture_changed' });
      },
    });
    if (before) await deleteOrphanedFile(context, before);
    return person;
  } finally {
    await arrival.discard();
  }
}

/** Removes a person's picture. @throws 403 for an admin's when not an admin, 404 when there is none */
export async function removePicture(context: MemberContext, key: PersonKey) {
  const { person, before } = await writeInBusiness(context, async (tx) => {
    await refuseUnlessEditable(tx, context, key);
    const [old] = await tx.delete(profilePictures).where(ofPerson(key)).returning();
    if (!old) throw notFound('There is no picture.');
    const dropped = await dropFile(tx, context, old.fileId);
    return {
      before: dropped,
      person: await show(tx, context, { key, address: null, action: 'picture_removed' }),
    };
  });
  await deleteOrphanedFile(context, before);
  return person;
}

async function refuseUnlessEditable(tx: BusinessTransaction, { session }: MemberContext, key: PersonKey) {
  const { can } = withPermissions(session, await getProfile(tx, key));
  if (!can.edit) throw forbidden('Only an admin can change an admin.');
}

async function show(
  tx: BusinessTransaction,
  context: MemberContext,
  {
    key,
    address,
    action,
  }: { key: PersonKey; address: string | null; action: 'picture_changed' | 'picture_removed' },
) {
  const { session, now } = context;
  await setProfilePicture(tx, key, { address, now });
  const profile = await getProfile(tx, key);
  recordAudit(tx, context, {
    action,
    object: 'person',
    objectId: key.userId,
    label: fullNameOf(profile),
  });
  publishChange(tx, ['people']);
  return withPermissions(session, profile);
}

const notAPicture = (path: string) =>
  new AppError(415, 'unsupported_media_type', {
    message: NOT_A_PICTURE,
    issues: [{ path, message: NOT_A_PICTURE }],
  });
