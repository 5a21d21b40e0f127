/** Imports: an uploaded spreadsheet is stored encrypted, previewed, and added in one transaction. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { MemberContext, Services } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, invalid } from '#platform/server/errors.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';
import { runForEach } from '#platform/server/runForEach.ts';
import { readSpreadsheet } from '#platform/server/spreadsheetReader/readSpreadsheet.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { importFields, matchColumns } from './fields.ts';
import type { ImportLedger } from './kinds/preparedImport.ts';
import { loadImport, prepareImport, readImport, rowsPurpose, toColumnErrors } from './preview.ts';
import { getImport } from './reads.ts';
import { toTable } from './sheetTable.ts';
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
  const { header, rows, delimiter } = await readSpreadsheet(file, toTable);
  const { services, businessId, session, now } = context;
  const id = await writeInBusiness(context, async (tx) => {
    const importId = await nextId(tx, imports);
    const content = JSON.stringify({ rows, delimiter });
    const encrypted = services.secrets.encrypt(rowsPurpose(businessId, importId), content);
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
    const details = { kind, rows: rows.length, sha256: file.sha256.toString('hex') };
    recordAudit(tx, context, { type: 'import.uploaded', id: importId, label: file.name, details });
    publishChange(tx, ['imports', 'audit']);
    return importId;
  });
  return readImport(context, id);
}

/** Chooses the fields of the named columns. @returns the preview @throws 404; 400 at the column; 409 `import_committed` */
export async function mapColumns(
  context: MemberContext,
  importId: number,
  mapping: Record<string, string | null>,
) {
  await writeInBusiness(context, async (tx) => {
    const stored = await getImport(tx, importId, 'update');
    if (stored.committedAt)
      throw conflict(
        'import_committed',
        'This import is complete. Upload the file again to import it again.',
      );
    const columns = changeColumns(stored, new Map(Object.entries(mapping)));
    await tx
      .update(imports)
      .set({ columns })
      .where(and(tx.inTenant(imports), eq(imports.id, importId)));
    publishChange(tx, ['imports']);
  });
  return readImport(context, importId);
}

function changeColumns(
  { kind, columns }: { kind: ImportKind; columns: readonly ImportColumn[] },
  mapping: ReadonlyMap<string, string | null>,
): ImportColumn[] {
  const at = (column: string, message: string) => ({ path: `mapping.${column}`, message });
  const issues = [...mapping].flatMap(([column, field]) => {
    if (columns.every(({ name }) => name !== column)) return [at(column, 'The file has no such column')];
    if (field !== null && importFields[kind].every(({ name }) => name !== field))
      return [at(column, 'There is no such field')];
    return [];
  });
  const changed = columns.map(({ name, field }) => ({
    name,
    field: mapping.get(name) ?? keep(mapping, name, field),
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
    const { plan, insert } = await prepareImport(tx, context, { ...loaded, stored });
    if (plan.errors.length > 0) {
      const issues = toColumnErrors(stored, plan.errors).slice(0, MAX_ISSUES);
      throw conflict(
        'import_has_errors',
        `Nothing was added. Correct ${plan.errors.length === 1 ? '1 cell' : `${plan.errors.length} cells`} first.`,
        issues.map(({ row, column, message }) => ({ path: `${row}.${column}`, message })),
      );
    }
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
