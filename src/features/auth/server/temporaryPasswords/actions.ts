/** Guarded: temporary passwords, which managers view and set for other users. */
import { takeAttempt } from '#platform/server/attempts.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden, tooManyRequests } from '#platform/server/errors.ts';
import { readableSecret } from '#platform/server/secrets.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { fullNameOf } from '#features/people/rules.ts';
import {
  hasTemporaryPassword,
  findTemporaryPassword,
  getProfile,
  withPermissions,
} from '#features/people/server/reads.ts';
import type { Profile } from '#features/people/server/reads.ts';
import { setTemporaryPassword } from '#features/people/server/actions.ts';
import { endSessions } from '#features/sessions/server/actions.ts';
import { deleteResetLinks } from '#features/auth/server/passwords/actions.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'person.password_revealed': { issuedAt: string };
    'person.password_issued': null;
  }
}

/** Per manager and kind of action in 15 minutes: passwords viewed, passwords reset, two-factor resets. */
const MAX_MANAGER_ACTIONS = 10;
/** Groups of four letters: 59 bits. */
const PASSWORD_GROUPS = 3;

/**
 * The temporary password of a person, who is notified of who viewed it.
 * @throws 403 for one's own, and for an admin's unless the caller is an admin; 404; 409 `password_is_private`; 429
 */
export async function revealPassword(context: MemberContext, userId: number) {
  await limitManagerActions(context, 'password-reveal');
  const key = { businessId: context.businessId, userId };
  return writeInBusiness(context, async (tx) => {
    const person = await checkCanHandle(tx, context, userId);
    const issued = await findTemporaryPassword(tx, context, key);
    if (!issued) throw passwordIsPrivate(await hasTemporaryPassword(tx, key));
    await notifyPerson(tx, context, {
      userId,
      subject: 'Your temporary password was viewed',
      did: 'viewed your temporary password',
    });
    const { issuedAt } = issued;
    const details = { issuedAt: issuedAt.toISOString() };
    recordAudit(tx, context, {
      action: 'password_revealed',
      object: 'person',
      objectId: userId,
      label: fullNameOf(person),
      details,
    });
    return issued;
  });
}

/**
 * Replaces the password of a person with a temporary one: their sessions end, and they are notified.
 * @throws 403 as for viewing it; 404; 409 `person_inactive`; 429
 */
export async function resetToTemporaryPassword(context: MemberContext, userId: number) {
  await limitManagerActions(context, 'password-reset');
  const { services, businessId, now } = context;
  const key = { businessId, userId };
  const tempPassword = readableSecret(PASSWORD_GROUPS);
  const hash = await services.passwords.hash(tempPassword);
  return writeInBusiness(context, async (tx) => {
    const person = await checkCanHandle(tx, context, userId);
    if (!(await setTemporaryPassword(tx, services, { ...key, password: tempPassword, hash, now }))) {
      throw conflict('person_inactive', 'This person is inactive and cannot sign in.');
    }
    await deleteResetLinks(tx, key);
    await endSessions(tx, key);
    await notifyPerson(tx, context, {
      userId,
      subject: 'Your password was reset',
      did: 'reset your password to a temporary one',
    });
    recordAudit(tx, context, {
      action: 'password_issued',
      object: 'person',
      objectId: userId,
      label: fullNameOf(person),
    });
    publishChange(tx, ['people']);
    return { tempPassword };
  });
}

/** Limits what one manager does about the sign-in of others. @throws 429 */
export async function limitManagerActions(
  { services, session, now }: MemberContext,
  what: string,
): Promise<void> {
  const subject = `${what}:${session.businessId}:${session.userId}`;
  const wait = await takeAttempt(services, { subject, most: MAX_MANAGER_ACTIONS }, now);
  if (wait !== null) throw tooManyRequests(wait);
}

/** @throws 403, 404 */
async function checkCanHandle(
  tx: BusinessTransaction,
  { businessId, session }: MemberContext,
  userId: number,
): Promise<Profile> {
  const profile = await getProfile(tx, { businessId, userId });
  if (withPermissions(session, profile).can.handlePassword) return profile;
  throw forbidden(
    userId === session.userId
      ? "You can't reset your own password here. Use Change password."
      : "Only an admin can view or reset an admin's password.",
  );
}

const passwordIsPrivate = (isTemporary: boolean) =>
  conflict(
    'password_is_private',
    isTemporary
      ? 'This temporary password was set more than 7 days ago and can no longer be viewed. Reset it to get a new one.'
      : 'This person chose their own password. Reset it to get a temporary one.',
  );

/** Sends the person a message about what was done with their password, and by whom. */
const notifyPerson = (
  tx: BusinessTransaction,
  context: MemberContext,
  { userId, subject, did }: { userId: number; subject: string; did: string },
): Promise<void> =>
  context.services.notifications.notifyUser(tx, context, {
    userId,
    subject,
    content: (name) => `${name} ${did}. Choose your own password so that only you know it.`,
  });
