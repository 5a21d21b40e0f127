import { snakeCase, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { clients } from '#features/clients/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** The running visit of each user. It has no position; ending or canceling it deletes the row. */
export const visitClocks = snakeCase.table(
  'visit_clocks',
  {
    ...tenantColumns,
    employeeId: reference().notNull(),
    clientId: reference(),
    /** Made by the device that started the visit, or here. */
    visitId: uuid().notNull().defaultRandom(),
    startedAt: instant().notNull(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'visit_clocks_employee',
      { businessId: table.businessId, column: table.employeeId },
      users,
    ),
    withinBusiness('visit_clocks_client', { businessId: table.businessId, column: table.clientId }, clients),
    uniqueIndex('visit_clocks_running').on(table.businessId, table.employeeId),
  ],
);
