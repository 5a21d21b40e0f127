/** Guarded: two-factor authentication with an authenticator app or recovery codes. */

import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { Context, MemberContext, Services } from '#platform/server/context.ts';
import { conflict, invalidField, unauthenticated } from '#platform/server/errors.ts';
import { clearGuesses, spendGuess } from '#platform/server/guessLimiter.ts';
import { hashToken, readableSecret } from '#platform/server/secrets.ts';
import {
  publishChange,
  writeInBusiness,
  readInBusiness,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { newTotpSecret, findTotpStep, buildTotpUri } from '#platform/server/totp.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { getProfile, type PersonKey } from '#features/people/server/reads.ts';
import { checkOwnPassword } from './passwordActions.ts';
import { recoveryCodes, twoFactorSecrets } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'person.two_step_set_up': null;
    'person.two_step_enabled': null;
    'person.two_step_disabled': null;
  }
}

const RECOVERY_CODES = 10;
/** Groups of four letters: 79 bits, so that a plain hash is enough. */
const RECOVERY_GROUPS = 4;
const WRONG_CODES = 10;

/** The error code that makes the login form show the field for the second factor. */
const TOTP_REQUIRED = 'totp_required';
export const TOTP_INVALID = 'totp_invalid';

const secretOf = (tx: BusinessTransaction, userId: number) =>
  and(tx.inTenant(twoFactorSecrets), eq(twoFactorSecrets.userId, userId));
const codesOf = (tx: BusinessTransaction, userId: number) =>
  and(tx.inTenant(recoveryCodes), eq(recoveryCodes.userId, userId));

/** Part of the encryption of stored secrets, so it must not change. */
const purposeOf = ({ businessId, userId }: PersonKey): string => `two-step:${businessId}:${userId}`;
const openSecret = ({ secrets }: Services, key: PersonKey, encrypted: Buffer): string =>
  secrets.decrypt(purposeOf(key), encrypted);

export const notEnabled = () => conflict('totp_not_enabled', 'Two-factor authentication is off.');
const alreadyEnabled = () => conflict('totp_enabled', 'Two-factor authentication is already on.');

/** Returns when a person enabled two-factor authentication; null when it is off. */
export async function findTwoFactorEnabledAt(tx: BusinessTransaction, userId: number): Promise<Date | null> {
  const [row] = await tx
    .select({ enabledAt: twoFactorSecrets.enabledAt })
    .from(twoFactorSecrets)
    .where(secretOf(tx, userId));
  return row?.enabledAt ?? null;
}

/** Returns whether the caller's own two-factor authentication is on. */
export function readTwoFactor(context: MemberContext) {
  const { userId } = context.session;
  return readInBusiness(context, async (tx) => {
    const [enabledAt, [codes]] = await Promise.all([
      findTwoFactorEnabledAt(tx, userId),
      tx.select({ left: count() }).from(recoveryCodes).where(codesOf(tx, userId)),
    ]);
    return { enabled: enabledAt !== null, enabledAt, recoveryCodesLeft: codes?.left ?? 0 };
  });
}

/** Creates a secret for the caller's app, and replaces one that was never enabled. @throws 409 `totp_enabled` */
export function setUpTwoFactor(context: MemberContext) {
  const { services, session, now } = context;
  const { businessId, userId } = session;
  return writeInBusiness(context, async (tx) => {
    const secret = newTotpSecret();
    const fresh = { encrypted: services.secrets.encrypt(purposeOf(session), secret), createdAt: now };
    const rows = await tx
      .insert(twoFactorSecrets)
      .values({ businessId, userId, ...fresh })
      .onConflictDoUpdate({
        target: [twoFactorSecrets.businessId, twoFactorSecrets.userId],
        set: fresh,
        setWhere: isNull(twoFactorSecrets.enabledAt),
      })
      .returning({ id: twoFactorSecrets.id });
    if (rows.length === 0) throw alreadyEnabled();
    const person = await getProfile(tx, userId);
    const label = fullNameOf(person);
    recordAudit(tx, context, { type: 'person.two_step_set_up', id: userId, label });
    return { secret, uri: buildTotpUri({ secret, issuer: PRODUCT_NAME, account: person.username }) };
  });
}

/**
 * Turns two-factor authentication on with a code from the app.
 * @returns the recovery codes, of which only hashes are stored
 * @throws 400 at `code`, 409 `totp_not_set_up` or `totp_enabled`, 429 after 10 wrong codes
 */
