/** Imports: an uploaded spreadsheet is stored encrypted, previewed, and added in one transaction. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { MemberContext, Services } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, invalid, invalidField } from '#platform/server/errors.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';
import { runForEach } from '#platform/server/runForEach.ts';
import { readSpreadsheet } from '#platform/server/spreadsheetReader/readSpreadsheet.ts';
import { UnreadableSheet } from '#platform/server/spreadsheetReader/sheetContent.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import type { ColumnAnswers, ImportKind, TablePosition } from '#features/imports/contract.ts';
import { importFields, matchColumns } from './fields.ts';
import type { ImportLedger } from './kinds/preparedImport.ts';
import {
  decryptSheets,
  listErrors,
  listQuestions,
  loadImport,
  prepareImport,
  readImport,
  rowsPurpose,
} from './preview.ts';
import { getImport } from './reads.ts';
import { findTable, readTable, type StoredImport } from './table/storedTable.ts';
import { toTable } from './table/toTable.ts';
import { externalIds, imports, type ImportColumn } from './tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'import.uploaded': { kind: ImportKind; rows: number; sha256: string };
    'import.committed': { kind: ImportKind; created: number; unchanged: number };
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many errors an answer lists. */
const MAX_ISSUES = 100;

/** Reads a spreadsheet and stores it for a day. @returns its preview @throws 400 at the file */
export async function createImport(
  context: MemberContext,
  { file, fields: { kind } }: Upload<{ kind: ImportKind }>,
) {
  const { content, header, count } = await readSpreadsheet(context, file, (read) => {
    const { table } = findTable(kind, read);
    return { content: read, header: table.header, count: table.rows.length };
  });
  const { services, businessId, session, now } = context;
  const id = await writeInBusiness(context, async (tx) => {
    const importId = await nextId(tx, imports);
    const encrypted = services.secrets.encrypt(rowsPurpose(businessId, importId), JSON.stringify(content));
    await tx.insert(imports).values({
      id: importId,
      businessId,
      kind,
      fileName: file.name,
      rows: encrypted,
      columns: matchColumns(kind, header),
      createdBy: session.userId,
      createdAt: now,
    });
    const details = { kind, rows: count, sha256: file.sha256.toString('hex') };
    recordAudit(tx, context, { type: 'import.uploaded', id: importId, label: file.name, details });
    publishChange(tx, ['imports', 'audit']);
    return importId;
  });
  return readImport(context, id);
}

/** Changes an import that was not added yet. @returns its preview @throws 404; 409 `import_committed` */
async function changeImport(
  context: MemberContext,
  importId: number,
  change: (stored: StoredImport) => Partial<Pick<StoredImport, 'columns' | 'position' | 'importTotals'>>,
) {
  await writeInBusiness(context, async (tx) => {
    const stored = await getImport(tx, importId, 'update');
    if (stored.committedAt)
      throw conflict(
        'import_committed',
        'This import is complete. Upload the file again to import it again.',
      );
    await tx
      .update(imports)
      .set(change(stored))
      .where(and(tx.inTenant(imports), eq(imports.id, importId)));
    publishChange(tx, ['imports']);
  });
  return readImport(context, importId);
}

/** Chooses the sheet and the row that name the columns. @returns the preview @throws 400 at the row; as `changeImport` */
export const chooseTable = (context: MemberContext, importId: number, position: TablePosition) =>
  changeImport(context, importId, (stored) => {
    try {
      const { header } = toTable(decryptSheets(context, stored), position);
      return { position, columns: matchColumns(stored.kind, header) };
    } catch (error) {
      throw error instanceof UnreadableSheet ? invalidField('headerRow', error.message) : error;
    }
  });

interface Mapping {
  mapping: Record<string, string | null>;
  answers: Record<string, ColumnAnswers>;
  importTotals?: boolean | undefined;
}

/** Chooses the fields of the named columns, and how their cells are read. @returns the preview @throws 400 at the column; as `changeImport` */
export const mapColumns = (
  context: MemberContext,
  importId: number,
  { mapping, answers, importTotals }: Mapping,
) =>
  changeImport(context, importId, (stored) => ({
    columns: changeAnswers(changeColumns(stored, new Map(Object.entries(mapping))), answers),
    ...(importTotals !== undefined && { importTotals }),
  }));

function changeAnswers(
  columns: readonly ImportColumn[],
  answers: Record<string, ColumnAnswers>,
): ImportColumn[] {
  const changes = new Map(Object.entries(answers));
  const issues = [...changes.keys()]
    .filter((column) => columns.every(({ name }) => name !== column))
    .map((column) => ({ path: `answers.${column}`, message: NO_COLUMN }));
  if (issues.length > 0) throw invalid(issues);
  return columns.map((column) => {
    const change = changes.get(column.name);
    return change ? { ...column, answers: { ...column.answers, ...change } } : column;
  });
}

