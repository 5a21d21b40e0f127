/** Guarded: what a manager does for a person who lost the phone: end its sessions, switch off its second step. */
import type { MemberContext } from '#platform/server/context.ts';
import { forbidden } from '#platform/server/errors.ts';
import { writeInBusiness, readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { getEnvelope, sendMessage } from '#features/mail/server/actions.ts';
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

/** Whether a person signs in with two steps. @throws 403 as for switching it off, 404 */
export function readTwoFactorOf(context: MemberContext, userId: number): Promise<{ enabled: boolean }> {
  return readInBusiness(context, async (tx) => {
    await refuseToHandle(tx, context, userId, TWO_FACTOR_REFUSAL);
    return {
      enabled: (await getTwoFactorEnabledAt(tx, { businessId: context.businessId, userId })) !== null,
    };
  });
}

/**
 * Switches off the two-step sign-in of a person: their sessions end, because whoever has the phone may have
 * one, and they are told who did it.
 * @throws 403 for the own one, and an admin's for anybody but an admin; 404; 409 `totp_not_enabled`; 429
 */
export async function resetTwoFactor(context: MemberContext, userId: number): Promise<undefined> {
  await limitManagerActions(context, 'totp-off');
  const key = { businessId: context.businessId, userId };
  return writeInBusiness(context, async (tx) => {
    const person = await refuseToHandle(tx, context, userId, TWO_FACTOR_REFUSAL);
    if (!(await deleteTwoFactor(tx, key))) throw notEnabled();
    await endSessions(tx, key);
    const to = await getEnvelope(tx, context, userId);
    await sendMessage(tx, context, {
      to,
      subject: 'Your two-step sign-in was switched off',
      content: `${fullNameOf(to.author)} switched off your two-step sign-in. Your password alone signs you in now. Please set it up again on your profile, with the phone that you have.`,
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
 * Ends every session of a person, e.g. that of a lost phone, and tells them who did it.
 * @throws 403 for the own ones, and an admin's for anybody but an admin; 404; 429
 */
export async function endSessionsOf(context: MemberContext, userId: number): Promise<undefined> {
  await limitManagerActions(context, 'sessions-off');
  return writeInBusiness(context, async (tx) => {
    const person = await refuseToHandle(tx, context, userId, SESSIONS_REFUSAL);
    await endSessions(tx, { businessId: context.businessId, userId });
    const to = await getEnvelope(tx, context, userId);
    await sendMessage(tx, context, {
      to,
      subject: 'You were signed out everywhere',
      content: `${fullNameOf(to.author)} ended all your sessions. Your password is as it was. If a phone of yours is lost, please choose a new password on your profile.`,
    });
    const label = fullNameOf(person);
    recordAudit(tx, context, { action: 'signed_out_everywhere', object: 'person', objectId: userId, label });
    return undefined;
  });
}

/** What a refusal says: to the person themselves, and about an admin. */
interface Refusal {
  own: string;
  admins: string;
}

const TWO_FACTOR_REFUSAL: Refusal = {
  own: 'Nobody can switch off their own two-step sign-in here. Use Switch off, with your password.',
  admins: "Only an admin can switch off an admin's two-step sign-in.",
};
const SESSIONS_REFUSAL: Refusal = {
  own: 'Your own sessions are on your profile. Use Log Out to end this one.',
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
