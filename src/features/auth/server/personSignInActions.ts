/** Guarded: manages the sign-in of another person: password, sessions, two-factor authentication. */

import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden, notFound } from '#platform/server/errors.ts';
import { spendGuess } from '#platform/server/guessLimiter.ts';
import { readableSecret } from '#platform/server/secrets.ts';
import {
  publishChange,
  readInBusiness,
  writeInBusiness,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { setSendingUntil, setTemporaryPassword } from '#features/people/server/actions.ts';
import {
  findTemporaryPassword,
  getProfile,
  hasTemporaryPassword,
  withPermissions,
  type Profile,
} from '#features/people/server/reads.ts';
import { endSession, endSessions } from '#features/sessions/server/actions.ts';
import { findSessionOwner, listRecentSessions } from '#features/sessions/server/reads.ts';
import { deleteResetLinks } from './passwordActions.ts';
import { deleteTwoFactor, findTwoFactorEnabledAt, notEnabled } from './twoFactorActions.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'person.password_revealed': { issuedAt: string };
    'person.password_issued': null;
    'person.two_step_removed': null;
    'person.signed_out_everywhere': null;
    'person.signed_out_on_device': { sessionId: number };
    'person.sending_allowed': { until: string };
  }
}

/** Groups of four letters: 59 bits. */
const PASSWORD_GROUPS = 3;

/**
 * Returns the temporary password of a person and notifies them who viewed it.
 * @throws 403 for one's own, and for an admin's unless the caller is an admin; 404; 409 `password_is_private`; 429
 */
export async function revealPassword(context: MemberContext, userId: number) {
  await limitManagerActions(context, 'password-reveal');
  return writeInBusiness(context, async (tx) => {
    const person = await getManageablePerson(tx, context, { userId, reasons: PASSWORD_REASONS });
    const temporary = await findTemporaryPassword(tx, context, userId);
    if (!temporary) throw passwordIsPrivate(await hasTemporaryPassword(tx, userId));
    await context.services.notifications.notifyUser(tx, context, {
      userId,
      subject: 'Your temporary password was viewed',
      content: (name) => `${name} viewed your temporary password. ${CHOOSE_YOUR_OWN}`,
    });
    const details = { issuedAt: temporary.issuedAt.toISOString() };
    recordAudit(tx, context, { type: 'person.password_revealed', ...auditedPerson(person), details });
    return temporary;
  });
}

/**
 * Replaces the password of a person with a temporary one: their sessions end, and they are notified.
 * @throws 403 as for viewing it; 404; 409 `person_inactive`; 429
 */
export async function resetToTemporaryPassword(context: MemberContext, userId: number) {
  await limitManagerActions(context, 'password-reset');
  const { services, businessId, now } = context;
  const tempPassword = readableSecret(PASSWORD_GROUPS);
  const hash = await services.passwords.hash(tempPassword);
  return writeInBusiness(context, async (tx) => {
    const person = await getManageablePerson(tx, context, { userId, reasons: PASSWORD_REASONS });
    const password = { businessId, userId, password: tempPassword, hash, now };
    if (!(await setTemporaryPassword(tx, services, password))) {
      throw conflict('person_inactive', 'This person is inactive and cannot log in.');
    }
    await deleteResetLinks(tx, userId);
    await endSessions(tx, userId);
    await services.notifications.notifyUser(tx, context, {
      userId,
      subject: 'Your password was reset',
      content: (name) => `${name} reset your password to a temporary one. ${CHOOSE_YOUR_OWN}`,
    });
    recordAudit(tx, context, { type: 'person.password_issued', ...auditedPerson(person) });
    publishChange(tx, ['people']);
    return { tempPassword };
  });
}

const CHOOSE_YOUR_OWN = 'Choose your own password so that only you know it.';

const passwordIsPrivate = (isTemporary: boolean) =>
  conflict(
    'password_is_private',
    isTemporary
      ? 'This temporary password was set more than 7 days ago and can no longer be viewed. Reset it to get a new one.'
      : 'This person chose their own password. Reset it to issue a new one.',
  );

/** Returns whether a person uses two-factor authentication. @throws 403 as for turning it off, 404 */
export function readTwoFactorOf(context: MemberContext, userId: number): Promise<{ enabled: boolean }> {
  return readInBusiness(context, async (tx) => {
    await getManageablePerson(tx, context, { userId, reasons: TWO_FACTOR_REASONS });
    return { enabled: (await findTwoFactorEnabledAt(tx, userId)) !== null };
  });
}

/**
 * Turns off the two-factor authentication of a person who lost their phone. Their sessions end, because one of them may
 * be on that phone, and they are notified.
 * @throws 403 for one's own, and for an admin's unless the caller is an admin; 404; 409 `totp_not_enabled`; 429
 */
export async function resetTwoFactor(context: MemberContext, userId: number): Promise<undefined> {
  await limitManagerActions(context, 'totp-off');
  return writeInBusiness(context, async (tx) => {
    const person = await getManageablePerson(tx, context, { userId, reasons: TWO_FACTOR_REASONS });
    if (!(await deleteTwoFactor(tx, userId))) throw notEnabled();
    await endSessions(tx, userId);
    await context.services.notifications.notifyUser(tx, context, {
      userId,
      subject: 'Two-factor authentication was turned off for you',
      content: (name) =>
        `${name} turned off your two-factor authentication. You log in with your password only now. Please set it up again in your profile, with the phone you have.`,
    });
    recordAudit(tx, context, { type: 'person.two_step_removed', ...auditedPerson(person) });
    return undefined;
  });
}

