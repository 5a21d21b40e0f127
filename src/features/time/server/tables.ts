/** Guarded: the table of time entries. */

import { date, index, integer, numeric, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { OCCURRENCES } from '#platform/contract/zone.ts';
import {
  instant,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { clients } from '#features/clients/server/tables.ts';
import { users } from '#features/people/server/tables.ts';

/** Work done: billed by units, paid by actual minutes. A reversed entry no longer counts. */
export const timeEntries = snakeCase.table(
  'time_entries',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    employeeId: reference().notNull(),
    noteId: reference(),
    description: text().notNull(),
    timeUnits: numeric({ precision: 8, scale: 2 }).notNull(),
    minutes: integer().notNull(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    /** The day that the work belongs to, in the zone under which it was signed. */
    workDate: date({ mode: 'string' }).notNull(),
    /** IANA name */
    timeZone: text().notNull(),
    /** The end of the work date for work that goes on after it; otherwise null. */
    midnight: instant(),
    /** Hour of those that clocks show twice; null for times that they show once. */
    startOccurrence: text({ enum: OCCURRENCES }),
    endOccurrence: text({ enum: OCCURRENCES }),
    reversedAt: instant(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('time_entries_client', { businessId: table.businessId, column: table.clientId }, clients),
    withinBusiness(
      'time_entries_employee',
      { businessId: table.businessId, column: table.employeeId },
      users,
    ),
    uniqueIndex('time_entries_note').on(table.businessId, table.noteId),
    index('time_entries_by_start').on(table.businessId, table.startTime, table.id),
    index('time_entries_by_day').on(table.businessId, table.workDate),
    index('time_entries_by_employee_day').on(table.businessId, table.employeeId, table.workDate),
    index('time_entries_by_client').on(table.businessId, table.clientId, table.startTime),
    index('time_entries_by_employee').on(table.businessId, table.employeeId, table.startTime, table.id),
  ],
);
