/** The records of a business that the rows of an import are compared with. */

import type { ImportKind } from '#features/imports/contract.ts';

interface ExternalKey {
  externalId: string;
  recordId: number;
}

export interface ImportRecords {
  /** Archived ones included. */
  clients: { id: number; name: string; archivedAt: Date | null }[];
  people: { id: number; username: string; email: string | null; status: string }[];
  /** Archived ones included. */
  services: { id: number; key: string; name: string; code: string | null; archivedAt: Date | null }[];
  payers: { id: number; name: string }[];
  authorizations: {
    id: number;
    clientId: number;
    category: string | null;
    serviceName: string;
    startDate: string | null;
    reference: string | null;
  }[];
  assignments: { id: number; clientId: number; employeeId: number }[];
  pastAssignments: { id: number; clientId: number; employeeId: number }[];
  clientKeys: ExternalKey[];
  personKeys: ExternalKey[];
  serviceKeys: ExternalKey[];
  authorizationKeys: ExternalKey[];
}

export type RecordSource = keyof ImportRecords;

/** The records that rows of each kind are compared with. */
export const SOURCES_OF: Record<ImportKind, readonly RecordSource[]> = {
  people: ['people', 'personKeys'],
  clients: ['clients', 'clientKeys'],
  services: ['services', 'serviceKeys'],
  authorizations: [
    'clients',
    'services',
    'payers',
    'authorizations',
    'authorizationKeys',
    'clientKeys',
    'serviceKeys',
  ],
  assignments: ['clients', 'people', 'assignments', 'pastAssignments', 'clientKeys', 'personKeys'],
};

/** Rows of a page; a page with fewer is the last one. */
export const RECORDS_PER_PAGE = 1_000;

/** The key of the last row of a page, after which the next one begins. */
export type RecordPosition = number | string;

export const positionOf = (row: { id: number } | ExternalKey): RecordPosition =>
  'id' in row ? row.id : row.externalId;

export const toIds = (keys: readonly ExternalKey[]): Map<string, number> =>
  new Map(keys.map(({ externalId, recordId }) => [externalId, recordId]));

/** The external ids whose record is one of these, with its id. */
export function keepExisting(
  keys: readonly ExternalKey[],
  records: readonly { id: number }[],
): Map<string, number> {
  const present = new Set(records.map(({ id }) => id));
  return toIds(keys.filter(({ recordId }) => present.has(recordId)));
}
