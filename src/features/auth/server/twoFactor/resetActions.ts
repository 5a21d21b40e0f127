/** Guarded: what a manager does for a person who lost the phone: end its sessions, switch off its second step. */
import type { MemberContext } from '#platform/server/context.ts';
import { forbidden } from '#platform/server/errors.ts';
import { writeInBusiness, readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { getProfile, withPermissions } from '#features/people/server/reads.ts';
import type { Profile } from '#features/people/server/reads.ts';
import { listSessions } from '#features/sessions/server/reads.ts';
import { endSessions } from '#features/sessions/server/actions.ts';
import { limitManagerActions } from '#features/auth/server/temporaryPasswords/actions.ts';
import { deleteTwoFactor, notEnabled, getTwoFactorEnabledAt } from './actions.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'person.two_step_removed': null;
    'person.signed_out_everywhere': null;
  }
}

/** Whether a person uses two-factor authentication. @throws 403 as for turning it off, 404 */
export function readTwoFactorOf(context: MemberContext, userId: number): Promise<{ enabled: boolean }> {
  return readInBusiness(context, async (tx) => {
    await refuseToHandle(tx, context, userId, TWO_FACTOR_REFUSAL);
    return {
      enabled: (await getTwoFactorEnabledAt(tx, { businessId: context.businessId, userId })) !== null,
    };
  });
}

/**
 * Turns off the two-factor authentication of a person who lost their phone. Their sessions end, because one of them may
 * be on that phone, and they are notified.
 * @throws 403 for one's own, and for an admin's unless the caller is an admin; 404; 409 `totp_not_enabled`; 429
 */
export async function resetTwoFactor(context: MemberContext, userId: number): Promise<undefined> {
  await limitManagerActions(context, 'totp-off');
  const key = { businessId: context.businessId, userId };
  return writeInBusiness(context, async (tx) => {
    const person = await refuseToHandle(tx, context, userId, TWO_FACTOR_REFUSAL);
    if (!(await deleteTwoFactor(tx, key))) throw notEnabled();
    await endSessions(tx, key);
    await context.services.notifications.notifyUser(tx, context, {
      userId,
      subject: 'Two-factor authentication was turned off for you',
      content: (name) =>
        `${name} turned off your two-factor authentication. You sign in with your password only now. Please set it up again in your profile, with the phone you have.`,
    });
    const label = fullNameOf(person);
    recordAudit(tx, context, { action: 'two_step_removed', object: 'person', objectId: userId, label });
    return undefined;
  });
}

/** The sessions of a person, newest first. @throws 403 as for ending them, 404 */
export async function readSessionsOf(context: MemberContext, userId: number) {
  await readInBusiness(context, (tx) => refuseToHandle(tx, context, userId, SESSIONS_REFUSAL));
  return listSessions(context.services, { businessId: context.businessId, userId }, context.now);
}

/**
 * Ends every session of a person, for example on a phone that was lost, and notifies them.
 * @throws 403 for one's own, and for an admin's unless the caller is an admin; 404; 429
 */
export async function endSessionsOf(context: MemberContext, userId: number): Promise<undefined> {
  await limitManagerActions(context, 'sessions-off');
  return writeInBusiness(context, async (tx) => {
    const person = await refuseToHandle(tx, context, userId, SESSIONS_REFUSAL);
    await endSessions(tx, { businessId: context.businessId, userId });
    await context.services.notifications.notifyUser(tx, context, {
      userId,
      subject: 'You were signed out everywhere',
      content: (name) =>
        `${name} signed you out of all your sessions. Your password hasn't changed. If you lost a phone, please choose a new password in your profile.`,
    });
    const label = fullNameOf(person);
    recordAudit(tx, context, { action: 'signed_out_everywhere', object: 'person', objectId: userId, label });
    return undefined;
  });
}

/** The messages of a 403: about one's own account, and about an admin's. */
interface Refusal {
  own: string;
  admins: string;
}

const TWO_FACTOR_REFUSAL: Refusal = {
  own: "You can't reset your own two-factor authentication here. Turn it off in your profile, with your password.",
  admins: "Only an admin can turn off an admin's two-factor authentication.",
};
const SESSIONS_REFUSAL: Refusal = {
  own: 'Your own sessions are in your profile. Use Logout to end this one.',
  admins: "Only an admin can end an admin's sessions.",
};

/** @throws 403, 404 */
async function refuseToHandle(
  tx: BusinessTransaction,
  { businessId, session }: MemberContext,
  ...[userId, refusal]: [number, Refusal]
): Promise<Profile> {
  const profile = await getProfile(tx, { businessId, userId });
  if (withPermissions(session, profile).can.handlePassword) return profile;
  throw forbidden(userId === session.userId ? refusal.own : refusal.admins);
}
