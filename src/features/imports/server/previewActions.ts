/** Previews of imports: made in their process, stored, and made again when records have changed since. */

import { and, eq } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import type { Page } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { decodeNumbers, encodeNumbers } from '#platform/server/cursor.ts';
import { AppError } from '#platform/server/errors.ts';
import { readInBusiness, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { ImportFile, ImportRow } from '#features/imports/contract.ts';
import { deleteOtherPreviews, readRows } from './chunkActions.ts';
import { importFields, type ImportField } from './fields.ts';
import type { ImportPreview, ImportTask } from './process/importTask.ts';
import { measureJson } from './process/previewText.ts';
import { ContentDeleted, runImportTask, runQueued } from './process/runImportTask.ts';
import { getImport, type StoredImport } from './reads.ts';
import { readRecordsDigest } from './records/recordReads.ts';
import { imports } from './tables.ts';

/** Also without a change of records: usernames of other businesses and the date matter as well. */
const LIFETIME_MS = 10 * 60 * 1000;
/** The largest integer of the column. */
const MAX_REVISION = 2 ** 31 - 1;
/** Of the rows of a page: few enough that other requests do not wait for it. */
const PAGE_BYTES = 100_000;

/** A preview whose rows are stored. */
export interface NewPreview {
  preview: ImportPreview;
  changes: Pick<
    StoredImport,
    'columns' | 'position' | 'importTotals' | 'revision' | 'preview' | 'previewedAt' | 'recordsDigest'
  >;
}

/** How the file is read. */
export type Reading = Pick<ImportTask, 'kind' | 'path' | 'columns' | 'position' | 'importTotals'>;

/** Makes a preview in the turn of the business and stores its rows, which `storePreview` makes visible; or returns what is wrong with the file. */
export async function makePreview(
  context: MemberContext,
  importId: number,
  reading: Reading,
): Promise<NewPreview | { fault: string }> {
  const { services, businessId } = context;
  const recordsDigest = await readInBusiness(context, (tx) => readRecordsDigest(tx, reading.kind));
  // A number of its own, so that the rows of concurrent requests do not mix.
  const revision = randomInt(1, MAX_REVISION);
  const outcome = await runImportTask(context, { importId, revision }, { ...reading, output: 'preview' });
  if (outcome.fault !== undefined) return outcome;
  const { preview, columns } = outcome.plan;
  const { position, importTotals } = reading;
  const encrypted = services.secrets.encrypt(previewPurpose(businessId, importId), JSON.stringify(preview));
  return {
    preview,
    changes: {
      columns,
      position,
      importTotals,
      revision,
      recordsDigest,
      preview: encrypted,
      previewedAt: context.now,
    },
  };
}

/** Replaces the preview of an import. */
export async function storePreview(
  tx: BusinessTransaction,
  importId: number,
  { changes }: NewPreview,
): Promise<void> {
  await tx
    .update(imports)
    .set(changes)
    .where(and(tx.inTenant(imports), eq(imports.id, importId)));
  await deleteOtherPreviews(tx, { importId, revision: changes.revision });
}

const previewPurpose = (businessId: number, importId: number): string =>
  `import-preview:${businessId}:${importId}`;

/** The preview of an import, or its result. @throws 404 */
export async function readImport(context: MemberContext, importId: number): Promise<ImportFile> {
  const { stored, digest } = await readInBusiness(context, async (tx) => {
    const row = await getImport(tx, importId);
    return { stored: row, digest: row.committedAt ? '' : await readRecordsDigest(tx, row.kind) };
  });
  if (stored.committedAt) return toFile(stored, toResult(stored));
  const { preview, previewedAt, recordsDigest } = stored;
  const isCurrent =
    preview !== null &&
    previewedAt !== null &&
    recordsDigest === digest &&
    context.now.getTime() - previewedAt.getTime() < LIFETIME_MS;
  const newer = isCurrent ? null : await refreshPreview(context, stored);
  return toFile(stored, newer ?? decryptPreview(context, stored));
}

/** Makes the preview of an import again; null when that is not possible now, if there is one to show instead. */
async function refreshPreview(context: MemberContext, stored: StoredImport): Promise<ImportPreview | null> {
  const { id, revision, kind, columns, position, importTotals } = stored;
  try {
    const reading = { kind, columns, position, importTotals, path: null };
    const made = await runQueued(context, () => makePreview(context, id, reading));
    if ('fault' in made) throw new Error(`The content of an import cannot be read: ${made.fault}`);
    const { services, businessId, now, ip } = context;
    await writeInBusiness({ services, businessId, now, ip }, async (tx) => {
      const current = await getImport(tx, id, 'update');
      // Another request has changed it meanwhile.
      if (current.revision === revision && !current.committedAt) await storePreview(tx, id, made);
    });
    return made.preview;
  } catch (error) {
    // Of another request, while this one waited for its turn.
    if (error instanceof ContentDeleted) return null;
    const isBusy = error instanceof AppError && (error.status === 429 || error.status === 503);
    if (isBusy && stored.preview) return null;
    throw error;
  }
}

function decryptPreview(
  { services, businessId }: MemberContext,
  { id, preview }: StoredImport,
): ImportPreview {
  if (!preview) throw new Error('An import has no preview');
  return JSON.parse(services.secrets.decrypt(previewPurpose(businessId, id), preview)) as ImportPreview;
}

/** The preview after its rows were added: the counts only. */
const toResult = ({ columns, created, unchanged }: StoredImport): ImportPreview => ({
  sheets: [],
  position: { sheet: 0, headerRow: 1 },
  proposedPosition: null,
  columns: columns.map(({ name, field }) => ({ name, field, choices: [], notes: [] })),
  rows: [],
  rowCounts: { new: 0, unchanged: 0, invalid: 0, skipped: 0 },
  skippedRows: [],
  missingSignatureCodes: 0,
  errors: [],
  errorCount: 0,
  created,
  unchanged,
});

/** The answer for an import. */
export function toFile(
  { id, kind, fileName, createdAt, committedAt, importTotals }: Omit<StoredImport, 'preview'>,
  preview: ImportPreview,
): ImportFile {
  const fields = importFields[kind].map(toField);
  return { id, kind, fileName, createdAt, committedAt, importTotals, fields, ...preview };
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

/** A page of the rows of a preview; it ends early where rows are long. @throws 404 */
export async function listImportRows(
  context: MemberContext,
  importId: number,
  { state, limit, cursor }: { state?: 'invalid' | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<ImportRow>> {
  const [after = 0] = cursor === undefined ? [] : decodeNumbers(cursor, 1);
  const stored = await readInBusiness(context, (tx) => getImport(tx, importId));
  if (stored.committedAt || !stored.preview) return { rows: [], total: 0, next: null };
  const { rowCounts } = decryptPreview(context, stored);
  const total =
    state === undefined ? Object.values(rowCounts).reduce((sum, one) => sum + one, 0) : rowCounts[state];
  const page: ImportRow[] = [];
  let bytes = 0;
  const position = { after, onlyInvalid: state !== undefined };
  for await (const row of readRows(context, { importId, revision: stored.revision }, position)) {
    if (state !== undefined && row.state !== state) continue;
    bytes += measureJson(row);
    const last = page.at(-1);
    if (last && (page.length >= limit || bytes > PAGE_BYTES))
      return { rows: page, total, next: encodeNumbers([last.row]) };
    page.push(row);
  }
  return { rows: page, total, next: null };
}
