/** Another value of each setting, and what of it reports show at once: names and balances of today, never figures. */

import type { BilledWeeks } from './billedWeeks.ts';

export interface SettingChange {
  endpoint: string;
  params?: (weeks: BilledWeeks) => Record<string, number>;
  /** Settings that may change together, because no figure follows from any of them. */
  body: (weeks: BilledWeeks) => Record<string, unknown>;
  /** Texts of reports that follow the setting. Documents never do. */
  masks?: RegExp[];
  /** Calls that show today's balance, or judge by today's rules. */
  follows?: string[];
}

const BUSINESS = 'PUT /api/business';
const SERVICE = 'PUT /api/business-services/:id';
const CLIENT = 'PUT /api/clients/:id';
const AUTHORIZATION = 'PUT /api/services/:id';
const PROFILE = 'PUT /api/users/:id/profile';
const LEDGER = ['GET /api/clients/:id/ledger', 'GET /api/clients/:id/burn-down', 'GET /api/receipts/:token'];

const TODAYS_RULES = ['GET /api/packets/readiness', 'GET /api/packets/gaps'];

const always = (body: Record<string, unknown>) => () => body;
const ofService = ({ serviceId }: BilledWeeks) => ({ id: serviceId });
const ofClient = ({ ownClientId }: BilledWeeks) => ({ id: ownClientId });
const ofAuthorization = ({ authorization }: BilledWeeks) => ({ id: authorization.id });
const ofAuthor = ({ author }: BilledWeeks) => ({ id: author.id });

/** The rate of a visit today, beside its own rate. */
const TODAYS_RATE = /"todayRate":(?:"[\d.]+"|null)/g;
const NEXT_RATES = [{ from: '2099-01-01', unitRate: '78.00' }];

