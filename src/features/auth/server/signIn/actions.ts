/** Guarded: signing in and out. */

import { and, eq, gt, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { Context, MemberContext, Session } from '#platform/server/context.ts';
import { isDatabaseUnavailable } from '#platform/server/database/sqlState.ts';
import { AppError, notFound, tooManyRequests, unauthenticated } from '#platform/server/errors.ts';
import { clearGuesses, refundGuess, takeGuess } from '#platform/server/guessLimiter.ts';
import { READ_COOKIE } from '#platform/server/http/authorize.ts';
import { networkOf } from '#platform/server/network.ts';
import { toTokenKey } from '#platform/server/secrets.ts';
import { writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { loginInput } from '#features/auth/contract.ts';
import { findAccount, getSessionUser, type SessionUser } from '#features/auth/server/reads.ts';
import { verifySecondFactor, TOTP_INVALID } from '#features/auth/server/twoFactorActions.ts';
import { fullNameOf, usernameKey } from '#features/people/rules.ts';
import { clearSendingUntil } from '#features/people/server/actions.ts';
import { findUsernameOwner, type PersonKey } from '#features/people/server/reads.ts';
import { users } from '#features/people/server/tables.ts';
import { announceSessions, endSession, startSession } from '#features/sessions/server/actions.ts';
import { findAnySession } from '#features/sessions/server/reads.ts';
import { queueByAddress } from './addressQueue.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'person.signed_in': { secondStep?: string; isSendingOnly?: true };
    'person.sign_in_failed': { secondStep?: string };
    'person.signed_out': null;
    'session.ended': null;
  }
}

/** Limits on failures per 15 minutes: of a username, and of an address. */
const FAILURES = 10;
/** Read when no user has the username, so that both cases take the same time. */
const UNKNOWN_USER: PersonKey = { businessId: 1, userId: 0 };

export interface SignedIn {
  token: string;
  user: SessionUser;
}

const WRONG = 'invalid_credentials';
const wrong = () => unauthenticated(WRONG, 'Invalid username or password');

/**
 * Starts a session; of a deactivated person only one that sends notes, if an admin allowed it. An unknown username, a wrong password and an inactive person get the same response in the same time.
 * @throws 401 `invalid_credentials`, `totp_required` and `totp_invalid`; 429 after 10 failures of username or address
 */
export async function signIn(context: Context, input: z.output<typeof loginInput>): Promise<SignedIn> {
  const { services, now } = context;
  const byName = { subject: `login:name:${usernameKey(input.username)}`, most: FAILURES };
  const byAddress = { subject: `login:address:${networkOf(context.ip)}`, most: FAILURES };
  const guess = async () => {
    try {
      refuse(await takeGuess(services, byName, now));
      const signedIn = await checkAndOpen(context, input);
      await clearGuesses(services, [byName.subject]);
      await refundGuess(services, byAddress.subject, now);
      return signedIn;
    } catch (error) {
      // Many people share the address of an office, so only wrong guesses count against it.
      if (!isWrongGuess(error)) await refundGuess(services, byAddress.subject, now);
      throw error;
    }
  };
  if (!services.settings.rateLimits) return guess();
  // Counted before the password is checked, so that concurrent guesses are limited as well.
  return queueByAddress(byAddress.subject, async () => {
    refuse(await takeGuess(services, byAddress, now));
    return guess();
  });
}

const isWrongGuess = (error: unknown): boolean =>
  error instanceof AppError && (error.code === WRONG || error.code === TOTP_INVALID);

/** @throws as `signIn`, except 429 */
async function checkAndOpen(context: Context, input: z.output<typeof loginInput>): Promise<SignedIn> {
  const { services } = context;
  const owner = await findUsernameOwner(services, input.username);
  const account = await (owner ? findAccount(context, owner) : findNoAccount(context));
  const isInactive = account?.status === 'inactive';
  const mayLogIn = account && (!isInactive || isSendingAllowed(account, context.now));
  const hash = mayLogIn ? account.passwordHash : null;
  const isCorrect = await services.passwords.matches(hash, input.password);
  const record = (reason: string) => {
    if (owner && account)
      setImmediate(recordFailure, context, { ...owner, label: fullNameOf(account), reason });
  };
  if (!isCorrect || !owner || hash === null) {
    record(WRONG);
    throw wrong();
  }
  const credentials = { verifiedHash: hash, code: input.totp, isInactive };
  return openSession(context, owner, credentials).catch((error: unknown) => {
    if (error instanceof AppError && error.code === TOTP_INVALID) record(error.code);
    throw error;
  });
}

