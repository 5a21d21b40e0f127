/** Tables of businesses, their week starts, closed periods and claims. */

import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  snakeCase,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { PAPER_SIZES } from '#platform/contract/paper.ts';
import type { ZoneFrom } from '#platform/contract/zoneDays.ts';
import { bytes, compositeKey, instant, reference } from '#platform/server/database/columns.ts';
import { BUSINESS_STATUSES, OVERUSE_POLICIES, PLAN_TYPES } from '#features/businesses/contract.ts';
import type { OvertimeLimit } from '#features/businesses/overtimeLimitRules.ts';

/** The directory of businesses: global, one row each. */
export const businesses = snakeCase.table(
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
    /** End of the paid period. */
    subscriptionPeriodEnd: instant(),
    /** When a canceled subscription ends, even without an event from the provider. */
    subscriptionEndsAt: instant(),
    /** When the subscription is next fetched from the provider, unless an event arrives before. */
    subscriptionCheckAt: instant(),
    planType: text({ enum: PLAN_TYPES }).notNull().default('premium'),
    isCreatorBusiness: boolean().notNull().default(false),
    /** The zone in force now. */
    timeZone: text().notNull().default('America/Chicago'),
    /** Each zone with the day from which it holds, by date; empty while it was never changed. Every session reads it. */
    timeZones: jsonb().$type<ZoneFrom[]>().notNull().default([]),
    overusePolicy: text({ enum: OVERUSE_POLICIES }).notNull().default('allow'),
    /** Hours after the end of the work from which a note is a late entry. */
    lateEntryHours: integer().notNull().default(48),
    /** Hours of one employee on one day above which a note has a check. */
    longDayHours: integer().notNull().default(14),
    /** Lets two employees work for a client at the same time. */
    allowTwoEmployees: boolean().notNull().default(false),
    /** Accepts a note that the client cannot sign. */
    allowUnsigned: boolean().notNull().default(false),
    /** Hours without contact after which a device deletes what it keeps offline. */
    offlineHours: integer().notNull().default(72),
    /** Hours of a week after which work is overtime: the newest limit. */
    overtimeAfterHours: integer().notNull().default(40),
    /** Each limit with the first day of the week from which it holds, by date; empty while it was never changed. */
    overtimeLimits: jsonb().$type<OvertimeLimit[]>().notNull().default([]),
    /** Shows the description of the visit on a client's receipt. */
    receiptShowsText: boolean().notNull().default(false),
    /** Of PDF documents and printed screens. */
    paperSize: text({ enum: PAPER_SIZES }).notNull().default('letter'),
    /** ISO 4217. */
    currency: text().notNull().default('USD'),
    /** The address on invoices; null for that of the business. */
    invoiceAddress: text(),
    taxId: text(),
    /** Percent of an invoice's sum. */
    taxRate: numeric({ precision: 6, scale: 3 }),
    /** Days from the issue of an invoice until it is due. */
    paymentTermDays: integer().notNull().default(30),
    invoiceNumberFormat: text().notNull().default('{YYYY}-{0000}'),
    industry: text(),
    employeeCount: text(),
    website: text(),
    /** Set when the first admin registers; no claim is accepted afterwards. */
    adminRegisteredAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // Of two concurrent first registrations, only one becomes the creator.
    uniqueIndex('businesses_one_creator')
      .on(table.isCreatorBusiness)
      .where(sql`is_creator_business`),
    // The provider's events contain the subscription, not the business.
    uniqueIndex('businesses_stripe_subscription').on(table.stripeSubscriptionId),
    index('businesses_subscription_check').on(table.subscriptionCheckAt),
  ],
);

/** The first day of the business's weeks, from a date on; a business without a row has weeks from Sunday. */
export const weekStarts = snakeCase.table(
  'week_starts',
  {
    businessId: reference().notNull(),
    /** The first day of the first week that begins on `weekStart`. */
    from: date('from_date', { mode: 'string' }).notNull(),
    /** 0 is Sunday, 6 is Saturday. */
    weekStart: integer().notNull(),
  },
  (table) => [compositeKey(table.businessId, table.from)],
);

/** The day through which the business's time is closed; each write to a note or time entry locks the row shared. */
export const periodLocks = snakeCase.table('period_locks', {
  businessId: reference().primaryKey(),
  /** Null when no period is closed. */
  lockedThrough: date({ mode: 'string' }),
});

/** Claims to register the first admin of a business, stored as hashes. */
export const businessClaims = snakeCase.table(
  'business_claims',
  {
    tokenHash: bytes().notNull(),
    businessId: reference().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    compositeKey(table.tokenHash, table.businessId),
    index('business_claims_business').on(table.businessId),
  ],
);
