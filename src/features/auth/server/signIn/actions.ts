/** Guarded: signing in and out. */
import { hashToken } from '#platform/server/secrets.ts';
import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { clearAttempts, refundAttempt, takeAttempt } from '#platform/server/attempts.ts';
import type { Context, MemberContext, Session } from '#platform/server/context.ts';
import { AppError, notFound, tooManyRequests, unauthenticated } from '#platform/server/errors.ts';
import { networkOf } from '#platform/server/network.ts';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { fullNameOf, usernameKey } from '#features/people/rules.ts';
import { findUsernameOwner } from '#features/people/server/reads.ts';
import type { PersonKey } from '#features/people/server/reads.ts';
import { users } from '#features/people/server/tables.ts';
import { findSession } from '#features/sessions/server/reads.ts';
import { announceSessions, endSession, startSession } from '#features/sessions/server/actions.ts';
import type { loginInput } from '#features/auth/contract.ts';
import { queueByAddress } from './addressQueue.ts';
import { findAccount, getSessionUser } from '#features/auth/server/reads.ts';
import type { SessionUser } from '#features/auth/server/reads.ts';
import { verifySecondFactor, TOTP_INVALID } from '#features/auth/server/twoFactor/actions.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'person.signed_in': { secondStep?: string };
    'person.sign_in_failed': { secondStep?: string };
    'person.signed_out': null;
    'session.ended': null;
  }
}

/** Failures in 15 minutes after which a username, and an address, has to wait. */
const FAILURES = 10;
/** Read when no user has the username, so that both cases take the same steps. */
const UNKNOWN_USER: PersonKey = { businessId: 1, userId: 0 };

export interface SignedIn {
  token: string;
  user: SessionUser;
}

const WRONG = 'invalid_credentials';
const wrong = () => unauthenticated(WRONG, 'Invalid username or password');

/**
 * Starts a session. An unknown username, a wrong password and an inactive person get the same response in the same time.
 * @throws 401 `invalid_credentials`, `totp_required` and `totp_invalid`; 429 after 10 failures of username or address
 */
export async function signIn(context: Context, input: z.output<typeof loginInput>): Promise<SignedIn> {
  const { services, now } = context;
  const byName = { subject: `login:name:${usernameKey(input.username)}`, most: FAILURES };
  const byAddress = { subject: `login:address:${networkOf(context.ip)}`, most: FAILURES };
  const guess = async () => {
    try {
      refuse(await takeAttempt(services, byName, now));
      const signedIn = await checkAndOpen(context, input);
      await clearAttempts(services, [byName.subject]);
      await refundAttempt(services, byAddress.subject, now);
      return signedIn;
    } catch (error) {
      // Many people share an office's address: only a wrong guess counts against it.
      if (!isWrongGuess(error)) await refundAttempt(services, byAddress.subject, now);
      throw error;
    }
  };
  if (!services.settings.rateLimits) return guess();
  // Both are counted before the password is checked, so that guesses sent at the same time are limited as well.
  return queueByAddress(byAddress.subject, async () => {
    refuse(await takeAttempt(services, byAddress, now));
    return guess();
  });
}

const isWrongGuess = (error: unknown): boolean =>
  error instanceof AppError && (error.code === WRONG || error.code === TOTP_INVALID);

/** @throws as `signIn`, but for the limits */
async function checkAndOpen(context: Context, input: z.output<typeof loginInput>): Promise<SignedIn> {
  const { services } = context;
  const owner = await findUsernameOwner(services, input.username);
  const account = await findAccount(context, owner ?? UNKNOWN_USER);
  const stored = account && account.status !== 'inactive' ? account.passwordHash : null;
  const right = await services.passwords.matches(stored, input.password);
  const note = (reason: string) => {
    if (owner && account)
      setImmediate(recordFailure, context, { ...owner, label: fullNameOf(account), reason });
  };
  if (!right || !owner || stored === null) {
    note(WRONG);
    throw wrong();
  }
  const credentials = { verifiedHash: stored, code: input.totp };
  return openSession(context, owner, credentials).catch((error: unknown) => {
    if (error instanceof AppError && error.code === TOTP_INVALID) note(error.code);
    throw error;
  });
}

function refuse(secondsToWait: number | null): void {
  if (secondsToWait === null) return;
  throw tooManyRequests(secondsToWait, 'Too many failed sign-ins. Please wait a while.');
}

/** The person may have been deactivated, or the password changed, while the hash was computed. */
function openSession(
  context: Context,
  owner: PersonKey,
  { verifiedHash, code }: { verifiedHash: string; code: string | undefined },
): Promise<SignedIn> {
  const { services, now, ip } = context;
  return writeInBusiness({ services, now, ip, businessId: owner.businessId }, async (tx) => {
    const [person] = await tx
      .select({ role: users.role })
      .from(users)
      .where(
        and(
          eq(users.businessId, owner.businessId),
          eq(users.id, owner.userId),
          eq(users.passwordHash, verifiedHash),
          ne(users.status, 'inactive'),
        ),
      )
      .for('share');
    if (!person) throw wrong();
    const secondStep = await verifySecondFactor(tx, context, { ...owner, code });
    return beginSession(tx, context, { ...owner, role: person.role, secondStep });
  });
}

/** Starts the session of a person and records it, within the caller's transaction. */
export async function beginSession(
  tx: BusinessTransaction,
  context: Context,
  { secondStep, ...person }: PersonKey & Pick<Session, 'role'> & { secondStep?: string | null },
): Promise<SignedIn> {
  const { businessId, userId } = person;
  const token = await startSession(tx, context, person);
  announceSessions(tx, person);
  const user = await getSessionUser(tx, person);
  const acting = { ...context, businessId, session: { userId } };
  const details = secondStep ? { secondStep } : {};
  recordAudit(tx, acting, {
    action: 'signed_in',
    object: 'person',
    objectId: userId,
    label: fullNameOf(user),
    details,
  });
  return { token, user };
}

/**
 * Begins after the answer is out: a known username would take longer than an unknown one. The answer does
 * not depend on it, and the limits bound how often it happens.
 */
function recordFailure(
  context: Context,
  { businessId, userId, label, reason }: PersonKey & { label: string; reason: string },
): void {
  const { services, now, ip, log } = context;
  const scope = { services, now, ip, businessId };
  const details = reason === TOTP_INVALID ? { secondStep: 'wrong code' } : {};
  const event = {
    action: 'sign_in_failed',
    object: 'person',
    objectId: userId,
    label,
    details,
  } as const;
  writeInBusiness(scope, async (tx) => recordAudit(tx, scope, event)).catch((error: Error) =>
    log.warn({ err: error }, 'a failed sign-in could not be recorded'),
  );
}

/** Ends the session of the token that was sent, if there is one. */
export async function signOut(context: Context): Promise<void> {
  const { services, token, now } = context;
  const session = token === null ? null : await findSession(services, hashToken(token), now);
  if (!session) return;
  const acting = { ...context, businessId: session.businessId, session };
  await writeInBusiness(acting, async (tx) => {
    await endSession(tx, session, session.id);
    recordAudit(tx, acting, {
      action: 'signed_out',
      object: 'person',
      objectId: session.userId,
      label: null,
    });
  });
}

/** Ends one of the user's own sessions. @throws 404 */
export function endOwnSession(context: MemberContext, sessionId: number): Promise<undefined> {
  return writeInBusiness(context, async (tx) => {
    if (!(await endSession(tx, context.session, sessionId))) throw notFound('This session does not exist.');
    recordAudit(tx, context, { action: 'ended', object: 'session', objectId: sessionId, label: null });
    return undefined;
  });
}
