import { foreignKey, integer, jsonb, snakeCase, text, unique, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { instant, tenantColumns, tenantKey } from '#platform/server/database/columns.ts';
import { AUTHORIZATION_RULES, ROUNDING_RULES } from '#features/services/contract.ts';
import type { Rate } from '#features/services/rateContract.ts';

/** Services that the business offers and bills. Rows are never deleted, and keys never change: notes refer to them. */
export const services = snakeCase.table(
  'services',
  {
    ...tenantColumns,
    key: text().notNull(),
    name: text().notNull(),
    code: text(),
    /** Of the code on claims. */
    modifiers: text(),
    description: text(),
    /** By their first day. */
    rates: jsonb().$type<Rate[]>().notNull().default([]),
    rounding: text({ enum: ROUNDING_RULES }).notNull().default('up'),
    authorizationRequired: text({ enum: AUTHORIZATION_RULES }).notNull().default('no'),
    position: integer().notNull(),
    archivedAt: instant(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [tenantKey(table), unique('services_key').on(table.businessId, table.key)],
);

/** A foreign key to the key of a service of the same business. */
export const serviceForeignKey = (name: string, from: { businessId: AnyPgColumn; column: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [from.businessId, from.column],
    foreignColumns: [services.businessId, services.key],
  });
