import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, reference } from '#platform/server/database/columns.ts';
import { BUSINESS_STATUSES, OVERUSE_POLICIES, PLAN_TYPES } from '#features/businesses/contract.ts';

/** The directory of businesses: global, one row each. */
export const businesses = pgTable(
  'businesses',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    name: text().notNull(),
    description: text(),
    address: text().notNull(),
    phone: text().notNull(),
    email: text().notNull(),
    status: text({ enum: BUSINESS_STATUSES }).notNull().default('active'),
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    subscriptionStatus: text(),
    /** End of the period that is paid for. */
    subscriptionPeriodEnd: instant(),
    /** When a canceled subscription ends, with or without an event from the provider. */
    subscriptionEndsAt: instant(),
    /** When the payment provider is asked again, if it sends no event before. */
    subscriptionCheckAt: instant(),
    planType: text({ enum: PLAN_TYPES }).notNull().default('premium'),
    isCreatorBusiness: boolean().notNull().default(false),
    timeZone: text().notNull().default('America/Chicago'),
    overusePolicy: text({ enum: OVERUSE_POLICIES }).notNull().default('allow'),
    industry: text(),
    employeeCount: text(),
    website: text(),
    /** Set once, when the first admin registers; from then on no claim is accepted. */
    adminRegisteredAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // Two first registrations at once make exactly one creator.
    uniqueIndex('businesses_one_creator')
      .on(table.isCreatorBusiness)
      .where(sql`is_creator_business`),
    // An event of the provider names a subscription, never a business.
    uniqueIndex('businesses_stripe_subscription').on(table.stripeSubscriptionId),
    index('businesses_subscription_check').on(table.subscriptionCheckAt),
  ],
);

/** The right to register a business's first admin, kept as a hash until it is used. */
export const businessClaims = pgTable(
  'business_claims',
  {
    tokenHash: bytes().primaryKey(),
    businessId: reference().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('business_claims_business').on(table.businessId)],
);
