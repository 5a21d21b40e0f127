import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  calendarDay,
  id,
  instant,
  optionalText,
  requiredText,
  timeZone,
} from '#platform/contract/fields.ts';
import { PAPER_SIZES } from '#platform/contract/paper.ts';
import { toZoneName } from '#platform/contract/zoneNames.ts';
import { invoiceSettings, invoiceSettingsInput } from './invoiceSettingsContract.ts';
import { PERIOD_REASON_MAX } from './periodRules.ts';

export const BUSINESS_STATUSES = ['active', 'inactive'] as const;
const businessStatus = z.enum(BUSINESS_STATUSES);

export const PLAN_TYPES = ['premium', 'professional'] as const;
export const planType = z.enum(PLAN_TYPES);
export type PlanType = z.infer<typeof planType>;

/** Reactions to a note that needs more units than the client has left. */
export const OVERUSE_POLICIES = ['allow', 'block'] as const;
export const overusePolicy = z.enum(OVERUSE_POLICIES);
export type OverusePolicy = z.infer<typeof overusePolicy>;

/** The time zone of a business, stored by today's name. */
export const businessTimeZone = timeZone.transform((name, context) => {
  const current = toZoneName(name);
  if (current === null)
    context.addIssue({ code: 'custom', message: 'Choose a city in the time zone, such as America/New_York' });
  return current ?? z.NEVER;
});

const WEEKDAY_MESSAGE = 'Please select a day of the week';

/** 0 is Sunday, 6 is Saturday. */
export const weekday = z.int({ error: WEEKDAY_MESSAGE }).min(0, WEEKDAY_MESSAGE).max(6, WEEKDAY_MESSAGE);

/** Hours after the end of the work from which a note is a late entry: at most 30 days. */
export const lateEntryHours = hours(720);
/** Hours without contact after which a device deletes what it keeps offline. */
export const offlineHours = hours(168);
/** Hours of a week after which work is overtime: 40 by 29 U.S.C. 207(a)(1). */
export const overtimeAfterHours = hours(168);
/** Hours of one employee on one day above which its notes have a check. */
export const longDayHours = hours(24);

function hours(max: number) {
  const error = `Enter whole hours from 1 to ${max}`;
  return z.int({ error }).min(1, error).max(max, error);
}

/** Of PDF documents and printed screens. */
export const paperSize = z.enum(PAPER_SIZES, { error: 'Please select a paper size' });

/** By date: from the day `from` on, weeks begin on `weekStart`; before the first of them, on Sunday. */
export const weekStarts = z.array(z.object({ from: z.string(), weekStart: weekday }));

/** By date: from the day `from` on, days are those of `timeZone`; empty while the zone was never changed. */
export const timeZones = z.array(z.object({ from: z.string(), timeZone: z.string() }));

/** By date: from the week of `from` on, work after `hours` is overtime; empty while the limit was never changed. */
const overtimeLimits = z.array(z.object({ from: z.string(), hours: z.int() }));

export const business = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  status: businessStatus,
  planType,
  isCreatorBusiness: z.boolean(),
  subscriptionStatus: z.string().nullable(),
  /** Without an active subscription: reading, exporting and paying only. */
  readOnly: z.boolean(),
  /** The zone in force now. */
  timeZone: z.string(),
  timeZones,
  overusePolicy,
  lateEntryHours,
  longDayHours,
  /** Lets two employees work for a client at the same time. */
  allowTwoEmployees: z.boolean(),
  /** Accepts a note that the client cannot sign. */
  allowUnsigned: z.boolean(),
  offlineHours,
  /** The newest of `overtimeLimits`. */
  overtimeAfterHours,
  overtimeLimits,
  /** Shows the description of the visit on a client's receipt. */
  receiptShowsText: z.boolean(),
  paperSize,
  ...invoiceSettings,
  /** The newest of `weekStarts`. */
  weekStart: weekday,
  weekStarts,
  /** The last day of the closed period; null when no period is closed. */
  lockedThrough: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});

const contactFields = {
  name: requiredText(255, 'Business name is required'),
  email: z.email({ error: 'Valid email is required' }).max(255),
  phone: requiredText(50, 'Phone number is required'),
  address: requiredText(500, 'Address is required'),
  description: optionalText(2000),
};

/** The registration form of a business. */
export const businessInput = z.object({
  ...contactFields,
  planType: planType.default('premium'),
  timeZone: businessTimeZone.optional(),
});

/**
 * The settings of the caller's business; omitted fields keep their values. From when each holds: docs/settings.md.
 */
export const businessSettings = z
  .object({
    ...contactFields,
    timeZone: businessTimeZone,
    overusePolicy,
    lateEntryHours,
    longDayHours,
    allowTwoEmployees: z.boolean(),
    allowUnsigned: z.boolean(),
    offlineHours,
    overtimeAfterHours,
    receiptShowsText: z.boolean(),
    paperSize,
    ...invoiceSettingsInput,
    weekStart: weekday,
  })
  .partial();

const DAY_MESSAGE = 'Choose a date';

/** Closes the period through `date`, or reopens it: an earlier date, or null for all of it. */
export const lockedThroughInput = z.object({
  date: calendarDay(DAY_MESSAGE).nullable(),
  /** Closes although notes of the period have no decision. */
  pendingConfirmed: z.boolean().default(false),
  /** Closes unless more notes than these have no decision. */
  pendingCount: z.int().nonnegative().optional(),
  /** Required for reopening. */
  reason: optionalText(PERIOD_REASON_MAX),
});

export const businessesContract = contract({
  'GET /api/businesses/count': {
    access: 'public',
    summary: 'The number of businesses; with 0, the next one becomes the free creator business',
    response: z.object({ count: z.int() }),
  },
  'GET /api/businesses/:id': {
    access: 'public',
    summary: 'A business, for the holder of its registration claim and for its members',
    secretAddress: true,
    params: byId,
    /** The claim from the business's email, in a browser without the cookie of the registration. */
    query: z.object({ claim: z.string().max(200).optional() }),
    response: business.pick({
      id: true,
      name: true,
      email: true,
      phone: true,
      address: true,
      isCreatorBusiness: true,
      planType: true,
      readOnly: true,
    }),
  },
  'POST /api/auth/register-business': {
    access: 'public',
    summary: 'Register a business; sets the claim cookie that its first admin registers with',
    body: businessInput,
    status: 201,
    response: z.object({
      business: business.pick({ id: true, name: true, isCreatorBusiness: true, planType: true, email: true }),
      message: z.string(),
    }),
  },
  'GET /api/business': {
    access: 'member',
    summary: 'Your own business and its settings',
    response: business,
  },
  'PUT /api/business': {
    access: 'manager',
    summary:
      'Change your own business: contact data, time zone, overuse policy, checks, receipts, invoices, week start. A time zone takes effect today, an overtime limit in the current week, a week start after it',
    example: () => ({ name: 'Renamed' }),
    body: businessSettings,
    response: business,
  },
  'PUT /api/business/locked-through': {
    access: 'manager',
    summary: 'Close the period through a date before today. Admins can also reopen it, with a reason.',
    example: () => ({ date: '2020-01-31' }),
    body: lockedThroughInput,
    response: business,
  },
});
