/** Tables of subscriptions, of the sandbox, and of events of the payment provider. */

import { boolean, index, integer, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
} from '#platform/server/database/columns.ts';
import { PLAN_TYPES } from '#features/businesses/contract.ts';
import { PAYMENT_PROVIDERS } from '#features/subscription/contract.ts';
import { SUBSCRIPTION_STATUSES } from '#features/subscription/rules.ts';

/**
 * The latest subscription of a business, as last reported by its payment provider. The columns needed by authorization
 * are copied to the business's row in the same transaction.
 */
export const subscriptions = snakeCase.table('subscriptions', {
  businessId: reference().primaryKey(),
  provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
  /** The provider's ids; null until its first response. */
  customerId: text(),
  subscriptionId: text(),
  /** The idempotency key of starting this subscription at the provider. */
  attempt: text().notNull(),
  /** Where the provider sends receipts. */
  email: text().notNull(),
  planType: text({ enum: PLAN_TYPES }).notNull(),
  /** Null until the provider's first response. */
  status: text({ enum: SUBSCRIPTION_STATUSES }),
  cancelAtPeriodEnd: boolean().notNull().default(false),
  periodStart: instant(),
  periodEnd: instant(),
  amount: integer().notNull(),
  currency: text().notNull(),
  interval: text().notNull(),
  /** Counts the leases; only the holder of the latest calls the provider about this business. */
  lease: integer().notNull().default(0),
  /** When the lease expires unless it is released first; null while it is free. */
  leaseUntil: instant(),
  updatedAt: instant().notNull(),
});

/** The subscriptions of the sandbox. Card numbers are not stored. */
export const sandboxSubscriptions = snakeCase.table(
  'sandbox_subscriptions',
  {
    ...tenantColumns,
    attempt: text().notNull(),
    planType: text({ enum: PLAN_TYPES }).notNull(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    /** Encrypted, because it is returned again while the payment is open. */
    secret: bytes().notNull(),
    /** The time of the first payment, from which periods are counted; null before. */
    anchor: instant(),
    /** Number of past periods. */
    periodsOver: integer().notNull().default(0),
    cardExpiresAt: instant(),
    /** Declines the test card at renewals. */
    cardDeclinesLater: boolean().notNull().default(false),
  },
  (table) => [
    tenantKey(table),
    uniqueIndex('sandbox_subscriptions_attempt').on(table.businessId, table.attempt),
  ],
);

/** The ids of handled events, so that each is handled once. Global, because an event contains no business. */
export const providerEvents = snakeCase.table(
  'provider_events',
  { provider: text().notNull(), eventId: text().notNull(), takenAt: instant().notNull() },
  (table) => [compositeKey(table.provider, table.eventId), index('provider_events_oldest').on(table.takenAt)],
);
