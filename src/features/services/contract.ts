import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  decimal,
  id,
  instant,
  optionalText,
  requiredText,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { affectedVisits, rateEffect, rateInput, ratePreview, rates, ratesInput } from './rateContract.ts';

/** How minutes become units. */
export const ROUNDING_RULES = ['up', 'nearest', 'complete'] as const;
export const roundingRule = z.enum(ROUNDING_RULES, { error: 'Please select a rounding rule' });
export type RoundingRule = z.infer<typeof roundingRule>;

/** Rules for a note without an authorization in force on its day. */
export const AUTHORIZATION_RULES = ['no', 'warn', 'block'] as const;
export const authorizationRule = z.enum(AUTHORIZATION_RULES, { error: 'Please select a rule' });
export type AuthorizationRule = z.infer<typeof authorizationRule>;

export const KEY_MAX = 40;
const NAME_MAX = 80;
const CODE_MAX = 20;
export const MODIFIERS_MAX = 40;
const DESCRIPTION_MAX = 2000;

const KEY = new RegExp(`^[a-z0-9-]{1,${KEY_MAX}}$`);

const SELECT_SERVICE = 'Please select a service';

/** The key of a service, which notes and drafts have as `category`. The server checks that it exists. */
export const serviceKey = z.string({ error: SELECT_SERVICE }).regex(KEY, { error: SELECT_SERVICE });

const businessService = z.object({
  id,
  key: z.string(),
  name: z.string(),
  code: z.string().nullable(),
  /** Of the code on claims, such as 'U1 HQ'. */
  modifiers: z.string().nullable(),
  description: z.string().nullable(),
  /** Dollars for one unit today; omitted for employees, as `rates`. */
  unitRate: decimal.nullable().optional(),
  rates: rates.optional(),
  rounding: roundingRule,
  authorizationRequired: authorizationRule,
  position: z.int(),
  archivedAt: instant.nullable(),
});

/** The fields of a service that a request sets. */
export const serviceFields = {
  name: requiredText(NAME_MAX, 'Name is required'),
  code: optionalText(CODE_MAX),
  modifiers: optionalText(MODIFIERS_MAX),
  description: optionalText(DESCRIPTION_MAX),
  /** One that holds from today, or in a new service from the beginning. */
  unitRate: rateInput.nullish(),
  /** In place of `unitRate`: all rates. */
  rates: ratesInput.optional(),
  rounding: roundingRule,
  authorizationRequired: authorizationRule,
};

export const serviceInput = z.object({
  ...serviceFields,
  key: z
    .string()
    .regex(KEY, { error: `Use 1 to ${KEY_MAX} lowercase letters, digits or hyphens` })
    .optional(),
  rounding: serviceFields.rounding.default('up'),
  authorizationRequired: serviceFields.authorizationRequired.default('no'),
});

/** Any subset of the fields. `key` must be the current one; `archived: false` restores the service. */
export const serviceChange = z
  .object({
    ...serviceFields,
    key: z.string(),
    archived: z.literal(false, { error: 'Use DELETE to archive a service' }),
    affectedVisits,
  })
  .partial();

export const servicesContract = contract({
  'GET /api/business-services': {
    access: 'member',
    summary: 'The services of the business by position; `archived=true` includes archived ones',
    query: wholeListQuery.extend({ archived: z.enum(['true', 'false']).default('false') }),
    paged: 'whole',
    response: z.array(businessService),
  },
  'POST /api/business-services': {
    access: 'manager',
    summary: 'Add a service; its key is made from the name unless one is sent',
    example: () => ({ name: 'Home care' }),
    body: serviceInput,
    status: 201,
    response: businessService,
  },
  'PUT /api/business-services/:id': {
    access: 'manager',
    summary: 'Change or restore a service; its key cannot be changed',
    params: byId,
    example: () => ({ name: 'Renamed' }),
    body: serviceChange,
    response: businessService,
  },
  'POST /api/business-services/:id/rates/preview': {
    access: 'manager',
    summary: 'Preview what a change of rates would do to approved visits; stores nothing',
    params: byId,
    example: () => ({ rates: [{ from: '2026-03-01', unitRate: '6.8725' }] }),
    body: ratePreview,
    response: rateEffect,
  },
  'DELETE /api/business-services/:id': {
    access: 'manager',
    summary: 'Archive a service: it takes no new notes and keeps the ones it has',
    params: byId,
    response: null,
  },
  'PUT /api/business-services/order': {
    access: 'manager',
    summary: 'Order the active services',
    example: (ids) => ({ ids: [ids['businessService']] }),
    body: z.object({ ids: z.array(id).max(500) }),
    response: z.array(businessService.omit({ description: true, rates: true })),
  },
});
