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

/** '1 error', '12 errors' */
export const formatErrors = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'error' : 'errors'}`;
