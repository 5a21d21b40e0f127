import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '../../../platform/server/context.ts';
import { AppError, notFound } from '../../../platform/server/errors.ts';
import { drawnAnew } from '../../../platform/server/files/picture.ts';
import type { ReceivedFile } from '../../../platform/server/files/receive.ts';
import { changed, inBusiness } from '../../../platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { recordAudit } from '../../audit/server/service.ts';
import { dropFile, keepFile, sweepKey } from '../../files/server/service.ts';
import { profileOf, withRights } from '../../people/server/reads.ts';
import { setPicture } from '../../people/server/service.ts';
import { NOT_A_PICTURE } from '../rules.ts';
import { profilePictures } from './tables.ts';

const ofPerson = ({ session }: MemberContext) =>
  and(eq(profilePictures.businessId, session.businessId), eq(profilePictures.userId, session.userId));

/** The picture in the row of the person, which carries the file's id so that browsers see a new one. */
const addressOf = (userId: number, fileId: number): string => `/api/users/${userId}/picture?v=${fileId}`;

/**
 * Makes a picture the own one; the one before is removed.
 * @throws 415 for what is no picture, and what keeping a file throws
 */
export async function changePicture(context: MemberContext, received: ReceivedFile) {
  const { businessId, session, now, services } = context;
  const { userId } = session;
  const bytes = await drawnAnew(received.path);
  if (!bytes) throw notAPicture(received.field);
  const arrival = await services.incoming.write(bytes);
  const file = { ...arrival, name: 'picture.jpg', field: received.field };
  try {
    const { person, before } = await keepFile(context, {
      file,
      accepted: ['jpg'],
      write: async (tx, { id: fileId }) => {
        const [old] = await tx.select().from(profilePictures).where(ofPerson(context));
        await tx
          .insert(profilePictures)
          .values({ businessId, userId, fileId, createdAt: now })
          .onConflictDoUpdate({
            target: [profilePictures.businessId, profilePictures.userId],
            set: { fileId, createdAt: now },
          });
        const dropped = old ? await dropFile(tx, context, old.fileId) : null;
        const address = addressOf(userId, fileId);
        return { before: dropped, person: await show(tx, context, { address, action: 'picture_changed' }) };
      },
    });
    if (before) await sweepKey(context, before);
    return person;
  } finally {
    await arrival.discard();
  }
}

/** Removes the own picture. @throws 404 when there is none */
export async function removePicture(context: MemberContext) {
  const { person, before } = await inBusiness(context, async (tx) => {
    const [old] = await tx.delete(profilePictures).where(ofPerson(context)).returning();
    if (!old) throw notFound('There is no picture.');
    const dropped = await dropFile(tx, context, old.fileId);
    return {
      before: dropped,
      person: await show(tx, context, { address: null, action: 'picture_removed' }),
    };
  });
  await sweepKey(context, before);
  return person;
}

async function show(
  tx: BusinessTransaction,
  context: MemberContext,
  { address, action }: { address: string | null; action: string },
) {
  const { session, now } = context;
  await setPicture(tx, session, { address, now });
  await recordAudit(tx, context, { action, object: 'person', objectId: session.userId });
  changed(tx, ['people']);
  return withRights(session, await profileOf(tx, session));
}

const notAPicture = (path: string) =>
  new AppError(415, 'unsupported_media_type', {
    message: NOT_A_PICTURE,
    issues: [{ path, message: NOT_A_PICTURE }],
  });
