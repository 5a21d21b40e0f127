import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, reference, tenantColumns, tenantKey } from '#platform/server/database/columns.ts';
import { SUBSCRIPTION_STATUSES } from '#features/subscription/rules.ts';
import { PLAN_TYPES } from '#features/businesses/contract.ts';

/**
 * The subscription of a business as its payment provider last reported it; one row, of the latest one. What
 * the gate needs of it stands in the business's row, written in the same transaction.
 */
export const subscriptions = pgTable('subscriptions', {
  businessId: reference().primaryKey(),
  provider: text({ enum: ['sandbox', 'stripe'] }).notNull(),
  /** The provider's ids; null until it has answered once. */
  customerId: text(),
  subscriptionId: text(),
  /** Names the beginning of this subscription to the provider, so that beginning again is the same one. */
  attempt: text().notNull(),
  /** Where the provider sends receipts. */
  email: text().notNull(),
  planType: text({ enum: PLAN_TYPES }).notNull(),
  /** Null until the provider has answered once. */
  status: text({ enum: SUBSCRIPTION_STATUSES }),
  cancelAtPeriodEnd: boolean().notNull().default(false),
  periodStart: instant(),
  periodEnd: instant(),
  amount: integer().notNull(),
  currency: text().notNull(),
  interval: text().notNull(),
  /** Counts the leases; only the holder of the latest calls the provider about this business. */
  lease: integer().notNull().default(0),
  /** When the lease expires unless it is released before; null while it is free. */
  leaseUntil: instant(),
  updatedAt: instant().notNull(),
});

/** What the sandbox knows, as a payment provider would know it. Nothing of a card's number is kept. */
export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    ...tenantColumns,
    attempt: text().notNull(),
    planType: text({ enum: PLAN_TYPES }).notNull(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** Sealed: what pays for it is answered again as long as it is open. */
    secret: bytes().notNull(),
    /** When the first payment came; null before. Periods are counted from here. */
    anchor: instant(),
    /** Periods that are over. */
    periodsOver: integer().notNull().default(0),
    cardExpiresAt: instant(),
    /** A test card that pays once and is declined from then on. */
    cardDeclinesLater: boolean().notNull().default(false),
  },
  (table) => [
    tenantKey(table),
    uniqueIndex('sandbox_subscriptions_attempt').on(table.businessId, table.attempt),
  ],
);

/** Events of payment providers that were taken: each counts once. Global, as it comes before the business. */
export const providerEvents = pgTable(
  'provider_events',
  { provider: text().notNull(), eventId: text().notNull(), takenAt: instant().notNull() },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('provider_events_oldest').on(table.takenAt),
  ],
);