export async function enableTwoFactor(context: MemberContext, { code }: { code: string }) {
  const { services, session, now } = context;
  const { businessId, userId } = session;
  const guesses = { subject: `totp:${businessId}:${userId}`, most: WRONG_CODES };
  await spendGuess(services, guesses, now);
  const answer = await writeInBusiness(context, async (tx) => {
    const [row] = await tx.select().from(twoFactorSecrets).where(secretOf(tx, userId)).for('update');
    if (!row) throw conflict('totp_not_set_up', 'Scan the QR code first.');
    if (row.enabledAt) throw alreadyEnabled();
    const step = findTotpStep(openSecret(services, session, row.encrypted), code, now);
    if (step === null)
      throw invalidField('code', 'This code is not correct. Enter the one your app shows now.');
    await tx.update(twoFactorSecrets).set({ enabledAt: now, lastStep: step }).where(secretOf(tx, userId));
    const codes = await createRecoveryCodes(tx, session, now);
    recordAudit(tx, context, { type: 'person.two_step_enabled', id: userId });
    publishChange(tx, ['account'], [userId]);
    return { recoveryCodes: codes };
  });
  await clearGuesses(services, [guesses.subject]);
  return answer;
}

async function createRecoveryCodes(
  tx: BusinessTransaction,
  { businessId, userId }: PersonKey,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => readableSecret(RECOVERY_GROUPS));
  await tx.delete(recoveryCodes).where(codesOf(tx, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ businessId, userId, codeHash: hashOf(code), createdAt: now })));
  return codes;
}

/** Ignores case, spaces and hyphens. */
const hashOf = (code: string): Buffer => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Turns two-factor authentication off. @throws 400 at `password`, 409 `totp_not_enabled`, 429 */
export async function disableTwoFactor(
  context: MemberContext,
  { password }: { password: string },
): Promise<undefined> {
  await checkOwnPassword(context, { field: 'password', password });
  return writeInBusiness(context, async (tx) => {
    const { userId } = context.session;
    if (!(await deleteTwoFactor(tx, userId))) throw notEnabled();
    recordAudit(tx, context, { type: 'person.two_step_disabled', id: userId });
    publishChange(tx, ['account'], [userId]);
    return undefined;
  });
}

/** Deletes the secret and the recovery codes of a person. @returns false when two-factor authentication was off */
export async function deleteTwoFactor(tx: BusinessTransaction, userId: number): Promise<boolean> {
  const rows = await tx
    .delete(twoFactorSecrets)
    .where(and(secretOf(tx, userId), isNotNull(twoFactorSecrets.enabledAt)))
    .returning({ id: twoFactorSecrets.id });
  if (rows.length > 0) await tx.delete(recoveryCodes).where(codesOf(tx, userId));
  return rows.length > 0;
}

/**
 * Verifies the second factor of a login. Each code of the app and each recovery code is accepted once.
 * @returns which one was used; null when two-factor authentication is off
 * @throws 401 `totp_required` without a code, `totp_invalid` with a wrong one
 */
export async function verifySecondFactor(
  tx: BusinessTransaction,
  { services, now }: Pick<Context, 'services' | 'now'>,
  { code, ...key }: PersonKey & { code: string | undefined },
): Promise<'app' | 'recovery code' | null> {
  const [row] = await tx
    .select({ encrypted: twoFactorSecrets.encrypted })
    .from(twoFactorSecrets)
    .where(and(secretOf(tx, key.userId), isNotNull(twoFactorSecrets.enabledAt)));
  if (!row) return null;
  if (!code) throw unauthenticated(TOTP_REQUIRED, 'Enter the code of your authenticator app.');
  const step = findTotpStep(openSecret(services, key, row.encrypted), code, now);
  if (step !== null && (await consumeTotpStep(tx, key.userId, step))) return 'app';
  if (step === null && (await consumeRecoveryCode(tx, key.userId, code))) return 'recovery code';
  throw unauthenticated(TOTP_INVALID, 'This code is not correct or was already used. Wait for the next one.');
}

async function consumeTotpStep(tx: BusinessTransaction, userId: number, step: number): Promise<boolean> {
  const rows = await tx
    .update(twoFactorSecrets)
    .set({ lastStep: step })
    .where(and(secretOf(tx, userId), lt(twoFactorSecrets.lastStep, step)))
    .returning({ id: twoFactorSecrets.id });
  return rows.length > 0;
}

async function consumeRecoveryCode(tx: BusinessTransaction, userId: number, code: string): Promise<boolean> {
  const rows = await tx
    .delete(recoveryCodes)
    .where(and(codesOf(tx, userId), eq(recoveryCodes.codeHash, hashOf(code))))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}
