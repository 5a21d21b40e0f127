/** Imports: an uploaded spreadsheet is stored encrypted and previewed (commitActions.ts adds its rows). */

import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext, Services } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, invalid, invalidField } from '#platform/server/errors.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';
import { runForEach } from '#platform/server/runForEach.ts';
import { publishChange, readInBusiness, writeInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import type { ColumnAnswers, ImportFile, ImportKind, TablePosition } from '#features/imports/contract.ts';
import { deleteChunks } from './chunkActions.ts';
import { importFields } from './fields.ts';
import { makePreview, storePreview, toFile, type Reading } from './previewActions.ts';
import { ContentDeleted, runQueued } from './process/runImportTask.ts';
import { getImport, type StoredImport } from './reads.ts';
import { importChunks, imports, type ImportColumn } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'import.uploaded': { kind: ImportKind; rows: number; sha256: string };
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often a change is repeated when another one comes first. */
const MAX_ATTEMPTS = 3;

/** Reads a spreadsheet and stores it for a day. @returns its preview @throws 400 at the file; 429; 503 `busy` */
export const createImport = (context: MemberContext, upload: Upload<{ kind: ImportKind }>) =>
  runQueued(context, async () => {
    const id = await beginImport(context, { kind: upload.fields.kind, fileName: upload.file.name });
    try {
      return await readUpload(context, id, upload);
    } catch (error) {
      await removeImport(context, id);
      throw error;
    }
  });

async function readUpload(
  context: MemberContext,
  id: number,
  { file, fields: { kind } }: Upload<{ kind: ImportKind }>,
): Promise<ImportFile> {
  const reading = { kind, path: file.path, columns: null, position: null, importTotals: false };
  const made = await makePreview(context, id, reading);
  if ('fault' in made) throw invalidField(file.field, made.fault);
  const stored = await writeInBusiness(context, async (tx) => {
    await storePreview(tx, id, made);
    const rows = Object.values(made.preview.rowCounts).reduce((sum, count) => sum + count, 0);
    const details = { kind, rows, sha256: file.sha256.toString('hex') };
    recordAudit(tx, context, { type: 'import.uploaded', id, label: file.name, details });
    publishChange(tx, ['imports', 'audit']);
    return getImport(tx, id);
  });
  return toFile(stored, made.preview);
}

/** Adds an import that cannot be seen until its file was read. */
function beginImport(
  { services, businessId, now, ip, session }: MemberContext,
  { kind, fileName }: Pick<StoredImport, 'kind' | 'fileName'>,
): Promise<number> {
  return writeInBusiness({ services, businessId, now, ip }, async (tx) => {
    const id = await nextId(tx, imports);
    await tx
      .insert(imports)
      .values({ id, businessId, kind, fileName, columns: [], createdBy: session.userId, createdAt: now });
    return id;
  });
}

async function removeImport({ services, businessId, now, ip }: MemberContext, id: number): Promise<void> {
  await writeInBusiness({ services, businessId, now, ip }, async (tx) => {
    await deleteChunks(tx, id);
    await tx.delete(imports).where(and(tx.inTenant(imports), eq(imports.id, id)));
  });
}

/**
 * Changes how the file of an import is read.
 * @param toFault makes an error of what is wrong with the file then
 * @returns the preview @throws 404; 409 `import_committed`; 429; 503 `busy`
 */
async function changeImport(
  context: MemberContext,
  importId: number,
  {
    change,
    toFault,
  }: {
    change: (stored: StoredImport) => Pick<Reading, 'columns' | 'position' | 'importTotals'>;
    toFault: (message: string) => Error;
  },
): Promise<ImportFile> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await readInBusiness(context, (tx) => getImport(tx, importId));
    refuseCommitted(stored);
    try {
      const reading = { ...change(stored), kind: stored.kind, path: null };
      const made = await runQueued(context, () => makePreview(context, importId, reading));
      if ('fault' in made) throw toFault(made.fault);
      const changed = await writeInBusiness(context, async (tx) => {
        const current = await getImport(tx, importId, 'update');
        refuseCommitted(current);
        if (current.revision !== stored.revision) throw new OtherChange();
        await storePreview(tx, importId, made);
        publishChange(tx, ['imports']);
        return { ...current, ...made.changes };
      });
      return toFile(changed, made.preview);
    } catch (error) {
      if (!(error instanceof OtherChange || error instanceof ContentDeleted)) throw error;
      if (attempt >= MAX_ATTEMPTS)
        throw conflict('import_changed', 'The import was changed at the same time. Please try again.');
    }
  }
}

/** Another request changed the import first. */
class OtherChange extends Error {}

function refuseCommitted({ committedAt }: StoredImport): void {
  if (!committedAt) return;
  throw conflict('import_committed', 'This import is complete. Upload the file again to import it again.');
}

/** Chooses the sheet and the row that name the columns. @returns the preview @throws 400 at the row; as `changeImport` */
export const chooseTable = (context: MemberContext, importId: number, position: TablePosition) =>
  changeImport(context, importId, {
    change: ({ importTotals }) => ({ position, columns: null, importTotals }),
    toFault: (message) => invalidField('headerRow', message),
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
  changeImport(context, importId, {
    change: (stored) => ({
      columns: changeAnswers(changeColumns(stored, new Map(Object.entries(mapping))), answers),
      position: stored.position,
      importTotals: importTotals ?? stored.importTotals,
    }),
    toFault: (message) => new Error(`The content of an import cannot be read: ${message}`),
  });

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

/** Scheduled: deletes imports that were not added within a day. */
export async function deleteOldImports(services: Services, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  await runForEach(await listBusinessIds(services), (businessId) =>
    writeInBusiness({ services, now, businessId, ip: '' }, async (tx) => {
      const isOld = and(tx.inTenant(imports), isNull(imports.committedAt), lt(imports.createdAt, before));
      const old = tx.select({ id: imports.id }).from(imports).where(isOld);
      await tx
        .delete(importChunks)
        .where(and(tx.inTenant(importChunks), inArray(importChunks.importId, old)));
      await tx.delete(imports).where(isOld);
    }),
  );
}
