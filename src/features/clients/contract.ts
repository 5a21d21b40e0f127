import { z } from 'zod';
import { decimalInput } from '#platform/contract/decimalFields.ts';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  decimal,
  id,
  instant,
  optionalEmail,
  optionalText,
  requiredText,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { account } from './authorizationContract.ts';

export const CLIENT_STATUSES = ['active', 'inactive'] as const;
export const clientStatus = z.enum(CLIENT_STATUSES);

/** The language of what a client reads: the receipt and its email. */
export const LANGUAGES = ['en', 'es'] as const;
export const language = z.enum(LANGUAGES);
export type Language = z.infer<typeof language>;

/** Largest values of the columns: numeric(8,2) for units and numeric(10,2) for the rate. */
const MAX_UNITS = 999_999.99;
const MAX_RATE = 99_999_999.99;

/** Default price of one unit of 15 minutes, in dollars. */
export const DEFAULT_UNIT_RATE = '15.00';

const can = z.object({ edit: z.boolean(), remove: z.boolean(), submitNote: z.boolean() });

export const client = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  /** The units of the general account and of all authorizations that have not lapsed. */
  totalTimeUnits: decimal,
  usedTimeUnits: decimal,
  availableTimeUnits: decimal,
  /** The total of the general account. */
  generalTotalUnits: decimal,
  /** The unused units of authorizations whose last day is over. */
  lapsedTimeUnits: decimal,
  accounts: z.array(account),
  /** Left out for employees. */
  unitRate: decimal.nullable().optional(),
  hasSignatureCode: z.boolean(),
  /** The code itself; always null in lists and for employees. */
  signatureCode: z.string().nullable(),
  intakeInformation: z.string().nullable(),
  status: clientStatus,
  language,
  /** Emails the client the link to the receipt of each visit. */
  receiptsByEmail: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  can,
});

/** The code a client enters to sign: 4 to 20 characters. */
const signatureCode = z
  .string()
  .trim()
  .min(4, { error: 'Signature code must be at least 4 characters' })
  .max(20, { error: 'At most 20 characters' })
  .or(z.literal(''))
  .nullish()
  .transform((value) => value || null);

const texts = {
  companyName: requiredText(255, 'Client ID is required'),
  contactName: requiredText(255, 'Contact name is required'),
  email: optionalEmail(),
  phone: optionalText(50),
  address: optionalText(500),
  signatureCode,
  intakeInformation: optionalText(5000),
};

/** The Add Client form. */
export const clientInput = z.object({
  ...texts,
  totalTimeUnits: decimalInput(MAX_UNITS).default('0.00'),
  unitRate: decimalInput(MAX_RATE).nullable().default(DEFAULT_UNIT_RATE),
  status: clientStatus.default('active'),
  language: language.default('en'),
  receiptsByEmail: z.boolean().default(false),
});

/** The Edit Client form: any subset of its fields. */
export const clientChange = z
  .object({
    ...texts,
    totalTimeUnits: decimalInput(MAX_UNITS),
    unitRate: decimalInput(MAX_RATE).nullable(),
    status: clientStatus,
    language,
    receiptsByEmail: z.boolean(),
  })
  .partial();

export const unitsInput = z.object({
  totalTimeUnits: decimalInput(MAX_UNITS),
  reason: optionalText(500),
});

export const clientsContract = contract({
  'GET /api/clients': {
    access: 'member',
    summary: 'All clients for managers, assigned clients for others; newest first',
    query: wholeListQuery.extend({ status: clientStatus.optional() }),
    paged: 'whole',
    response: z.array(client),
  },
  'GET /api/clients/:id': { access: 'member', summary: 'One client', params: byId, response: client },
  'POST /api/clients': {
    access: 'manager',
    summary: 'Add a client with the units they bought',
    body: clientInput,
    status: 201,
    response: client,
  },
  'PUT /api/clients/:id': {
    access: 'manager',
    summary:
      'Change a client; `totalTimeUnits` sets the general units, the difference is an adjustment in the ledger',
    params: byId,
    example: () => ({ contactName: 'Changed' }),
    body: clientChange,
    response: client,
  },
  'DELETE /api/clients/:id': {
    access: 'manager',
    summary: 'Archive a client; notes, ledger and name are kept',
    params: byId,
    response: null,
  },
  'PUT /api/clients/:id/time-units': {
    access: 'manager',
    summary: "Set the client's total of units",
    params: byId,
    example: () => ({ totalTimeUnits: '7.00' }),
    body: unitsInput,
    response: client,
  },
  'POST /api/clients/:id/verify-code': {
    access: 'member',
    summary: "Check a client's signature code",
    params: byId,
    example: () => ({ code: '4711ab' }),
    body: z.object({ code: z.string().max(100) }),
    response: z.object({ valid: z.boolean() }),
  },
});