/** Lists the recent sessions of a person, newest first. @throws 403 as for ending them, 404 */
export async function readSessionsOf(context: MemberContext, userId: number) {
  await readInBusiness(context, (tx) =>
    getManageablePerson(tx, context, { userId, reasons: SESSION_REASONS }),
  );
  return listRecentSessions(context.services, { businessId: context.businessId, userId }, context.now);
}

/**
 * Ends every session of a person, for example when a phone is lost, and notifies them.
 * @throws 403 for one's own, and for an admin's unless the caller is an admin; 404; 429
 */
export async function endSessionsOf(context: MemberContext, userId: number): Promise<undefined> {
  await limitManagerActions(context, 'sessions-off');
  return writeInBusiness(context, async (tx) => {
    const person = await getManageablePerson(tx, context, { userId, reasons: SESSION_REASONS });
    await endSessions(tx, userId);
    await context.services.notifications.notifyUser(tx, context, {
      userId,
      subject: 'You were logged out everywhere',
      content: (name) =>
        `${name} logged you out of all your sessions. Your password hasn't changed. If you lost a phone, please choose a new password in your profile.`,
    });
    recordAudit(tx, context, { type: 'person.signed_out_everywhere', ...auditedPerson(person) });
    return undefined;
  });
}

/**
 * Ends one session of another person, for example on a phone that was stolen, and notifies them.
 * @throws 403 for one's own, and for an admin's unless the caller is an admin; 404; 429
 */
export async function endSessionOf(context: MemberContext, sessionId: number): Promise<undefined> {
  await limitManagerActions(context, 'session-off');
  return writeInBusiness(context, async (tx) => {
    const userId = await findSessionOwner(tx, sessionId, context.now);
    if (userId === null) throw notFound('This session does not exist.');
    const person = await getManageablePerson(tx, context, { userId, reasons: SESSION_REASONS });
    await endSession(tx, userId, sessionId);
    await context.services.notifications.notifyUser(tx, context, {
      userId,
      subject: 'You were logged out on a device',
      content: (name) => `${name} logged you out on one of your devices. Your password hasn't changed.`,
    });
    recordAudit(tx, context, {
      type: 'person.signed_out_on_device',
      ...auditedPerson(person),
      details: { sessionId },
    });
    return undefined;
  });
}

const SENDING_MS = 72 * 60 * 60 * 1000;

/**
 * Lets a deactivated person log in once within 72 hours, to send the notes that are kept on their device.
 * @throws 403 unless the caller is an admin; 404; 409 `person_active`; 429
 */
export async function allowSending(context: MemberContext, userId: number) {
  await limitManagerActions(context, 'sending-login');
  const { session, now } = context;
  const until = new Date(now.getTime() + SENDING_MS);
  return writeInBusiness(context, async (tx) => {
    const person = await getProfile(tx, userId);
    if (session.role !== 'admin') throw forbidden('Only an admin can allow a login to send notes.');
    if (!(await setSendingUntil(tx, userId, until)))
      throw conflict(
        'person_active',
        'This person is active. They can log in as usual and send their notes.',
      );
    const details = { until: until.toISOString() };
    recordAudit(tx, context, { type: 'person.sending_allowed', ...auditedPerson(person), details });
    publishChange(tx, ['people']);
    return { until };
  });
}

const MAX_MANAGER_ACTIONS = 10;

/** Counts each kind of action per manager. @throws 429 after 10 in 15 minutes */
function limitManagerActions({ services, session, now }: MemberContext, kind: string): Promise<void> {
  const subject = `${kind}:${session.businessId}:${session.userId}`;
  return spendGuess(services, { subject, most: MAX_MANAGER_ACTIONS }, now);
}

const auditedPerson = (person: Profile) => ({ id: person.id, label: fullNameOf(person) });

/** The messages of a 403: for one's own account, and for an admin's. */
interface Reasons {
  own: string;
  admins: string;
}

const PASSWORD_REASONS: Reasons = {
  own: "You can't reset your own password here. Use Change password.",
  admins: "Only an admin can view or reset an admin's password.",
};
const TWO_FACTOR_REASONS: Reasons = {
  own: "You can't reset your own two-factor authentication here. Turn it off in your profile, with your password.",
  admins: "Only an admin can turn off an admin's two-factor authentication.",
};
const SESSION_REASONS: Reasons = {
  own: 'Your own sessions are in your profile. Use Logout to end this one.',
  admins: "Only an admin can end an admin's sessions.",
};

/** Returns a person whose sign-in the caller may manage. @throws 403 with the reason, 404 */
async function getManageablePerson(
  tx: BusinessTransaction,
  { session }: MemberContext,
  { userId, reasons }: { userId: number; reasons: Reasons },
): Promise<Profile> {
  const profile = await getProfile(tx, userId);
  if (withPermissions(session, profile).can.handlePassword) return profile;
  throw forbidden(userId === session.userId ? reasons.own : reasons.admins);
}
