/** Columns and keys that tables share; tenant tables get their business from here. */

import { getColumnTable, getTableName } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  customType,
  foreignKey,
  primaryKey,
  timestamp,
  type AnyPgColumn,
  type PgTable,
} from 'drizzle-orm/pg-core';

export const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
export const reference = () => bigint({ mode: 'number' });

/** Raw bytes: hashes and encrypted secrets. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Columns that every row of a business has. */
export const tenantColumns = {
  businessId: bigint({ mode: 'number' }).notNull(),
  id: bigserial({ mode: 'number' }).notNull(),
  createdAt: instant().notNull().defaultNow(),
};

type KeyColumns = { businessId: AnyPgColumn; id: AnyPgColumn };

/** A primary key of several columns. It has an explicit name, because the default changes between versions of Drizzle. */
export const compositeKey = (...columns: [AnyPgColumn, ...AnyPgColumn[]]) => {
  const table = getTableName(getColumnTable<PgTable>(columns[0]));
  return primaryKey({ name: [table, ...columns.map(({ name }) => name), 'pk'].join('_'), columns });
};

/** The primary key of a tenant table. It begins with the business, so that tables can be distributed by it. */
export const tenantKey = (table: KeyColumns) => compositeKey(table.businessId, table.id);

/** A foreign key to a row of the same business. */
export const withinBusiness = (
  name: string,
  from: { businessId: AnyPgColumn; column: AnyPgColumn },
  to: KeyColumns,
) =>
  foreignKey({
    name,
    columns: [from.businessId, from.column],
    foreignColumns: [to.businessId, to.id],
  });
