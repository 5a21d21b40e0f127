/** Labels of imports. */

import { formatDay } from '#platform/contract/dateFormat.ts';
import type { ImportFile, ImportKind } from './contract.ts';

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

/** The questions about columns that the user has not answered. */
export const listOpenChoices = ({ columns }: Pick<ImportFile, 'columns'>) =>
  columns.flatMap(({ name, choices }) =>
    choices.filter(({ chosen }) => chosen === null).map((choice) => ({ column: name, choice })),
  );

/** The first errors that are no questions, and how many there are. */
export function listCellErrors(
  file: Pick<ImportFile, 'columns' | 'errors' | 'errorCount' | 'position' | 'proposedPosition'>,
): { errors: ImportFile['errors']; count: number } {
  const questions = listOpenChoices(file).map(({ choice }) => choice.question);
  if (file.proposedPosition) questions.push(file.proposedPosition.question);
  const isQuestion = new Set(questions);
  return {
    errors: file.errors.filter(
      ({ row, message }) => row !== file.position.headerRow || !isQuestion.has(message),
    ),
    count: file.errorCount - questions.length,
  };
}

type Answer = ImportFile['columns'][number]['choices'][number]['options'][number]['answer'];

/** How a column is read, for its menu. */
export const answerLabels: Record<Answer, string> = {
  'month-first': 'Month first',
  'day-first': 'Day first',
  'year-first': 'Year first',
  point: 'Decimal point',
  comma: 'Decimal comma',
  units: '15-minute units',
  hours: 'Hours',
  minutes: 'Minutes',
};

type Field = ImportFile['fields'][number];

/** A stored value as screens show it: 'Mar 4, 2026'; numbers and texts as they are. */
export function formatValue({ type, options }: Pick<Field, 'type' | 'options'>, value: string): string {
  if (type === 'date') return formatDay(value);
  return options.find((one) => one.value === value)?.label ?? value;
}
