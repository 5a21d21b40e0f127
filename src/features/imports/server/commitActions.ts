/** Adds the rows of an import in one transaction, as its process has planned them. */

import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import {
  publishChange,
  readInBusiness,
  writeInBusiness,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { deleteChunks } from './chunkActions.ts';
import type { NewRecord } from './plan.ts';
import type { ImportPlan } from './process/importTask.ts';
import { ContentDeleted, runImportTask, runQueued } from './process/runImportTask.ts';
import { getImport, type StoredImport } from './reads.ts';
import { insertRecords, type ImportLedger } from './records/recordInserts.ts';
import { readRecordsDigest } from './records/recordReads.ts';
import { externalIds, imports } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'import.committed': { kind: ImportKind; created: number; unchanged: number };
  }
}

/** How often rows are planned again when records change before they are added. */
const MAX_ATTEMPTS = 3;
/** External ids in one statement. */
const CHUNK = 1_000;

interface Counts {
  created: number;
  unchanged: number;
}

/** New records, as of a moment. */
interface PlannedImport {
  plan: ImportPlan;
  records: NewRecord<unknown>[];
  revision: number;
  recordsDigest: string;
}

/**
 * Adds all rows of an import that are new. Called again, it returns the counts of the first call.
 * @throws 404; 409 `import_has_errors`, `records_changed`, `plan_limit_reached`, `too_many_services`: nothing was added
 */
export async function commitImport(
  context: MemberContext,
  importId: number,
  ledger: ImportLedger,
): Promise<Counts> {
  for (let attempt = 1; ; attempt += 1) {
    const planned = await planImport(context, importId);
    try {
      return await writeInBusiness(context, async (tx) => {
        // The business is always locked first; it also keeps two imports from adding the same records.
        await lockPlan(tx, context.businessId);
        const stored = await getImport(tx, importId, 'update');
        if (stored.committedAt) return { created: stored.created, unchanged: stored.unchanged };
        if (!planned || (await isOutdated(tx, stored, planned))) throw new PlanOutdated();
        return addRows(tx, context, { stored, planned, ledger });
      });
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error;
      if (attempt >= MAX_ATTEMPTS)
        throw conflict(
          'records_changed',
          'Nothing was added, because other records were changed at the same time. Please try again.',
        );
    }
  }
}

/** Records, or how the file is read, changed after the rows were planned. */
class PlanOutdated extends Error {}

/** Plans the rows in the process of the import; null once they were added. @throws 404; 429; 503 `busy` */
const planImport = (context: MemberContext, importId: number): Promise<PlannedImport | null> =>
  runQueued(context, async () => {
    const { stored, recordsDigest } = await readInBusiness(context, async (tx) => {
      const row = await getImport(tx, importId);
      return { stored: row, recordsDigest: await readRecordsDigest(tx, row.kind) };
    });
    const { committedAt, revision, kind, columns, position, importTotals } = stored;
    if (committedAt) return null;
    const task = { kind, columns, position, importTotals, path: null, output: 'records' } as const;
    const outcome = await runImportTask(context, { importId, revision }, task).catch(toNothing);
    if (outcome === null) return null;
    if (outcome.fault !== undefined)
      throw new Error(`The content of an import cannot be read: ${outcome.fault}`);
    return { plan: outcome.plan, records: outcome.records, revision, recordsDigest };
  });

function toNothing(error: unknown): null {
  if (error instanceof ContentDeleted) return null;
  throw error;
}

const isOutdated = async (
  tx: BusinessTransaction,
  { kind, revision }: StoredImport,
  planned: PlannedImport,
): Promise<boolean> =>
  revision !== planned.revision || (await readRecordsDigest(tx, kind)) !== planned.recordsDigest;

async function addRows(
  tx: BusinessTransaction,
  context: MemberContext,
  { stored, planned, ledger }: { stored: StoredImport; planned: PlannedImport; ledger: ImportLedger },
): Promise<Counts> {
  const { plan, records } = planned;
  const { id, kind, fileName } = stored;
  refuseErrors(plan);
  const inserted = await insertRecords(kind, records, { tx, context, ledger });
  await storeExternalIds(tx, context, { kind, records: [...plan.newIds, ...inserted] });
  const counts = { created: inserted.length, unchanged: plan.preview.unchanged };
  await deleteChunks(tx, id);
  await tx
    .update(imports)
    .set({ ...counts, committedAt: context.now, rows: null, preview: null })
    .where(and(tx.inTenant(imports), eq(imports.id, id)));
  recordAudit(tx, context, { type: 'import.committed', id, label: fileName, details: { kind, ...counts } });
  publishChange(tx, ['imports', 'people', 'clients', 'services', 'assignments', 'units', 'payers', 'audit']);
  return counts;
}

/** @throws 409 `import_has_errors` */
function refuseErrors({ preview: { errors, errorCount }, questionCount }: ImportPlan): void {
  if (errorCount === 0) return;
  const cells = errorCount - questionCount;
  const parts = [
    ...(cells > 0 ? [`correct ${formatCount(cells, 'cell')}`] : []),
    ...(questionCount > 0 ? [`answer ${formatCount(questionCount, 'question')}`] : []),
  ].join(' and ');
  throw conflict(
    'import_has_errors',
    `Nothing was added. ${parts.charAt(0).toUpperCase()}${parts.slice(1)} first.`,
    errors.map(({ row, column, message }) => ({ path: `${row}.${column}`, message })),
  );
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

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
