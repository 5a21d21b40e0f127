import { sql } from 'drizzle-orm';
import { date, index, numeric, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { reference, tenantColumns, tenantKey, withinBusiness } from '#platform/server/database/columns.ts';
import { authorizations, clients } from '#features/clients/server/tables.ts';
import { ALERT_THRESHOLDS } from '#features/forecast/contract.ts';

/** Alerts that were sent: a row for each account and threshold, so that every alert is sent once. */
export const unitAlerts = snakeCase.table(
  'unit_alerts',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    /** Null for the general account. */
    authorizationId: reference(),
    threshold: text({ enum: ALERT_THRESHOLDS }).notNull(),
    /** The total and expiry date at the alert: a new total or date allows a new alert. */
    total: numeric({ precision: 8, scale: 2 }).notNull(),
    expiryDate: date({ mode: 'string' }),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('unit_alerts_client', { businessId: table.businessId, column: table.clientId }, clients),
    withinBusiness(
      'unit_alerts_authorization',
      { businessId: table.businessId, column: table.authorizationId },
      authorizations,
    ),
    index('unit_alerts_by_client').on(table.businessId, table.clientId),
    // Each alert once, although null keys are distinct in PostgreSQL.
    uniqueIndex('unit_alerts_once').on(
      table.businessId,
      table.clientId,
      sql`coalesce(authorization_id, 0)`,
      table.threshold,
      table.total,
      sql`coalesce(expiry_date, 'infinity')`,
    ),
  ],
);
