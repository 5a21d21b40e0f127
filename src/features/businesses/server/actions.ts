/** Registers businesses, and locks and changes a business's row for other features. */

import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit, startChain } from '#platform/server/audit/record.ts';
import type { Context, Services } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import type { Transaction } from '#platform/server/database/transaction.ts';
import { notFound } from '#platform/server/errors.ts';
import { spendGuess } from '#platform/server/guessLimiter.ts';
import { networkOf } from '#platform/server/network.ts';
import { queueMail } from '#platform/server/outbox.ts';
import { hashToken, newToken } from '#platform/server/secrets.ts';
import {
  queryDirectory,
  setTenant,
  writeInDirectory,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import type { businessInput } from '#features/businesses/contract.ts';
import { planLimits, type PlanLimits } from '#features/businesses/rules.ts';
import { defaultPaperSize } from './defaultPaperSize.ts';
import { insertPeriodLock } from './periodActions.ts';
import { businessClaims, businesses } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'business.registered': null;
  }
}

type NewBusiness = Pick<typeof businesses.$inferSelect, 'name' | 'email' | 'phone' | 'address' | 'timeZone'> &
  Partial<typeof businesses.$inferInsert>;

/** Cookie that stores the claim in the browser used to register. */
export const CLAIM_COOKIE = 'quarterhour_claim';
const CLAIM_DAYS = 7;
export const CLAIM_SECONDS = CLAIM_DAYS * 24 * 60 * 60;

/**
 * Adds a business with the rows that every business has, and limits the transaction to it. The first one ever is the free
 * creator; of two concurrent ones the second waits for the unique index and becomes an ordinary business.
 */
export async function addBusiness(
  tx: Transaction,
  business: NewBusiness,
): Promise<{ business: BusinessRow; scoped: BusinessTransaction }> {
  const [[existing], id] = await Promise.all([
    tx.select({ id: businesses.id }).from(businesses).limit(1),
    nextId(tx, businesses),
  ]);
  // Before the first write, and so with the role of the business for all of them (docs/decisions/047).
  const scoped = await setTenant(tx, id);
  const added = { ...business, id, paperSize: defaultPaperSize(business.timeZone) };
  const creator = existing ? null : await insertCreator(scoped, added);
  const row = creator ?? (await insertBusiness(scoped, added));
  await Promise.all([startChain(scoped, id), insertPeriodLock(scoped, id)]);
  return { business: row, scoped };
}

async function insertCreator(tx: BusinessTransaction, business: NewBusiness) {
  const [row] = await tx
    .insert(businesses)
    .values({ ...business, isCreatorBusiness: true })
    .onConflictDoNothing({ target: businesses.isCreatorBusiness, where: sql`is_creator_business` })
    .returning();
  return row ?? null;
}

async function insertBusiness(tx: BusinessTransaction, business: NewBusiness) {
  const [row] = await tx
    .insert(businesses)
    .values({ ...business, isCreatorBusiness: false })
    .returning();
  if (!row) throw new Error('A business was not stored');
  return row;
}

/** Limits per 15 minutes: registrations of one kind from an address, and claims sent to a mailbox. */
const PER_ADDRESS = 20;
const PER_MAILBOX = 5;

/** Counts a registration against the limits of its address and of the mailbox that receives its claim. @throws 429 */
export async function countRegistration(
  { services, ip, now }: Context,
  { kind, mailbox }: { kind: 'business' | 'admin' | 'payment'; mailbox?: string },
): Promise<void> {
  await spendGuess(services, { subject: `${kind}:address:${networkOf(ip)}`, most: PER_ADDRESS }, now);
  if (mailbox === undefined) return;
  await spendGuess(services, { subject: `claim:mailbox:${mailbox.toLowerCase()}`, most: PER_MAILBOX }, now);
}

/**
 * Registers a business that has no admin yet. The returned claim authorizes creating one; it is also emailed to the
 * business, so that its owner can continue in another browser.
 */
export async function registerBusiness(context: Context, input: z.output<typeof businessInput>) {
  await countRegistration(context, { kind: 'business', mailbox: input.email });
  const claim = newToken();
  const business = await writeInDirectory(context.services, async (tx) => {
    const added = { ...input, timeZone: input.timeZone ?? DEFAULT_TIME_ZONE };
    const { business: row, scoped } = await addBusiness(tx, added);
    const expiresAt = new Date(context.now.getTime() + CLAIM_SECONDS * 1000);
    await scoped
      .insert(businessClaims)
      .values({ tokenHash: hashToken(claim), businessId: row.id, expiresAt });
    const scope = { ...context, businessId: row.id };
    await queueMail(scoped, scope, [{ ...toClaimMail(context, row, claim), cause: 'claim', expiresAt }]);
    recordAudit(scoped, scope, { type: 'business.registered', id: row.id });
    return row;
  });
  return { business, claim };
}

