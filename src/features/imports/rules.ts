/** Labels of imports. */
import type { ImportKind } from './contract.ts';

export const importKindLabels: Record<ImportKind, string> = {
  people: 'Employees',
  clients: 'Clients',
  services: 'Services',
  authorizations: 'Authorizations',
  assignments: 'Assignments',
};

const NOUNS: Record<ImportKind, [one: string, many: string]> = {
  people: ['employee', 'employees'],
  clients: ['client', 'clients'],
  services: ['service', 'services'],
  authorizations: ['authorization', 'authorizations'],
  assignments: ['assignment', 'assignments'],
};

/** '1 client', '1,200 clients' */
export const formatRecords = (kind: ImportKind, count: number): string =>
  `${count.toLocaleString('en-US')} ${NOUNS[kind][count === 1 ? 0 : 1]}`;

/** How many clients an import adds without a signature code. */
export function countMissingSignatureCodes({ kind, columns, rows }: PreviewedRows): number {
  if (kind !== 'clients') return 0;
  const code = columns.findIndex(({ field }) => field === 'signatureCode');
  return rows.filter(({ state, cells }) => state === 'new' && !cells[code]).length;
}

type PreviewedRows = {
  kind: ImportKind;
  columns: readonly { field: string | null }[];
  rows: readonly { state: 'new' | 'unchanged' | 'invalid'; cells: readonly string[] }[];
};

/** '1 error', '12 errors' */
export const formatErrors = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'error' : 'errors'}`;
