import { date, index, integer, numeric, snakeCase, text } from 'drizzle-orm/pg-core';
import {
  bytes,
  compositeKey,
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { users } from '#features/people/server/tables.ts';
import { CLIENT_STATUSES, SERVICE_STATUSES } from '#features/clients/contract.ts';

export const clients = snakeCase.table(
  'clients',
  {
    ...tenantColumns,
    companyName: text().notNull(),
    contactName: text().notNull(),
    email: text(),
    phone: text(),
    address: text(),
    unitRate: numeric({ precision: 10, scale: 2 }).notNull().default('15.00'),
    /** The client's signature code, encrypted with the server's key. */
    signatureCode: bytes(),
    intakeInformation: text(),
    status: text({ enum: CLIENT_STATUSES }).notNull().default('active'),
    /** An archived client is in no list; notes and ledger still refer to it. */
    archivedAt: instant(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [tenantKey(table), index('clients_newest').on(table.businessId, table.createdAt, table.id)],
);

/** A client's balance. The sum of its ledger entries always equals `total - used`. */
export const clientUnits = snakeCase.table(
  'client_units',
  {
    businessId: reference().notNull(),
    clientId: reference().notNull(),
    totalTimeUnits: numeric({ precision: 8, scale: 2 }).notNull().default('0.00'),
    usedTimeUnits: numeric({ precision: 8, scale: 2 }).notNull().default('0.00'),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    compositeKey(table.businessId, table.clientId),
    withinBusiness('client_units_client', { businessId: table.businessId, column: table.clientId }, clients),
  ],
);

export const clientServices = snakeCase.table(
  'client_services',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    serviceName: text().notNull(),
    serviceDescription: text(),
    status: text({ enum: SERVICE_STATUSES }).notNull().default('approved'),
    approvedBy: reference(),
    approvedDate: instant(),
    expiryDate: date({ mode: 'string' }),
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
    index('client_services_by_client').on(table.businessId, table.clientId),
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
