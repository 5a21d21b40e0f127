import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Context, MemberContext, Services } from '../../../platform/server/context.ts';
import type { Queries } from '../../../platform/server/database/database.ts';
import { hashToken, newToken } from '../../../platform/server/secrets.ts';
import {
  brokenConstraint,
  changed,
  enterBusiness,
  inBusiness,
  inDirectory,
} from '../../../platform/server/tenancy.ts';
import { recordAudit, startChain } from '../../audit/server/service.ts';
import type { businessInput, businessSettings } from '../contract.ts';
import { ownBusiness } from './reads.ts';
import { businessClaims, businesses } from './tables.ts';

type NewBusiness = Pick<typeof businesses.$inferInsert, 'name' | 'email' | 'phone' | 'address'> &
  Partial<typeof businesses.$inferInsert>;

const CLAIM_DAYS = 7;
export const CLAIM_SECONDS = CLAIM_DAYS * 24 * 60 * 60;

/**
 * Adds a business. The first one ever is the free creator; of two at once the index lets one be it
 * and the other is added as an ordinary business.
 */
export async function addBusiness(tx: Queries, business: NewBusiness) {
  const [existing] = await tx.select({ id: businesses.id }).from(businesses).limit(1);
  const first = existing === undefined;
  try {
    return await tx.transaction((inner) => insertBusiness(inner, { ...business, isCreatorBusiness: first }));
  } catch (error) {
    if (brokenConstraint(error) !== 'businesses_one_creator') throw error;
    return insertBusiness(tx, { ...business, isCreatorBusiness: false });
  }
}

async function insertBusiness(tx: Queries, business: NewBusiness) {
  const [row] = await tx.insert(businesses).values(business).returning();
  if (!row) throw new Error('A business was not stored');
  return row;
}

/** Registers a business without an admin yet; the claim answered is its only key. */
export async function registerBusiness(context: Context, input: z.output<typeof businessInput>) {
  const claim = newToken();
  const business = await inDirectory(context.services, async (tx) => {
    const row = await addBusiness(tx, { ...input, timeZone: input.timeZone ?? DEFAULT_TIME_ZONE });
    await tx.insert(businessClaims).values({
      tokenHash: hashToken(claim),
      businessId: row.id,
      expiresAt: new Date(context.now.getTime() + CLAIM_SECONDS * 1000),
    });
    const scoped = await enterBusiness(tx, row.id);
    await startChain(scoped, row.id);
    const acting = { ...context, businessId: row.id };
    await recordAudit(scoped, acting, { action: 'registered', object: 'business', objectId: row.id });
    return row;
  });
  return { business, claim };
}

/** Used when the registering browser did not say its zone. */
export const DEFAULT_TIME_ZONE = 'America/Chicago';

/**
 * Marks that the first admin registers now and spends all claims.
 * @returns false when there was an admin before
 */
export async function closeClaim(tx: Queries, businessId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(businesses)
    .set({ adminRegisteredAt: now })
    .where(sql`${businesses.id} = ${businessId} and ${businesses.adminRegisteredAt} is null`)
    .returning({ id: businesses.id });
  await tx.delete(businessClaims).where(eq(businessClaims.businessId, businessId));
  return rows.length > 0;
}

/** Changes the settings of the own business; what is left out stays. */
export function changeBusiness(context: MemberContext, input: z.output<typeof businessSettings>) {
  return inBusiness(context, async (tx) => {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    await tx
      .update(businesses)
      .set({ ...given, updatedAt: context.now })
      .where(eq(businesses.id, context.businessId));
    const row = await ownBusiness(tx, context.businessId);
    const { timeZone, overusePolicy } = row;
    const details = { changed: Object.keys(given), timeZone, overusePolicy };
    await recordAudit(tx, context, { action: 'changed', object: 'business', objectId: row.id, details });
    changed(tx, ['business']);
    return row;
  });
}

/** Mails the claim to the business, so that its owner can go on from another browser. */
export async function mailClaim(
  services: Services,
  business: { id: number; name: string; email: string },
  link: string,
): Promise<void> {
  await services.mail.send({
    to: business.email,
    subject: `Finish registering ${business.name}`,
    text: `Somebody registered ${business.name} with this address.\n\nCreate its administrator here, within ${CLAIM_DAYS} days:\n${link}\n\nIf it was not you, ignore this mail; nobody can use the business without the link.`,
  });
}
