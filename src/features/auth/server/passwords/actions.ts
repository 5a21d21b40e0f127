/** Guarded: changing a password, and resetting a forgotten one. */
import { and, eq, gt, lt } from 'drizzle-orm';
import type { z } from 'zod';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { clearAttempts, takeAttempt } from '#platform/server/attempts.ts';
import type { Context, MemberContext, Services } from '#platform/server/context.ts';
import { conflict, invalidField, tooManyRequests } from '#platform/server/errors.ts';
import { networkOf } from '#platform/server/network.ts';
import { queueMail } from '#platform/server/outbox.ts';
import { hashToken, newToken } from '#platform/server/secrets.ts';
import { queryDirectory, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { fullNameOf, usernameKey } from '#features/people/rules.ts';
import { findUsernameOwner } from '#features/people/server/reads.ts';
import type { PersonKey } from '#features/people/server/reads.ts';
import { choosePassword } from '#features/people/server/actions.ts';
import { endSessions } from '#features/sessions/server/actions.ts';
import type {
  changePasswordInput,
  forgotPasswordInput,
  resetPasswordInput,
} from '#features/auth/contract.ts';
import { findAccount, findResetOwner } from '#features/auth/server/reads.ts';
import { passwordResets } from '#features/auth/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
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
 * Mails a one-time link when username and e-mail belong together. The answer is the same in any case,
 * and is given before it is known; only where mails go nowhere (no mail server, not in production) it
 * waits, and holds the link itself.
 * @throws 429 after 20 requests from an address
 */
export async function forgotPassword(context: Context, input: Forgotten) {
  const { services, now, log } = context;
  const byAddress = { subject: `forgot:address:${networkOf(context.ip)}`, most: REQUESTS_PER_ADDRESS };
  const wait = await takeAttempt(services, byAddress, now);
  if (wait !== null) throw tooManyRequests(wait);
  const link = sendResetLink(context, input);
  if (services.mail.delivers || services.settings.production) {
    link.catch((error: Error) => log.error({ err: error }, 'a password link could not be sent'));
    return { message: NEUTRAL };
  }
  const resetUrl = await link;
  return resetUrl === null ? { message: NEUTRAL } : { message: NEUTRAL, resetUrl };
}

/** @returns the link, or null when there is no such account or it got enough of them */
async function sendResetLink(context: Context, { username, email }: Forgotten): Promise<string | null> {
  const { services, now } = context;
  const owner = await findUsernameOwner(services, username);
  const account = owner && (await findAccount(context, owner));
  if (!owner || !account || account.status === 'inactive') return null;
  if (account.email?.toLowerCase() !== email.toLowerCase()) return null;
  const byName = { subject: `forgot:name:${usernameKey(username)}`, most: LINKS_PER_NAME };
  if ((await takeAttempt(services, byName, now)) !== null) return null;
  return createResetLink(context, { ...owner, to: account.email, username, label: fullNameOf(account) });
}

function createResetLink(
  context: Context,
  { businessId, userId, to, username, label }: PersonKey & { to: string; username: string; label: string },
): Promise<string> {
  const { services, now, ip, publicUrl } = context;
  const token = newToken();
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
    recordAudit(tx, scope, { action: 'reset_requested', object: 'person', objectId: userId, label });
    return url;
  });
}

/** Sets a new password with a one-time link; every session of the person ends. @throws 400 at `token` */
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
    if (!(await consumeResetLink(tx, token, { ...owner, now }))) throw linkNotValid();
    const person = await choosePassword(tx, owner, { hash, now });
    if (!person) throw linkNotValid();
    await deleteResetLinks(tx, owner);
    await endSessions(tx, owner);
    const acting = { ...scope, session: { userId: owner.userId } };
    recordAudit(tx, acting, {
      action: 'password_reset',
      object: 'person',
      objectId: owner.userId,
      label: fullNameOf(person),
    });
    return undefined;
  });
}

const linkNotValid = () =>
  invalidField('token', 'This link has expired or was already used. Please ask for a new one.');

/** Of two that use a link at once, one deletes it. */
async function consumeResetLink(
  tx: BusinessTransaction,
  token: string,
  { businessId, now }: PersonKey & { now: Date },
): Promise<boolean> {
  const spent = await tx
    .delete(passwordResets)
    .where(
      and(
        eq(passwordResets.businessId, businessId),
        eq(passwordResets.tokenHash, hashToken(token)),
        gt(passwordResets.expiresAt, now),
      ),
    )
    .returning({ userId: passwordResets.userId });
  return spent.length > 0;
}

/** Ends the one-time links of a person. */
export const deleteResetLinks = (tx: BusinessTransaction, { businessId, userId }: PersonKey) =>
  tx
    .delete(passwordResets)
    .where(and(eq(passwordResets.businessId, businessId), eq(passwordResets.userId, userId)));

/**
 * Stores a password that its owner chose; every other session of the person ends.
 * @throws 400 at `currentPassword` or `newPassword`, 409 when it was changed meanwhile, 429 after 10 wrong ones
 */
export async function changePassword(
  context: MemberContext,
  { currentPassword, newPassword }: z.output<typeof changePasswordInput>,
): Promise<undefined> {
  const { services, session, now } = context;
  const asked = { field: 'currentPassword', password: currentPassword };
  const replaced = await checkOwnPassword(context, asked);
  if (newPassword === currentPassword) {
    throw invalidField('newPassword', 'The new password must differ from the current one');
  }
  const hash = await services.passwords.hash(newPassword);
  return writeInBusiness(context, async (tx) => {
    const person = await choosePassword(tx, session, { hash, replaced, now });
    if (!person) {
      throw conflict(
        'password_changed',
        'Your password was changed in another session. Please sign in again.',
      );
    }
    await deleteResetLinks(tx, session);
    await endSessions(tx, session, session);
    recordAudit(tx, context, {
      action: 'password_changed',
      object: 'person',
      objectId: session.userId,
      label: fullNameOf(person),
    });
    return undefined;
  });
}

/**
 * Makes sure that it is the account's owner who sits at a session.
 * @returns the hash that the password belongs to
 * @throws 400 at the field, 429 after 10 wrong ones
 */
export async function checkOwnPassword(
  context: MemberContext,
  { field, password }: { field: string; password: string },
): Promise<string> {
  const { services, session, now } = context;
  const guesses = { subject: `password:${session.businessId}:${session.userId}`, most: WRONG_PASSWORDS };
  const wait = await takeAttempt(services, guesses, now);
  if (wait !== null) throw tooManyRequests(wait);
  const stored = (await findAccount(context, session))?.passwordHash ?? null;
  const right = await services.passwords.matches(stored, password);
  if (!right || stored === null) throw invalidField(field, 'The current password is not correct');
  await clearAttempts(services, [guesses.subject]);
  return stored;
}

/** Housekeeping: forgets links that expired. */
export async function deleteOldResetLinks(services: Services, now: Date): Promise<void> {
  await queryDirectory(services).delete(passwordResets).where(lt(passwordResets.expiresAt, now));
}
