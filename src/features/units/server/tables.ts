/** Guarded: the table of the unit ledger, and the hash of its entries. */

import { sql, type SQL } from 'drizzle-orm';
import { index, numeric, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bytes,
  reference,
  tenantColumns,
  tenantKey,
  withinBusiness,
} from '#platform/server/database/columns.ts';
import { authorizations, clients } from '#features/clients/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { LEDGER_KINDS } from '#features/units/contract.ts';

const units = () => numeric({ precision: 8, scale: 2 });

/** Every change of a client's units; append-only. */
export const unitLedger = snakeCase.table(
  'unit_ledger',
  {
    ...tenantColumns,
    clientId: reference().notNull(),
    /** The account; null for the client's general account. */
    authorizationId: reference(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /** Positive adds to the available units, negative deducts. */
    delta: units().notNull(),
    /** The balance of the entry's account. */
    balanceAfter: units().notNull(),
    noteId: reference(),
    noteVersion: reference(),
    reason: text(),
    actorId: reference().notNull(),
    /** SHA-256 of the other columns (`ledgerHash`). */
    hash: bytes().notNull(),
  },
  (table) => [
    tenantKey(table),
    withinBusiness('unit_ledger_client', { businessId: table.businessId, column: table.clientId }, clients),
    withinBusiness('unit_ledger_actor', { businessId: table.businessId, column: table.actorId }, users),
    withinBusiness(
      'unit_ledger_authorization',
      { businessId: table.businessId, column: table.authorizationId },
      authorizations,
    ),
    index('unit_ledger_newest').on(table.businessId, table.clientId, table.id),
    index('unit_ledger_by_authorization')
      .on(table.businessId, table.authorizationId, table.id)
      .where(sql`authorization_id is not null`),
    // A version of a note is deducted at most once and reversed at most once.
    uniqueIndex('unit_ledger_once')
      .on(table.businessId, table.noteId, table.noteVersion, table.kind)
      .where(sql`note_id is not null`),
  ],
);

const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const hashOf = (row: string, form: string): string => `sha256(convert_to(jsonb_build_array(
    ${form}, ${row}.kind, ${row}.delta, ${row}.balance_after, ${row}.note_id,
    ${row}.note_version, ${row}.reason, ${row}.actor_id,
    to_char(${row}.created_at at time zone 'UTC', ${UTC}))::text, 'UTF8'))`;

/** The hash of a ledger row, computed by the database on insert and on verification: the second form names the account. */
export const ledgerHash = (row: 'entry' | 'one'): SQL =>
  sql.raw(
    hashOf(row, `'unit-ledger-2', ${row}.business_id, ${row}.id, ${row}.client_id, ${row}.authorization_id`),
  );

/** Verifies the hash of a stored row: of the second form, or for the general account also of the first one. */
export const hasLedgerHash = (row: 'one'): SQL =>
  sql`(${sql.raw(row)}.hash = ${ledgerHash(row)} or (${sql.raw(row)}.authorization_id is null
    and ${sql.raw(row)}.hash = ${sql.raw(hashOf(row, `${row}.business_id, ${row}.id, ${row}.client_id`))}))`;