function toClaimMail(
  { publicUrl }: Context,
  { id, name, email }: { id: number; name: string; email: string },
  claim: string,
) {
  const link = `${publicUrl}/register-admin?businessId=${id}&claim=${claim}`;
  return {
    to: email,
    subject: `Finish registering ${name}`,
    text: `${name} was registered with this address.\n\nCreate its administrator account within ${CLAIM_DAYS} days:\n${link}\n\nIf this wasn't you, ignore this email; the account can't be used without the link.`,
  };
}

/** Default when the browser sends no time zone with the registration. */
export const DEFAULT_TIME_ZONE = 'America/Chicago';

/**
 * Ends the claim when the first admin registers. Its row stays until it expires, so that its holder receives 409 and any
 * other token 404.
 * @returns false when the business already has an admin
 */
export async function closeClaim(tx: BusinessTransaction, businessId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(businesses)
    .set({ adminRegisteredAt: now })
    .where(and(eq(businesses.id, businessId), isNull(businesses.adminRegisteredAt)))
    .returning({ id: businesses.id });
  return rows.length > 0;
}

/** Scheduled: deletes expired claims. */
export async function deleteOldClaims(services: Services, now: Date): Promise<void> {
  await queryDirectory(services).delete(businessClaims).where(lt(businessClaims.expiresAt, now));
}

/**
 * Locks the business and returns what its plan allows. Called before counting against a limit, so that two
 * transactions cannot both add the last one.
 */
export const lockPlan = async (tx: BusinessTransaction, businessId: number): Promise<PlanLimits> =>
  planLimits(await lockBusiness(tx, businessId));

export type BusinessRow = typeof businesses.$inferSelect;

/**
 * Locks the business until the end of the transaction, by an advisory lock instead of its row (docs/decisions/047).
 * @throws 404
 */
export async function lockBusiness(tx: BusinessTransaction, businessId: number): Promise<BusinessRow> {
  const lock = sql`select pg_advisory_xact_lock(${BUSINESS_LOCKS}, hashint8(${businessId}))`;
  // Sent together, the lock first, so that the row is read when it is granted.
  const locked = tx.execute(lock).execute();
  const [, [row]] = await Promise.all([
    locked,
    tx.select().from(businesses).where(eq(businesses.id, businessId)),
  ]);
  if (!row) throw notFound('This business does not exist.');
  return row;
}

/** The namespace of these advisory locks. */
const BUSINESS_LOCKS = 70_152;

type SubscriptionChange = Partial<
  Pick<
    BusinessRow,
    | 'planType'
    | 'subscriptionStatus'
    | 'subscriptionPeriodEnd'
    | 'subscriptionEndsAt'
    | 'subscriptionCheckAt'
    | 'stripeCustomerId'
    | 'stripeSubscriptionId'
  >
>;

/** Stores the state of the subscription in the business's row; the caller has locked the business. */
export async function setSubscriptionState(
  tx: BusinessTransaction,
  businessId: number,
  state: SubscriptionChange,
): Promise<void> {
  await tx.update(businesses).set(state).where(eq(businesses.id, businessId));
}

/** Postpones the next check of a subscription after a failed one. */
export async function postponeSubscriptionCheck(
  services: Services,
  { id, until }: { id: number; until: Date },
  now: Date,
): Promise<void> {
  await queryDirectory(services)
    .update(businesses)
    .set({ subscriptionCheckAt: until })
    .where(and(eq(businesses.id, id), lte(businesses.subscriptionCheckAt, now)));
}

/** Extends the claim of a business that has paid beyond the paid period, because only its future admin can cancel. */
export async function extendClaim(
  services: Services,
  { id, paidUntil }: { id: number; paidUntil: Date },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(paidUntil.getTime() + CLAIM_SECONDS * 1000);
  await queryDirectory(services)
    .update(businessClaims)
    .set({ expiresAt })
    .where(and(eq(businessClaims.businessId, id), gt(businessClaims.expiresAt, now)));
}
