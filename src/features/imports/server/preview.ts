/** The preview of an import: each row as new, unchanged or invalid, and what is wrong at which cell. */
import type { MemberContext } from '#platform/server/context.ts';
import type { Sheet, SpreadsheetContent } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { textOf } from './cells/columnReader.ts';
import { importFields, type ImportField } from './fields.ts';
import { prepareAssignments } from './kinds/assignments.ts';
import { prepareAuthorizations } from './kinds/authorizations.ts';
import { prepareClients } from './kinds/clients.ts';
import { preparePeople } from './kinds/people.ts';
import type { PreparedImport, PrepareImport } from './kinds/preparedImport.ts';
import { prepareServices } from './kinds/services.ts';
import type { FieldError } from './plan.ts';
import { getImport } from './reads.ts';
import {
  findTakenUsernames,
  parseContent,
  readTable,
  type ImportTable,
  type StoredImport,
} from './table/storedTable.ts';
import type { ImportColumn } from './tables.ts';

const prepare: Record<ImportKind, PrepareImport> = {
  people: preparePeople,
  clients: prepareClients,
  services: prepareServices,
  authorizations: prepareAuthorizations,
  assignments: prepareAssignments,
};

/** Binds the encrypted rows to their import. */
export const rowsPurpose = (businessId: number, importId: number): string =>
  `import-rows:${businessId}:${importId}`;

/** The decrypted sheets of an import; none once its rows were added. */
export function decryptSheets(
  { services, businessId }: Pick<MemberContext, 'services' | 'businessId'>,
  { id, rows, columns }: Pick<StoredImport, 'id' | 'rows' | 'columns'>,
): SpreadsheetContent {
  if (rows === null) return { sheets: [], delimiter: null };
  return parseContent(services.secrets.decrypt(rowsPurpose(businessId, id), rows), columns);
}

export interface LoadedImport {
  stored: StoredImport;
  content: SpreadsheetContent;
  table: ImportTable;
  takenUsernames: ReadonlySet<string>;
}

const EMPTY_TABLE: ImportTable = {
  position: { sheet: 0, headerRow: 1 },
  proposed: null,
  columns: [],
  allRows: [],
  rows: [],
};

/** Reads an import with its decrypted rows; none once they were added. @throws 404 */
export async function loadImport(context: MemberContext, importId: number): Promise<LoadedImport> {
  const stored = await readInBusiness(context, (tx) => getImport(tx, importId));
  const content = decryptSheets(context, stored);
  if (stored.rows === null) return { stored, content, table: EMPTY_TABLE, takenUsernames: new Set() };
  const table = readTable(stored, content, context.session.timeZone);
  return {
    stored,
    content,
    table,
    takenUsernames: await findTakenUsernames(context, stored.kind, table),
  };
}

/** Compares the rows with the records of the business. */
export const prepareImport = (
  tx: BusinessTransaction,
  context: MemberContext,
  { stored: { kind }, table: { rows, columns, position }, takenUsernames }: LoadedImport,
): Promise<PreparedImport> =>
  prepare[kind](tx, context, { rows, columns, headerRow: position.headerRow, takenUsernames });

/** Names the column of the file for each error; the field's label when no column fills it. */
const toColumnErrors = (
  { kind, columns }: { kind: ImportKind; columns: readonly ImportColumn[] },
  errors: readonly FieldError[],
) =>
  errors.map(({ row, field, message }) => ({
    row,
    column:
      columns.find((column) => column.field === field)?.name ??
      importFields[kind].find(({ name }) => name === field)?.label ??
      field,
    message,
  }));

/** What is wrong in the cells, and the questions to the user at the header. */
export function listErrors(
  { stored, content, table }: Pick<LoadedImport, 'stored' | 'content' | 'table'>,
  { plan }: PreparedImport,
) {
  const errors = toColumnErrors(stored, plan.errors);
  const [first] = table.columns;
  const message = askPosition(table, content);
  if (message === null || !first) return errors;
  return [{ row: table.position.headerRow, column: first.name, message }, ...errors];
}