export const SETTING_CHANGES: SettingChange[] = [
  { endpoint: BUSINESS, body: always({ timeZone: 'America/Los_Angeles' }) },
  { endpoint: BUSINESS, body: always({ weekStart: 3 }) },
  { endpoint: BUSINESS, body: always({ overtimeAfterHours: 35 }) },
  { endpoint: BUSINESS, body: always({ lateEntryHours: 1 }), masks: [/"lateEntryHours":\d+/g] },
  { endpoint: BUSINESS, body: always({ longDayHours: 2, allowTwoEmployees: true }) },
  { endpoint: BUSINESS, body: always({ overusePolicy: 'block', allowUnsigned: true, offlineHours: 5 }) },
  { endpoint: BUSINESS, body: always({ paperSize: 'a4' }) },
  { endpoint: BUSINESS, body: always({ receiptShowsText: true }), follows: ['GET /api/receipts/:token'] },
  {
    endpoint: BUSINESS,
    body: always({
      name: 'Renamed agency',
      email: 'renamed@example.com',
      phone: '555 0777',
      address: '9 Renamed Street',
      description: 'New',
    }),
    masks: [/Agency-\w+|Renamed agency/g, /1 Main Street\S*|9 Renamed Street/g, /555 \d{4}/g, /\S+@\S+/g],
  },
  { endpoint: BUSINESS, body: always({ currency: 'EUR' }), follows: ['GET /api/billing/open'] },
  {
    endpoint: BUSINESS,
    body: always({
      invoiceAddress: '7 Bill Street',
      taxId: 'T-9',
      taxRate: '9',
      paymentTermDays: 3,
      invoiceNumberFormat: 'N-{000}',
    }),
  },
  {
    endpoint: SERVICE,
    params: ofService,
    body: always({
      name: 'Renamed service',
      code: 'X1',
      modifiers: 'M1',
      description: 'New',
      key: 'transitional',
      archived: false,
    }),
    masks: [/Transitional( Services)?|Renamed( service)?/g],
  },
  {
    endpoint: SERVICE,
    params: ofService,
    body: always({ unitRate: '77.00', rounding: 'complete' }),
    masks: [TODAYS_RATE],
  },
  {
    endpoint: SERVICE,
    params: ofService,
    body: always({ rates: NEXT_RATES, affectedVisits: 0 }),
    masks: [TODAYS_RATE],
  },
  {
    endpoint: SERVICE,
    params: ofService,
    body: always({ authorizationRequired: 'block' }),
    follows: [...TODAYS_RULES, 'GET /api/billing/open'],
  },
  {
    endpoint: 'PUT /api/business-services/order',
    body: ({ serviceIds }) => ({ ids: serviceIds.toReversed() }),
  },
  {
    endpoint: 'PUT /api/payers/:id',
    params: ({ payerId }) => ({ id: payerId }),
    body: always({ name: 'Renamed payer', columns: ['date', 'noteId'] }),
  },
  {
    endpoint: CLIENT,
    params: ofClient,
    body: always({
      companyName: 'C-renamed',
      contactName: 'Renamed Client',
      email: 'renamed@example.com',
      phone: '555 0778',
      address: '8 Renamed Street',
      signatureCode: 'renamed1',
      intakeInformation: 'New',
      receiptsByEmail: true,
      unitRate: '99.00',
    }),
    // A client's rate has no days.
    masks: [
      TODAYS_RATE,
      /"workDateRate":"[\d.]+"/g,
      /C-\w+/g,
      /Cleo Client|Renamed Client/g,
      /\d+ (Side|Renamed) Street/g,
    ],
  },
  { endpoint: CLIENT, params: ofClient, body: always({ language: 'es' }), masks: [/"language":"\w+"/g] },
  { endpoint: CLIENT, params: ofClient, body: always({ totalTimeUnits: '900' }), follows: LEDGER },
  {
    endpoint: 'PUT /api/clients/:id/time-units',
    params: ofClient,
    body: always({ totalTimeUnits: '950', reason: 'Bought' }),
    follows: LEDGER,
  },
  { endpoint: CLIENT, params: ofClient, body: always({ status: 'inactive' }) },
  {
    endpoint: AUTHORIZATION,
    params: ofAuthorization,
    body: always({
      serviceDescription: 'New',
      payer: 'Other payer',
      payerClientId: 'P-9',
      reference: 'R-9',
      unitRate: '88.00',
      unitsPerWeek: '5',
      unitsPerMonth: '9',
      notes: 'New',
    }),
    masks: [TODAYS_RATE, /A-1|R-9/g],
  },
  {
    endpoint: AUTHORIZATION,
    params: ofAuthorization,
    body: always({ rates: [{ from: null, unitRate: '11.10' }, ...NEXT_RATES], affectedVisits: 0 }),
    masks: [TODAYS_RATE],
  },
  { endpoint: AUTHORIZATION, params: ofAuthorization, body: ({ payerId }) => ({ payerId }) },
  {
    endpoint: AUTHORIZATION,
    params: ofAuthorization,
    // Another service is refused for an authorization that was used.
    body: ({ claimedServiceId }) => ({
      serviceId: claimedServiceId,
      category: 'sustaining',
      serviceName: 'Renamed service',
    }),
    masks: [/Sustaining( Services)?|Renamed service/g],
  },
  {
    endpoint: AUTHORIZATION,
    params: ofAuthorization,
    body: always({ unitsAuthorized: '300' }),
    follows: LEDGER,
  },
  {
    endpoint: AUTHORIZATION,
    params: ofAuthorization,
    body: always({ startDate: '2026-03-10', expiryDate: '2026-12-31', status: 'suspended' }),
    follows: [...TODAYS_RULES, 'GET /api/clients/:id/burn-down'],
  },
  {
    endpoint: 'PUT /api/profile',
    body: always({
      firstName: 'Adele',
      lastName: 'Renamed',
      emailOnReview: true,
      emailOnMessage: true,
      department: 'Renamed',
    }),
    masks: [/Ada Owner|Adele Renamed/g, /"(Office|Renamed)"/g],
  },
  {
    endpoint: PROFILE,
    params: ofAuthor,
    body: always({
      firstName: 'Evelyn',
      lastName: 'Renamed',
      department: 'Renamed',
      email: 'renamed@example.com',
      phone: '555 0779',
      position: 'Lead',
      bio: 'New',
      address: '6 Renamed Street',
    }),
    masks: [/Eve W(orker|\.)|Evelyn R(enamed|\.)/g, /"(Field|Renamed)"/g],
  },
  {
    endpoint: PROFILE,
    params: ofAuthor,
    body: always({ role: 'manager', status: 'inactive' }),
    masks: [/"status":"(in)?active"/g],
  },
  {
    endpoint: 'PUT /api/business/locked-through',
    body: always({ date: null, reason: 'Correction', pendingConfirmed: true, pendingCount: 1 }),
    masks: [/"can":\{[^}]*\}/g],
  },
];

/** Other targets of PUT or PATCH: records, messages and decisions. */
export const RECORD_ENDPOINTS = [
  'PUT /api/announcements/:id',
  'PUT /api/business-resources/:id',
  'PUT /api/drafts/:id',
  'PUT /api/imports/:id/mapping',
  'PUT /api/imports/:id/position',
  'PUT /api/invoices/:id',
  'PUT /api/messages/:id/read',
  'PUT /api/notes/:id',
  'PATCH /api/claim-batches/:id/lines',
  'PATCH /api/notes/:id/review',
  'PATCH /api/management/notes/:id/approve',
  'PATCH /api/management/notes/:id/deny',
];
