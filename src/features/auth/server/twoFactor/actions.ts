/** Guarded: two-factor authentication with an authenticator app, and recovery codes for when it is lost. */
import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { clearAttempts, takeAttempt } from '#platform/server/attempts.ts';
import type { Context, MemberContext, Services } from '#platform/server/context.ts';
import { conflict, invalidField, tooManyRequests, unauthenticated } from '#platform/server/errors.ts';
import { hashToken, readableSecret } from '#platform/server/secrets.ts';
import { writeInBusiness, readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { newTotpSecret, totpStep, totpUri } from '#platform/server/totp.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { getProfile } from '#features/people/server/reads.ts';
import type { PersonKey } from '#features/people/server/reads.ts';
import { checkOwnPassword } from '#features/auth/server/passwords/actions.ts';
import { recoveryCodes, twoFactorSecrets } from '#features/auth/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
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

/** The code of the refusal after which the login asks for the second step. */
const TOTP_REQUIRED = 'totp_required';
export const TOTP_INVALID = 'totp_invalid';

const secretOf = ({ businessId, userId }: PersonKey) =>
  and(eq(twoFactorSecrets.businessId, businessId), eq(twoFactorSecrets.userId, userId));
const codesOf = ({ businessId, userId }: PersonKey) =>
  and(eq(recoveryCodes.businessId, businessId), eq(recoveryCodes.userId, userId));

/** Stored secrets are sealed with this text, so it does not change. */
const purposeOf = ({ businessId, userId }: PersonKey): string =>
  ['two', `step:${businessId}:${userId}`].join('-');
const opened = ({ secrets }: Services, key: PersonKey, sealed: Buffer): string =>
  secrets.open(purposeOf(key), sealed);

export const notEnabled = () => conflict('totp_not_enabled', 'Two-factor authentication is off.');
const alreadyEnabled = () => conflict('totp_enabled', 'Two-factor authentication is already on.');

/** Since when a person signs in with two steps; null where it is off. */
export async function getTwoFactorEnabledAt(tx: BusinessTransaction, key: PersonKey): Promise<Date | null> {
  const [row] = await tx
    .select({ enabledAt: twoFactorSecrets.enabledAt })
    .from(twoFactorSecrets)
    .where(secretOf(key));
  return row?.enabledAt ?? null;
}

/** Whether the user's own two-factor authentication is on. */
export function readTwoFactor(context: MemberContext) {
  const { session } = context;
  return readInBusiness(context, async (tx) => {
    const [enabledAt, [codes]] = await Promise.all([
      getTwoFactorEnabledAt(tx, session),
      tx.select({ left: count() }).from(recoveryCodes).where(codesOf(session)),
    ]);
    return { enabled: enabledAt !== null, enabledAt, recoveryCodesLeft: codes?.left ?? 0 };
  });
}

/**
 * Makes a new secret for the own app, in place of one that was never enabled.
 * @throws 409 `totp_enabled`
 */
export function setUpTwoFactor(context: MemberContext) {
  const { services, session, now } = context;
  const { businessId, userId } = session;
  return writeInBusiness(context, async (tx) => {
    const secret = newTotpSecret();
    const fresh = { sealed: services.secrets.seal(purposeOf(session), secret), createdAt: now };
    const kept = await tx
      .insert(twoFactorSecrets)
      .values({ businessId, userId, ...fresh })
      .onConflictDoUpdate({
        target: [twoFactorSecrets.businessId, twoFactorSecrets.userId],
        set: fresh,
        setWhere: isNull(twoFactorSecrets.enabledAt),
      })
      .returning({ id: twoFactorSecrets.id });
    if (kept.length === 0) throw alreadyEnabled();
    const person = await getProfile(tx, session);
    const label = fullNameOf(person);
    recordAudit(tx, context, { action: 'two_step_set_up', object: 'person', objectId: userId, label });
    return { secret, uri: totpUri({ secret, issuer: PRODUCT_NAME, account: person.username }) };
  });
}

/**
 * Turns two-factor authentication on with a code that shows that the app has the secret.
 * @returns the recovery codes, of which only hashes are stored
 * @throws 400 at `code`, 409 `totp_not_set_up` or `totp_enabled`, 429 after 10 wrong codes
 */
export async function enableTwoFactor(context: MemberContext, { code }: { code: string }) {
  const { services, session, now } = context;
  const { businessId, userId } = session;
  const guesses = { subject: `totp:${businessId}:${userId}`, most: WRONG_CODES };
  const wait = await takeAttempt(services, guesses, now);
  if (wait !== null) throw tooManyRequests(wait);
  const answer = await writeInBusiness(context, async (tx) => {
    const [row] = await tx.select().from(twoFactorSecrets).where(secretOf(session)).for('update');
    if (!row) throw conflict('totp_not_set_up', 'Scan the QR code first.');
    if (row.enabledAt) throw alreadyEnabled();
    const step = totpStep(opened(services, session, row.sealed), code, now);
    if (step === null)
      throw invalidField('code', 'This code is not correct. Enter the one your app shows now.');
    await tx.update(twoFactorSecrets).set({ enabledAt: now, lastStep: step }).where(secretOf(session));
    const codes = await createRecoveryCodes(tx, session, now);
    recordAudit(tx, context, { action: 'two_step_enabled', object: 'person', objectId: userId, label: null });
    return { recoveryCodes: codes };
  });
  await clearAttempts(services, [guesses.subject]);
  return answer;
}

async function createRecoveryCodes(
  tx: BusinessTransaction,
  { businessId, userId }: PersonKey,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => readableSecret(RECOVERY_GROUPS));
  await tx.delete(recoveryCodes).where(codesOf({ businessId, userId }));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ businessId, userId, codeHash: hashOf(code), createdAt: now })));
  return codes;
}