/** The question where the names of the columns are; null if there is none. */
function askPosition({ proposed }: ImportTable, { sheets }: SpreadsheetContent): string | null {
  if (!proposed) return null;
  const name = sheets[proposed.sheet]?.name;
  return `The names of the columns seem to be in row ${proposed.headerRow}${name ? ` of the sheet ${name}` : ''}. Use them?`;
}

/** The questions that the user has not answered. */
export const listQuestions = ({ proposed, columns }: ImportTable): unknown[] => [
  ...(proposed ? [proposed] : []),
  ...columns.flatMap(({ target }) => target?.reader.choices.filter(({ chosen }) => chosen === null) ?? []),
];

/** The preview of an import, or its result. @throws 404 */
export async function readImport(context: MemberContext, importId: number) {
  const loaded = await loadImport(context, importId);
  const { stored, table, content } = loaded;
  const { id, kind, fileName, createdAt, committedAt, created, unchanged } = stored;
  const facts = {
    id,
    kind,
    fileName,
    createdAt,
    committedAt,
    fields: importFields[kind].map(toField),
    sheets: content.sheets.map(toSheet),
    position: table.position,
    proposedPosition: table.proposed && {
      ...table.proposed,
      question: askPosition(table, content) ?? '',
    },
    importTotals: stored.importTotals,
  };
  if (committedAt) {
    const columns = stored.columns.map(({ name, field }) => ({ name, field, choices: [], notes: [] }));
    return { ...facts, columns, rows: [], errors: [], created, unchanged };
  }
  const prepared = await readInBusiness(context, (tx) => prepareImport(tx, context, loaded));
  const { plan } = prepared;
  return {
    ...facts,
    columns: table.columns.map(({ name, field, target }) => ({
      name,
      field,
      choices: target?.reader.choices ?? [],
      notes: target?.reader.notes ?? [],
    })),
    rows: toRows(table, plan),
    errors: listErrors(loaded, prepared),
    created: plan.records.length,
    unchanged: plan.unchanged.size,
  };
}

const TYPES = {
  date: 'date',
  number: 'number',
  units: 'number',
  rates: 'number',
  identifier: 'text',
} as const;

const toField = ({ name, label, required, hint, type, values = {} }: ImportField) => ({
  name,
  label,
  required: required ?? false,
  hint: hint ?? null,
  type: type ? TYPES[type] : Object.keys(values).length > 0 ? ('list' as const) : ('text' as const),
  options: Object.entries(values).map(([value, text]) => ({ value, label: text })),
});

/** How much of a sheet is shown to choose the names of the columns. */
const SHOWN = { rows: 12, cells: 8, characters: 60 };

const toSheet = ({ name, isHidden, fault, rows }: Sheet) => ({
  name,
  isHidden,
  fault,
  firstRows: rows.slice(0, SHOWN.rows).map(({ row, cells }) => ({
    row,
    cells: cells.slice(0, SHOWN.cells).map((cell) => textOf(cell).slice(0, SHOWN.characters)),
  })),
});

function toRows({ allRows, rows, columns, position }: ImportTable, plan: PreparedImport['plan']) {
  const imported = new Set(rows.map(({ row }) => row));
  const invalid = new Set(plan.errors.map(({ row }) => row));
  const isIncomplete = plan.errors.some(
    ({ row, field }) => row === position.headerRow && columns.every((column) => column.field !== field),
  );
  const toState = (row: number) => {
    if (!imported.has(row)) return 'skipped' as const;
    if (plan.unchanged.has(row)) return 'unchanged' as const;
    return invalid.has(row) || isIncomplete || plan.open.has(row) ? ('invalid' as const) : ('new' as const);
  };
  return allRows.map(({ row, cells }) => {
    const values = plan.values.get(row) ?? {};
    return {
      row,
      cells: cells.map(textOf),
      values: columns.map(({ field }) => (field === null ? null : (values[field] ?? null))),
      state: toState(row),
    };
  });
}