/**
 * Finds no account, in the same time as `findAccount`. While the worker is down, the response must equal that for a wrong
 * password.
 */
const findNoAccount = (context: Context) =>
  findAccount(context, UNKNOWN_USER).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  });

const isSendingAllowed = ({ sendingUntil }: { sendingUntil: Date | null }, now: Date): boolean =>
  sendingUntil !== null && sendingUntil > now;

function refuse(secondsToWait: number | null): void {
  if (secondsToWait === null) return;
  throw tooManyRequests(secondsToWait, 'Too many failed attempts to log in. Please wait a while.');
}

/** Checks status and password again, which may have changed while the hash was computed. */
function openSession(
  context: Context,
  owner: PersonKey,
  { verifiedHash, code, isInactive }: { verifiedHash: string; code: string | undefined; isInactive: boolean },
): Promise<SignedIn> {
  const { services, now, ip } = context;
  return writeInBusiness({ services, now, ip, businessId: owner.businessId }, async (tx) => {
    const [person] = await tx
      .select({ role: users.role })
      .from(users)
      .where(
        and(
          tx.inTenant(users),
          eq(users.id, owner.userId),
          eq(users.passwordHash, verifiedHash),
          isInactive
            ? and(eq(users.status, 'inactive'), gt(users.sendingUntil, now))
            : ne(users.status, 'inactive'),
        ),
      )
      // Its allowance is used up by one login.
      .for(isInactive ? 'no key update' : 'share');
    if (!person) throw wrong();
    const secondStep = await verifySecondFactor(tx, context, { ...owner, code });
    if (isInactive) await clearSendingUntil(tx, owner.userId);
    return beginSession(tx, context, { ...owner, role: person.role, secondStep, isSendingOnly: isInactive });
  });
}

/** Starts the session of a person and records it, within the caller's transaction. */
export async function beginSession(
  tx: BusinessTransaction,
  context: Context,
  {
    secondStep,
    ...person
  }: PersonKey & Pick<Session, 'role'> & { secondStep?: string | null; isSendingOnly?: boolean },
): Promise<SignedIn> {
  const { businessId, userId } = person;
  const token = await startSession(tx, context, { ...person, tokenBefore: context.cookies[READ_COOKIE] });
  announceSessions(tx, userId);
  const user = await getSessionUser(tx, person);
  const actor = { ...context, businessId, session: { userId } };
  const details = {
    ...(secondStep && { secondStep }),
    ...(person.isSendingOnly && { isSendingOnly: true as const }),
  };
  recordAudit(tx, actor, { type: 'person.signed_in', id: userId, label: fullNameOf(user), details });
  return { token, user };
}

/** Runs after the response is sent, so that a known username takes no longer than an unknown one. */
function recordFailure(
  context: Context,
  { businessId, userId, label, reason }: PersonKey & { label: string; reason: string },
): void {
  const { services, now, ip, log } = context;
  const scope = { services, now, ip, businessId };
  const details = reason === TOTP_INVALID ? { secondStep: 'wrong code' } : {};
  const event = { type: 'person.sign_in_failed', id: userId, label, details } as const;
  writeInBusiness(scope, async (tx) => recordAudit(tx, scope, event)).catch((error: Error) =>
    log.warn({ err: error }, 'a failed sign-in could not be recorded'),
  );
}

/** Ends the session of the request's token, if there is one, and that of the read cookie. */
export async function signOut(context: Context, cookie: string | undefined): Promise<void> {
  const { services, tokenKey, now } = context;
  for (const key of [tokenKey, cookie === undefined ? null : toTokenKey(cookie)]) {
    // The second time, the session of the same token has ended.
    const session = key && (await findAnySession(services, key, now));
    if (session) await closeSession(context, session);
  }
}

async function closeSession(context: Context, session: Session): Promise<void> {
  const { businessId, userId } = session;
  const actor = { ...context, businessId, session };
  await writeInBusiness(actor, async (tx) => {
    await endSession(tx, userId, session.id);
    recordAudit(tx, actor, { type: 'person.signed_out', id: userId });
  });
}

/** Ends one of the user's own sessions. @throws 404 */
export function endOwnSession(context: MemberContext, sessionId: number): Promise<undefined> {
  return writeInBusiness(context, async (tx) => {
    const isEnded = await endSession(tx, context.session.userId, sessionId);
    if (!isEnded) throw notFound('This session does not exist.');
    recordAudit(tx, context, { type: 'session.ended', id: sessionId });
    return undefined;
  });
}
