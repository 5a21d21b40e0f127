/** Tables of assignments and of those that have ended. */

import { index, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { ASSIGNMENT_STATUSES } from '#features/clients/assignmentContract.ts';
import { clients } from '#features/clients/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

export const clientAssignments = snakeCase.table(
  'client_assignments',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    employeeId: reference().notNull(),
    assignedBy: reference(),
    role: text().notNull().default('assigned'),
    status: text({ enum: ASSIGNMENT_STATUSES }).notNull().default('active'),
    notes: text(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'client_assignments_client',
      { businessId: table.businessId, column: table.clientId },
      clients,
    ),
    withinBusiness(
      'client_assignments_employee',
      { businessId: table.businessId, column: table.employeeId },
      users,
    ),
    withinBusiness(
      'client_assignments_assigner',
      { businessId: table.businessId, column: table.assignedBy },
      users,
    ),
    uniqueIndex('client_assignments_once').on(table.businessId, table.employeeId, table.clientId),
    index('client_assignments_by_client').on(table.businessId, table.clientId),
  ],
);

/** Assignments that have ended. */
export const pastAssignments = snakeCase.table(
  'past_assignments',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    employeeId: reference().notNull(),
    assignedAt: instant().notNull(),
    endedAt: instant().notNull(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness(
      'past_assignments_client',
      { businessId: table.businessId, column: table.clientId },
      clients,
    ),
    withinBusiness(
      'past_assignments_employee',
      { businessId: table.businessId, column: table.employeeId },
      users,
    ),
    index('past_assignments_by_client').on(table.businessId, table.clientId, table.employeeId),
  ],
);
