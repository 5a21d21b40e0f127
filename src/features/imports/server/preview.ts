/** The preview of an import: each row as new, unchanged or invalid, and what is wrong at which cell. */
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { usernameKey } from '#features/people/rules.ts';
import { listTakenUsernames } from '#features/people/server/reads.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { importFields } from './fields.ts';
import { prepareAssignments } from './kinds/assignments.ts';
import { prepareAuthorizations } from './kinds/authorizations.ts';
import { prepareClients } from './kinds/clients.ts';
import { preparePeople } from './kinds/people.ts';
import type { PreparedImport, PrepareImport } from './kinds/preparedImport.ts';
import { prepareServices } from './kinds/services.ts';
import { HEADER_ROW, type FieldError } from './plan.ts';
import { getImport } from './reads.ts';
import type { TableRow } from './sheetTable.ts';
import type { ImportColumn, imports } from './tables.ts';

type StoredImport = typeof imports.$inferSelect;

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

export interface LoadedImport {
  stored: StoredImport;
  rows: TableRow[];
  delimiter: string | null;
  takenUsernames: ReadonlySet<string>;
}

/** Reads an import with its decrypted rows; none once they were added. @throws 404 */
export async function loadImport(context: MemberContext, importId: number): Promise<LoadedImport> {
  const { services, businessId } = context;
  const stored = await readInBusiness(context, (tx) => getImport(tx, importId));
  if (stored.rows === null) return { stored, rows: [], delimiter: null, takenUsernames: new Set() };
  const content = JSON.parse(services.secrets.decrypt(rowsPurpose(businessId, importId), stored.rows)) as
    | TableRow[]
    | Pick<LoadedImport, 'rows' | 'delimiter'>;
  // Rows that the release before stored have no delimiter.
  const { rows, delimiter } = Array.isArray(content) ? { rows: content, delimiter: null } : content;
  const usernames = stored.columns.findIndex(({ field }) => field === 'username');
  const names = stored.kind === 'people' ? rows.map(({ cells }) => usernameKey(cells[usernames] ?? '')) : [];
  return {
    stored,
    rows,
    delimiter,
    takenUsernames: await listTakenUsernames(services, { businessId, names }),
  };
}

/** Compares the rows with the records of the business. */
export const prepareImport = (
  tx: BusinessTransaction,
  context: MemberContext,
  { stored: { kind, columns }, ...content }: LoadedImport,
): Promise<PreparedImport> => prepare[kind](tx, context, { ...content, columns });

/** Names the column of the file for each error; the field's label when no column fills it. */
export const toColumnErrors = (
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

/** The preview of an import, or its result. @throws 404 */
export async function readImport(context: MemberContext, importId: number) {
  const loaded = await loadImport(context, importId);
  const { id, kind, fileName, createdAt, committedAt, columns, created, unchanged } = loaded.stored;
  const fields = importFields[kind].map(({ name, label, required = false, hint = null }) => ({
    name,
    label,
    required,
    hint,
  }));
  const facts = { id, kind, fileName, createdAt, committedAt, columns, fields };
  if (committedAt) return { ...facts, rows: [], errors: [], created, unchanged };
  const { plan } = await readInBusiness(context, (tx) => prepareImport(tx, context, loaded));
  const invalidRows = new Set(plan.errors.map(({ row }) => row));
  return {
    ...facts,
    rows: loaded.rows.map(({ row, cells }) => ({ row, cells, state: toRowState(row, plan, invalidRows) })),
    errors: toColumnErrors(loaded.stored, plan.errors),
    created: plan.records.length,
    unchanged: plan.unchanged.size,
  };
}

function toRowState(
  row: number,
  { unchanged }: Pick<PreparedImport['plan'], 'unchanged'>,
  invalid: ReadonlySet<number>,
) {
  if (unchanged.has(row)) return 'unchanged' as const;
  return invalid.has(row) || invalid.has(HEADER_ROW) ? ('invalid' as const) : ('new' as const);
}
