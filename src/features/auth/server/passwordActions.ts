/** Guarded: changing a password, and resetting a forgotten one. */

import { and, eq, gt, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { Context, MemberContext, Services } from '#platform/server/context.ts';
import { conflict, invalidField } from '#platform/server/errors.ts';
import { clearGuesses, spendGuess, takeGuess } from '#platform/server/guessLimiter.ts';
import { networkOf } from '#platform/server/network.ts';
import { queueMail } from '#platform/server/outbox.ts';
import { hashToken, newBusinessToken } from '#platform/server/secrets.ts';
import { queryDirectory, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type {
  changePasswordInput,
  forgotPasswordInput,
  resetPasswordInput,
} from '#features/auth/contract.ts';
import { fullNameOf, usernameKey } from '#features/people/rules.ts';
import { choosePassword } from '#features/people/server/actions.ts';
import { findUsernameOwner, type PersonKey } from '#features/people/server/reads.ts';
import { endSessions } from '#features/sessions/server/actions.ts';
import { findAccount, findResetOwner } from './reads.ts';
import { passwordResets } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'person.reset_requested': null;
    'person.password_reset': null;
    'person.password_changed': null;
  }
}

const LINK_MINUTES = 30;
const WRONG_PASSWORDS = 10;
const LINKS_PER_NAME = 3;
const REQUESTS_PER_ADDRESS = 20;

const NEUTRAL =
  "If an account with those credentials exists, we've sent a password reset link to your email.";

type Forgotten = z.output<typeof forgotPasswordInput>;

/**
 * Emails a one-time link when username and email match an account; the response is always the same and does not wait
 * for the result. Without a mail server, except in production, it waits and contains the link.
 * @throws 429 after 20 requests from an address
 */
export async function forgotPassword(context: Context, input: Forgotten) {
  const { services, now, log } = context;
  const byAddress = { subject: `forgot:address:${networkOf(context.ip)}`, most: REQUESTS_PER_ADDRESS };
  await spendGuess(services, byAddress, now);
  const link = sendResetLink(context, input);
  if (services.mail.delivers || services.settings.production) {
    link.catch((error: Error) => log.error({ err: error }, 'a password link could not be sent'));
    return { message: NEUTRAL };
  }
  const resetUrl = await link;
  return resetUrl === null ? { message: NEUTRAL } : { message: NEUTRAL, resetUrl };
}

/** Returns the link; null when no account matches, or when too many links were sent to it. */
async function sendResetLink(context: Context, { username, email }: Forgotten): Promise<string | null> {
  const { services, now } = context;
  const owner = await findUsernameOwner(services, username);
  const account = owner && (await findAccount(context, owner));
  if (!owner || !account || account.status === 'inactive') return null;
  if (account.email?.toLowerCase() !== email.toLowerCase()) return null;
  const byName = { subject: `forgot:name:${usernameKey(username)}`, most: LINKS_PER_NAME };
  if ((await takeGuess(services, byName, now)) !== null) return null;
  return createResetLink(context, { ...owner, to: account.email, username, label: fullNameOf(account) });
}

function createResetLink(
  context: Context,
  { businessId, userId, to, username, label }: PersonKey & { to: string; username: string; label: string },
): Promise<string> {
  const { services, now, ip, publicUrl } = context;
  const token = newBusinessToken(businessId);
  const scope = { services, now, ip, businessId };
  return writeInBusiness(scope, async (tx) => {
    const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60 * 1000);
    const tokenHash = hashToken(token);
    const url = `${publicUrl}/reset-password?token=${token}`;
    await tx.insert(passwordResets).values({ tokenHash, businessId, userId, expiresAt, createdAt: now });
    const mail = {
      to,
      subject: `Reset your ${PRODUCT_NAME} password`,
      text: `Someone asked to reset the password for ${username}.\n\nChoose a new one within ${LINK_MINUTES} minutes:\n${url}\n\nIf this wasn't you, ignore this email; your password won't change.`,
    };
    await queueMail(tx, scope, [{ ...mail, cause: `reset:${tokenHash.toString('hex')}`, expiresAt }]);
    recordAudit(tx, scope, { type: 'person.reset_requested', id: userId, label });
    return url;
  });
}