/** However it is typed: capitals, blanks and missing hyphens do not matter. */
const hashOf = (code: string): Buffer => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Turns two-factor authentication off. @throws 400 at `password`, 409 `totp_not_enabled`, 429 */
export async function disableTwoFactor(
  context: MemberContext,
  { password }: { password: string },
): Promise<undefined> {
  await checkOwnPassword(context, { field: 'password', password });
  return writeInBusiness(context, async (tx) => {
    if (!(await deleteTwoFactor(tx, context.session))) throw notEnabled();
    const { userId } = context.session;
    recordAudit(tx, context, {
      action: 'two_step_disabled',
      object: 'person',
      objectId: userId,
      label: null,
    });
    return undefined;
  });
}

/** Forgets secret and recovery codes of a person. @returns false when it was not on */
export async function deleteTwoFactor(tx: BusinessTransaction, key: PersonKey): Promise<boolean> {
  const gone = await tx
    .delete(twoFactorSecrets)
    .where(and(secretOf(key), isNotNull(twoFactorSecrets.enabledAt)))
    .returning({ id: twoFactorSecrets.id });
  if (gone.length > 0) await tx.delete(recoveryCodes).where(codesOf(key));
  return gone.length > 0;
}

/**
 * The second step of a sign-in, where it is on. A code of the app counts once, as does a recovery code.
 * @returns how it was passed; null where it is off
 * @throws 401 `totp_required` without a code, `totp_invalid` with a wrong one
 */
export async function verifySecondFactor(
  tx: BusinessTransaction,
  { services, now }: Pick<Context, 'services' | 'now'>,
  { code, ...key }: PersonKey & { code: string | undefined },
): Promise<'app' | 'recovery code' | null> {
  const [row] = await tx
    .select({ sealed: twoFactorSecrets.sealed })
    .from(twoFactorSecrets)
    .where(and(secretOf(key), isNotNull(twoFactorSecrets.enabledAt)));
  if (!row) return null;
  if (!code) throw unauthenticated(TOTP_REQUIRED, 'Enter the code of your authenticator app.');
  const step = totpStep(opened(services, key, row.sealed), code, now);
  if (step !== null && (await consumeTotpStep(tx, key, step))) return 'app';
  if (step === null && (await consumeRecoveryCode(tx, key, code))) return 'recovery code';
  throw unauthenticated(
    TOTP_INVALID,
    'This code is not correct, or it was used before. Wait for the next one.',
  );
}

async function consumeTotpStep(tx: BusinessTransaction, key: PersonKey, step: number): Promise<boolean> {
  const used = await tx
    .update(twoFactorSecrets)
    .set({ lastStep: step })
    .where(and(secretOf(key), lt(twoFactorSecrets.lastStep, step)))
    .returning({ id: twoFactorSecrets.id });
  return used.length > 0;
}

async function consumeRecoveryCode(tx: BusinessTransaction, key: PersonKey, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(codesOf(key), eq(recoveryCodes.codeHash, hashOf(code))))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}
