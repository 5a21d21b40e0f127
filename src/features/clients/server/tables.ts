/** Tables of clients, their units, payers, authorizations and signature codes. */

import { sql } from 'drizzle-orm';
import {
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
import {
  bytes,
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { AUTHORIZATION_STATUSES } from '#features/clients/authorizationContract.ts';
import { CLIENT_STATUSES, LANGUAGES } from '#features/clients/contract.ts';
import { CLAIM_COLUMNS } from '#features/clients/payerContract.ts';
import { users } from '#features/people/server/tables.ts';
import type { Rate } from '#features/services/rateContract.ts';
import { serviceForeignKey } from '#features/services/server/tables.ts';

export const clients = snakeCase.table(
  'clients',
  {
    ...tenantColumns,
    companyName: text().notNull(),
    contactName: text().notNull(),
    email: text(),
    phone: text(),
    address: text(),
    /** Dollars for a unit of a service without a rate of its own; null for none. */
    unitRate: numeric({ precision: 10, scale: 2 }).default('15.00'),
    /** The client's signature code, encrypted with the server's key. */
    signatureCode: bytes(),
    intakeInformation: text(),
    status: text({ enum: CLIENT_STATUSES }).notNull().default('active'),
    language: text({ enum: LANGUAGES }).notNull().default('en'),
    receiptsByEmail: boolean().notNull().default(false),
    /** An archived client is in no list; notes and ledger still refer to it. */
    archivedAt: instant(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [tenantKey(table), index('clients_newest').on(table.businessId, table.createdAt, table.id)],
);

/** When each client was inactive; the last period is open while it is. */
export const inactivePeriods = snakeCase.table(
  'client_inactive_periods',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'client_inactive_periods_client',
      { businessId: table.businessId, column: table.clientId },
      clients,
    ),
    index('client_inactive_periods_by_client').on(table.businessId, table.clientId),
  ],
);

/** A client's balance. The sum of its ledger entries always equals `total - used`. */
export const clientUnits = snakeCase.table(
  'client_units',
  {
    businessId: reference().notNull(),
    clientId: reference().notNull(),
    /** Over all accounts, lapsed ones included. */
    totalTimeUnits: numeric({ precision: 10, scale: 2 }).notNull().default('0.00'),
    usedTimeUnits: numeric({ precision: 10, scale: 2 }).notNull().default('0.00'),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    compositeKey(table.businessId, table.clientId),
    withinBusiness('client_units_client', { businessId: table.businessId, column: table.clientId }, clients),
  ],
);

const units = () => numeric({ precision: 7, scale: 2 });

/** Who pays for the services of clients under authorizations. */
export const payers = snakeCase.table(
  'payers',
  {
    ...tenantColumns,
    name: text().notNull(),
    /** The columns of its claim lists, in their order. */
    columns: text({ enum: CLAIM_COLUMNS })
      .array()
      .notNull()
      .default([...CLAIM_COLUMNS]),
  },
  (table) => [tenantKey(table), uniqueIndex('payers_name').on(table.businessId, sql`lower(${table.name})`)],
);

/**
 * Authorizations: the right to bill a client's service for a period. A row with `unitsAuthorized` is an account of its
 * own in the ledger; a row without a service (`category`) is from an earlier release and authorizes nothing.
 */
export const authorizations = snakeCase.table(
  'client_services',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    /** The key of the service. */
    category: text(),
    serviceName: text().notNull(),
    serviceDescription: text(),
    status: text({ enum: AUTHORIZATION_STATUSES }).notNull().default('approved'),
    approvedBy: reference(),
    approvedDate: instant(),
    /** First and last day, both included; null is unlimited. */
    startDate: date({ mode: 'string' }),
    expiryDate: date({ mode: 'string' }),
    unitsAuthorized: units(),
    /** Maintained with the ledger; 0 without `unitsAuthorized`. */
    unitsUsed: numeric({ precision: 8, scale: 2 }).notNull().default('0.00'),
    unitsPerWeek: units(),
    unitsPerMonth: units(),
    payerId: reference(),
    /** The client's number at the payer. */
    payerClientId: text(),
    /** The payer's number of the authorization. */
    reference: text(),
    /** By their first day; before that, the service's. */
    rates: jsonb().$type<Rate[]>().notNull().default([]),
    notes: text(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'client_services_client',
      { businessId: table.businessId, column: table.clientId },
      clients,
    ),
    withinBusiness(
      'client_services_approver',
      { businessId: table.businessId, column: table.approvedBy },
      users,
    ),
    withinBusiness('client_services_payer', { businessId: table.businessId, column: table.payerId }, payers),
    // Partial, or PostgreSQL may choose it over the one by client before the table was analyzed.
    index('client_services_by_payer')
      .on(table.businessId, table.payerId)
      .where(sql`payer_id is not null`),
    serviceForeignKey('client_services_service', { businessId: table.businessId, column: table.category }),
    index('client_services_by_client').on(table.businessId, table.clientId),
  ],
);

/** Signature codes that were replaced, for notes written offline before that. The row was created when it was replaced. */
export const replacedCodes = snakeCase.table(
  'replaced_codes',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    /** Encrypted with the server's key. */
    signatureCode: bytes().notNull(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'replaced_codes_client',
      { businessId: table.businessId, column: table.clientId },
      clients,
    ),
    index('replaced_codes_by_client').on(table.businessId, table.clientId),
  ],
);

/** Wrong signature codes per client and user in the current window of 15 minutes. */
export const codeFailures = snakeCase.table(
  'code_failures',
  {
    businessId: reference().notNull(),
    clientId: reference().notNull(),
    userId: reference().notNull(),
    windowStart: instant().notNull(),
    failures: integer().notNull(),
  },
  (table) => [
    compositeKey(table.businessId, table.clientId, table.userId),
    withinBusiness('code_failures_client', { businessId: table.businessId, column: table.clientId }, clients),
    withinBusiness('code_failures_person', { businessId: table.businessId, column: table.userId }, users),
  ],
);
