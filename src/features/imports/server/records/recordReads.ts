/** Reads the records that the rows of an import are compared with, and whether they have changed. */

import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clientAssignments, pastAssignments } from '#features/clients/server/assignments/tables.ts';
import { authorizations, clients, payers } from '#features/clients/server/tables.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { externalIds } from '#features/imports/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { services } from '#features/services/server/tables.ts';
import {
  RECORDS_PER_PAGE,
  SOURCES_OF,
  type ImportRecords,
  type RecordPosition,
  type RecordSource,
} from './importRecords.ts';

interface Source {
  table: PgTable & { businessId: AnyPgColumn };
  columns: Record<string, AnyPgColumn>;
  /** Orders the rows. */
  key: AnyPgColumn;
  where?: SQL;
}

const keysOf = (kind: ImportKind): Source => ({
  table: externalIds,
  columns: { externalId: externalIds.externalId, recordId: externalIds.recordId },
  key: externalIds.externalId,
  where: eq(externalIds.kind, kind),
});

const SOURCES: Record<RecordSource, Source> = {
  clients: {
    table: clients,
    columns: { id: clients.id, name: clients.companyName, archivedAt: clients.archivedAt },
    key: clients.id,
  },
  people: {
    table: users,
    columns: { id: users.id, username: users.username, email: users.email, status: users.status },
    key: users.id,
  },
  services: {
    table: services,
    columns: {
      id: services.id,
      key: services.key,
      name: services.name,
      code: services.code,
      archivedAt: services.archivedAt,
    },
    key: services.id,
  },
  payers: { table: payers, columns: { id: payers.id, name: payers.name }, key: payers.id },
  authorizations: {
    table: authorizations,
    columns: {
      id: authorizations.id,
      clientId: authorizations.clientId,
      category: authorizations.category,
      serviceName: authorizations.serviceName,
      startDate: authorizations.startDate,
      reference: authorizations.reference,
    },
    key: authorizations.id,
  },
  assignments: {
    table: clientAssignments,
    columns: {
      id: clientAssignments.id,
      clientId: clientAssignments.clientId,
      employeeId: clientAssignments.employeeId,
    },
    key: clientAssignments.id,
  },
  pastAssignments: {
    table: pastAssignments,
    columns: {
      id: pastAssignments.id,
      clientId: pastAssignments.clientId,
      employeeId: pastAssignments.employeeId,
    },
    key: pastAssignments.id,
  },
  clientKeys: keysOf('clients'),
  personKeys: keysOf('people'),
  serviceKeys: keysOf('services'),
  authorizationKeys: keysOf('authorizations'),
};

/** A page of records, after a position. */
export async function readRecords(
  tx: BusinessTransaction,
  name: RecordSource,
  after: RecordPosition | null,
): Promise<ImportRecords[RecordSource]> {
  const { table, columns, key, where } = SOURCES[name];
  const rows = await tx
    .select(columns)
    .from(table)
    .where(and(tx.inTenant(table), where, after === null ? undefined : gt(key, after)))
    .orderBy(asc(key))
    .limit(RECORDS_PER_PAGE);
  return rows as ImportRecords[RecordSource];
}

/** Changes when any record changes that rows of a kind are compared with. The database computes it, not this process. */
export async function readRecordsDigest(tx: BusinessTransaction, kind: ImportKind): Promise<string> {
  const digests = await Promise.all(SOURCES_OF[kind].map((name) => readDigest(tx, SOURCES[name])));
  return digests.join(' ');
}

/** The count of the rows, and the sum of their hashes. */
async function readDigest(tx: BusinessTransaction, { table, columns, where }: Source): Promise<string> {
  const row = sql.join(Object.values(columns), sql`, `);
  const [digest] = await tx
    .select({
      text: sql<string>`count(*)::text || '.' || coalesce(sum(hashtextextended((${row})::text, 0)), 0)::text`,
    })
    .from(table)
    .where(and(tx.inTenant(table), where));
  return digest?.text ?? '';
}
