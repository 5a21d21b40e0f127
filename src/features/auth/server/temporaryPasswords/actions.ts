/** Guarded: what managers do about the passwords of others: look an issued one up, issue another. */
import { takeAttempt } from '#platform/server/attempts.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden, tooManyRequests } from '#platform/server/errors.ts';
import { readableSecret } from '#platform/server/secrets.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { getEnvelope, sendMessage } from '#features/mail/server/actions.ts';
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

/** Passwords that one manager may look up, or issue, or second steps switched off, in 15 minutes. */
const MAX_MANAGER_ACTIONS = 10;
/** Groups of four letters: 59 bits. */
const PASSWORD_GROUPS = 3;

/**
 * The password that a manager issued to a person. The person is told who looked at it.
 * @throws 403 for the own one, and an admin's for anybody but an admin; 404; 409 `password_is_private`; 429
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
      subject: 'Your password was looked at',
      did: 'looked at the password that was issued to you',
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
 * Issues a new password in place of the person's own: every session of theirs ends, and they are told.
 * @throws 403 as for looking it up; 404; 409 `person_inactive`; 429
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
      did: 'issued a new password to you',
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

/** What one manager does about the sign-in of others is limited. @throws 429 */
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
      ? 'Nobody can look up or reset their own password here. Use Change password.'
      : "Only an admin can look up or reset an admin's password.",
  );
}

const passwordIsPrivate = (issued: boolean) =>
  conflict(
    'password_is_private',
    issued
      ? 'This password was issued more than 7 days ago and is no longer kept. Reset it to issue a new one.'
      : 'This person chose their own password. Reset it to issue a new one.',
  );

/** Tells a person by internal mail what was done about their password, and by whom. */
async function notifyPerson(
  tx: BusinessTransaction,
  context: MemberContext,
  { userId, subject, did }: { userId: number; subject: string; did: string },
): Promise<void> {
  const to = await getEnvelope(tx, context, userId);
  const content = `${fullNameOf(to.author)} ${did}. Choose a password of your own, so that only you know it.`;
  await sendMessage(tx, context, { to, subject, content });
}
