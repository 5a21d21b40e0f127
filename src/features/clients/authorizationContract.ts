/** Authorizations, and the accounts of units that they and the client's general units form. */

import { z } from 'zod';
import { optionalDecimalInput } from '#platform/contract/decimalFields.ts';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  calendarDay,
  decimal,
  id,
  instant,
  optionalText,
  requiredText,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { serviceKey } from '#features/services/contract.ts';
import {
  affectedVisits,
  rateEffect,
  optionalRateInput,
  ratePreview,
  rates,
  ratesInput,
} from '#features/services/rateContract.ts';
import { PAYER_NAME_MAX } from './rules.ts';

export const AUTHORIZATION_STATUSES = ['approved', 'pending', 'suspended', 'expired'] as const;
export const authorizationStatus = z.enum(AUTHORIZATION_STATUSES);

/** The largest value of numeric(7,2). */
const MAX_UNITS = 99_999.99;

/** The states of a forecast, worst first. */
export const FORECAST_STATES = [
  'expired',
  'exhausted',
  'expiring',
  'running-low',
  'underused',
  'on-track',
] as const;
export const forecastState = z.enum(FORECAST_STATES);
export type ForecastState = z.infer<typeof forecastState>;

export const forecast = z.object({
  unitsUsed: decimal,
  unitsAvailable: decimal,
  /** The mean of the last four whole weeks, or of those that begin within the account. */
  weeklyPace: decimal,
  /** How many weeks `weeklyPace` is the mean of; 0 until the account has a whole week. */
  paceWeeks: z.int(),
  /** The day at that pace; null when the units last for ever or past the expiry date. */
  runsOutOn: z.string().nullable(),
  /** Null without an expiry date, as the following two. */
  unitsLeftAtExpiry: decimal.nullable(),
  /** At most this many in each week that is left, so that the units last; rounded down. */
  safePerWeek: decimal.nullable(),
  daysToExpiry: z.int().nullable(),
  state: forecastState,
});
export type Forecast = z.infer<typeof forecast>;

export const UNIT_LEVELS = ['enough', 'low', 'none'] as const;
export const unitLevel = z.enum(UNIT_LEVELS);

/** An account of units. Employees get only `serviceKey`, `available`, `level` and `inForce`. */
export const account = z.object({
  /** Null for the general account. */
  authorizationId: id.nullable().optional(),
  /** Null for the general account. */
  serviceKey: z.string().nullable(),
  reference: z.string().nullable().optional(),
  startDate: z.string().nullable().optional(),
  expiryDate: z.string().nullable().optional(),
  total: decimal.optional(),
  used: decimal.optional(),
  available: decimal,
  /** The units that lapsed unused. */
  lapsed: decimal.optional(),
  forecast: forecast.optional(),
  level: unitLevel.optional(),
  /** First and last day on which notes use it; null while none do. For employees, who may be offline. */
  inForce: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable().optional(),
});
export type Account = z.infer<typeof account>;

const authorization = z.object({
  id,
  clientId: id,
  /** The service; null in rows of earlier releases, which have only a name. */
  serviceId: id.nullable(),
  category: z.string().nullable(),
  serviceName: z.string(),
  serviceDescription: z.string().nullable(),
  status: authorizationStatus,
  approvedBy: id.nullable(),
  approvedByName: z.string().nullable(),
  approvedDate: instant.nullable(),
  startDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  unitsAuthorized: decimal.nullable(),
  unitsPerWeek: decimal.nullable(),
  unitsPerMonth: decimal.nullable(),
  unitsUsed: decimal,
  /** Null without units of its own, as `unitsLapsed` and `forecast`. */
  unitsAvailable: decimal.nullable(),
  unitsLapsed: decimal.nullable(),
  /** Omitted for employees, as `reference`, `unitRate`, `rates` and `forecast`. */
  payer: z.string().nullable().optional(),
  payerId: id.nullable().optional(),
  /** The client's number at the payer. */
  payerClientId: z.string().nullable().optional(),
  reference: z.string().nullable().optional(),
  /** Today's of `rates`. */
  unitRate: decimal.nullable().optional(),
  rates: rates.optional(),
  forecast: forecast.nullable().optional(),
  notes: z.string().nullable(),
  createdAt: instant,
});

const optionalDay = (message: string) =>
  z
    .union([z.literal(''), z.null(), calendarDay(message)], { error: message })
    .optional()
    .transform((value) => value || null);

const terms = {
  serviceId: id.nullish(),
  category: serviceKey.nullish(),
  serviceDescription: optionalText(2000),
  status: authorizationStatus,
  startDate: optionalDay('Start date must be a date'),
  expiryDate: optionalDay('Expiry date must be a date'),
  unitsAuthorized: optionalDecimalInput(MAX_UNITS).optional(),
  unitsPerWeek: optionalDecimalInput(MAX_UNITS).optional(),
  unitsPerMonth: optionalDecimalInput(MAX_UNITS).optional(),
  /** The name of a payer; a new name adds one. */
  payer: optionalText(PAYER_NAME_MAX),
  /** In place of the name. */
  payerId: id.nullish(),
  payerClientId: optionalText(100),
  reference: optionalText(100),
  /** One that holds from today, or in a new authorization from the beginning. */
  unitRate: optionalRateInput.optional(),
  /** In place of `unitRate`: all rates; before the first, the service's. */
  rates: ratesInput.optional(),
  notes: optionalText(2000),
};

/** A new authorization: of a service of the business by `serviceId` or `category`, or only a name as before. */
export const authorizationInput = z
  .object({
    ...terms,
    clientId: id.optional(),
    serviceName: requiredText(255, 'Service name is required').optional(),
    status: terms.status.default('approved'),
  })
  .refine((input) => input.serviceId || input.category || input.serviceName !== undefined, {
    path: ['serviceName'],
    error: 'Service name is required',
  });

/** Any subset of the fields. */
export const authorizationChange = z
  .object({ ...terms, serviceName: requiredText(255, 'Service name is required'), affectedVisits })
  .partial();

export const authorizationsContract = contract({
  'GET /api/clients/:id/services': {
    access: 'member',
    summary: "The client's authorizations, newest first",
    params: byId,
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(authorization),
  },
  'POST /api/clients/:id/services': {
    access: 'manager',
    summary: 'Add an authorization; its units are a purchase in the ledger',
    params: byId,
    example: () => ({ serviceName: 'Care' }),
    body: authorizationInput,
    status: 201,
    response: authorization,
  },
  'PUT /api/services/:id': {
    access: 'manager',
    summary: 'Change an authorization; a change of its units is an adjustment in the ledger',
    params: byId,
    example: () => ({ notes: 'Renewed' }),
    body: authorizationChange,
    response: authorization,
  },
  'POST /api/services/:id/rates/preview': {
    access: 'manager',
    summary: 'Preview what a change of rates would do to approved visits; stores nothing',
    params: byId,
    example: () => ({ rates: [{ from: '2026-03-01', unitRate: '6.8725' }] }),
    body: ratePreview,
    response: rateEffect,
  },
  'DELETE /api/services/:id': {
    access: 'manager',
    summary: 'End an authorization today, or remove it when it was never used',
    params: byId,
    response: null,
  },
});