const NO_COLUMN = 'The file has no such column';

function changeColumns(
  { kind, columns }: { kind: ImportKind; columns: readonly ImportColumn[] },
  mapping: ReadonlyMap<string, string | null>,
): ImportColumn[] {
  const at = (column: string, message: string) => ({ path: `mapping.${column}`, message });
  const issues = [...mapping].flatMap(([column, field]) => {
    if (columns.every(({ name }) => name !== column)) return [at(column, NO_COLUMN)];
    if (field !== null && importFields[kind].every(({ name }) => name !== field))
      return [at(column, 'There is no such field')];
    return [];
  });
  const changed = columns.map((column) => ({
    ...column,
    field: mapping.get(column.name) ?? keep(mapping, column.name, column.field),
  }));
  const twice = changed.find(
    ({ field }, index) => field !== null && changed.findIndex((one) => one.field === field) < index,
  );
  if (twice)
    issues.push(at(twice.name, 'Another column already uses this field. Set that one to Not used first.'));
  if (issues.length > 0) throw invalid(issues);
  return changed;
}

/** The field of a column that the mapping names with null, or does not name. */
const keep = (mapping: ReadonlyMap<string, string | null>, name: string, field: string | null) =>
  mapping.has(name) ? null : field;

/**
 * Adds all rows of an import that are new. Called again, it returns the counts of the first call.
 * @throws 404; 409 `import_has_errors`, `plan_limit_reached`, `too_many_services`: nothing was added
 */
export async function commitImport(context: MemberContext, importId: number, ledger: ImportLedger) {
  const loaded = await loadImport(context, importId);
  return writeInBusiness(context, async (tx) => {
    // The business is always locked first; it also keeps two imports from adding the same records.
    await lockPlan(tx, context.businessId);
    const stored = await getImport(tx, importId, 'update');
    const { kind, fileName, created, unchanged } = stored;
    if (stored.committedAt) return { created, unchanged };
    // Answers that came after the table was read.
    const current = { ...loaded, stored, table: readTable(stored, loaded.content, context.session.timeZone) };
    const prepared = await prepareImport(tx, context, current);
    refuseErrors(listErrors(current, prepared), listQuestions(current.table).length);
    const { plan, insert } = prepared;
    const inserted = await insert(ledger);
    await storeExternalIds(tx, context, { kind, records: [...plan.newIds, ...inserted] });
    const counts = { created: inserted.length, unchanged: plan.unchanged.size };
    await tx
      .update(imports)
      .set({ ...counts, committedAt: context.now, rows: null })
      .where(and(tx.inTenant(imports), eq(imports.id, importId)));
    recordAudit(tx, context, {
      type: 'import.committed',
      id: importId,
      label: fileName,
      details: { kind, ...counts },
    });
    publishChange(tx, [
      'imports',
      'people',
      'clients',
      'services',
      'assignments',
      'units',
      'payers',
      'audit',
    ]);
    return counts;
  });
}

/** @param questions how many of the errors are questions @throws 409 `import_has_errors` */
function refuseErrors(
  errors: readonly { row: number; column: string; message: string }[],
  questions: number,
): void {
  if (errors.length === 0) return;
  const cells = errors.length - questions;
  const parts = [
    ...(cells > 0 ? [`correct ${plural(cells, 'cell')}`] : []),
    ...(questions > 0 ? [`answer ${plural(questions, 'question')}`] : []),
  ].join(' and ');
  throw conflict(
    'import_has_errors',
    `Nothing was added. ${parts.charAt(0).toUpperCase()}${parts.slice(1)} first.`,
    errors.slice(0, MAX_ISSUES).map(({ row, column, message }) => ({ path: `${row}.${column}`, message })),
  );
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const CHUNK = 1_000;

async function storeExternalIds(
  tx: BusinessTransaction,
  { businessId }: MemberContext,
  {
    kind,
    records,
  }: { kind: ImportKind; records: readonly { externalId: string | null; recordId: number }[] },
): Promise<void> {
  const rows = records.flatMap(({ externalId, recordId }) =>
    externalId === null ? [] : [{ businessId, kind, externalId, recordId }],
  );
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx
      .insert(externalIds)
      .values(rows.slice(from, from + CHUNK))
      // The record that had the key before is gone.
      .onConflictDoUpdate({
        target: [externalIds.businessId, externalIds.kind, externalIds.externalId],
        set: { recordId: sql`excluded.record_id` },
      });
}

/** Scheduled: deletes the rows of imports that were not added within a day. */
export async function deleteOldImports(services: Services, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  await runForEach(await listBusinessIds(services), (businessId) =>
    writeInBusiness({ services, now, businessId, ip: '' }, (tx) =>
      tx
        .delete(imports)
        .where(and(tx.inTenant(imports), isNotNull(imports.rows), lt(imports.createdAt, before))),
    ),
  );
}