/** Sets a new password with a one-time link and ends every session of the person. @throws 400 at `token` */
export async function resetPassword(
  context: Context,
  { token, password }: z.output<typeof resetPasswordInput>,
): Promise<undefined> {
  const { services, now, ip } = context;
  const owner = await findResetOwner(services, token, now);
  if (!owner) throw linkNotValid();
  const hash = await services.passwords.hash(password);
  const scope = { services, now, ip, businessId: owner.businessId };
  return writeInBusiness(scope, async (tx) => {
    const { userId } = owner;
    if (!(await consumeResetLink(tx, token, now))) throw linkNotValid();
    const person = await choosePassword(tx, userId, { hash, now });
    if (!person) throw linkNotValid();
    await deleteResetLinks(tx, userId);
    await endSessions(tx, userId);
    const actor = { ...scope, session: { userId } };
    const label = fullNameOf(person);
    recordAudit(tx, actor, { type: 'person.password_reset', id: userId, label });
    return undefined;
  });
}

const linkNotValid = () =>
  invalidField('token', 'This link has expired or was already used. Please ask for a new one.');

/** Deletes a valid link. @returns false when there is none, or a concurrent request deleted it */
async function consumeResetLink(tx: BusinessTransaction, token: string, now: Date): Promise<boolean> {
  const rows = await tx
    .delete(passwordResets)
    .where(
      and(
        tx.inTenant(passwordResets),
        eq(passwordResets.tokenHash, hashToken(token)),
        gt(passwordResets.expiresAt, now),
      ),
    )
    .returning({ userId: passwordResets.userId });
  return rows.length > 0;
}

/** Deletes the one-time links of a person. */
export const deleteResetLinks = (tx: BusinessTransaction, userId: number) =>
  tx.delete(passwordResets).where(and(tx.inTenant(passwordResets), eq(passwordResets.userId, userId)));

/**
 * Changes the caller's own password and ends their other sessions.
 * @throws 400 at `currentPassword` or `newPassword`, 409 `password_changed`, 429 after 10 wrong passwords
 */
export async function changePassword(
  context: MemberContext,
  { currentPassword, newPassword }: z.output<typeof changePasswordInput>,
): Promise<undefined> {
  const { services, session, now } = context;
  const replaced = await checkOwnPassword(context, { field: 'currentPassword', password: currentPassword });
  if (newPassword === currentPassword) {
    throw invalidField('newPassword', 'The new password must differ from the current one');
  }
  const hash = await services.passwords.hash(newPassword);
  return writeInBusiness(context, async (tx) => {
    const { userId } = session;
    const person = await choosePassword(tx, userId, { hash, replaced, now });
    if (!person) throw conflict('password_changed', CHANGED_ELSEWHERE);
    await deleteResetLinks(tx, userId);
    await endSessions(tx, userId, session);
    const label = fullNameOf(person);
    recordAudit(tx, context, { type: 'person.password_changed', id: userId, label });
    return undefined;
  });
}

const CHANGED_ELSEWHERE = 'Your password was changed in another session. Please log in again.';

/**
 * Checks the caller's own password again, before a sensitive change.
 * @returns the hash it matches
 * @throws 400 at the field, 429 after 10 wrong passwords
 */
export async function checkOwnPassword(
  context: MemberContext,
  { field, password }: { field: string; password: string },
): Promise<string> {
  const { services, session, now } = context;
  const guesses = { subject: `password:${session.businessId}:${session.userId}`, most: WRONG_PASSWORDS };
  await spendGuess(services, guesses, now);
  const hash = (await findAccount(context, session))?.passwordHash ?? null;
  const isCorrect = await services.passwords.matches(hash, password);
  if (!isCorrect || hash === null) throw invalidField(field, 'The current password is not correct');
  await clearGuesses(services, [guesses.subject]);
  return hash;
}

/** Scheduled: deletes expired links. */
export async function deleteOldResetLinks(services: Services, now: Date): Promise<void> {
  await queryDirectory(services).delete(passwordResets).where(lt(passwordResets.expiresAt, now));
}
