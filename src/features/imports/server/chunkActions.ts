/** The content and the rows of imports, in encrypted parts. */

import { and, asc, eq, gt, ne, type SQL } from 'drizzle-orm';
import type { BusinessScope } from '#platform/server/context.ts';
import { readInBusiness, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { ImportRow } from '#features/imports/contract.ts';
import type { PackedRows } from './process/importTask.ts';
import { unpackRows } from './process/packedRows.ts';
import { CONTENT_REVISION, importChunks, imports } from './tables.ts';

/** The parts that a task of an import reads and writes. */
export interface StoredChunks {
  importId: number;
  /** Of the preview that it makes. */
  revision: number;
}

interface Key extends StoredChunks {
  number: number;
}

/** Binds encrypted bytes to their place. */
const purposeOf = (businessId: number, { importId, revision, number }: Key): string =>
  `import-chunk:${businessId}:${importId}:${revision}:${number}`;

/** Binds the content that earlier releases stored to its import. */
export const rowsPurpose = (businessId: number, importId: number): string =>
  `import-rows:${businessId}:${importId}`;

const whereKey = (tx: BusinessTransaction, { importId, revision }: StoredChunks): SQL | undefined =>
  and(tx.inTenant(importChunks), eq(importChunks.importId, importId), eq(importChunks.revision, revision));

export async function storeContentPart(
  scope: BusinessScope,
  { importId }: StoredChunks,
  { number, bytes }: { number: number; bytes: Uint8Array },
): Promise<void> {
  const key = { importId, revision: CONTENT_REVISION, number };
  await insertChunks(scope, [{ ...key, lastRow: 0, hasInvalid: false, bytes }]);
}

/** Decrypts a part of the content; null after the last one. */
export async function readContentPart(
  scope: BusinessScope,
  { importId }: StoredChunks,
  number: number,
): Promise<Uint8Array | null> {
  const key = { importId, revision: CONTENT_REVISION, number };
  const [chunk] = await readInBusiness(scope, (tx) =>
    tx
      .select({ bytes: importChunks.bytes })
      .from(importChunks)
      .where(and(whereKey(tx, key), eq(importChunks.number, number))),
  );
  const { services, businessId } = scope;
  if (chunk) return services.secrets.decryptBytes(purposeOf(businessId, key), chunk.bytes);
  return number === 0 ? readEarlierContent(scope, importId) : null;
}

/** Content that an earlier release stored in one piece. */
async function readEarlierContent(scope: BusinessScope, importId: number): Promise<Uint8Array | null> {
  const [row] = await readInBusiness(scope, (tx) =>
    tx
      .select({ rows: imports.rows })
      .from(imports)
      .where(and(tx.inTenant(imports), eq(imports.id, importId))),
  );
  const { services, businessId } = scope;
  return row?.rows ? services.secrets.decryptBytes(rowsPurpose(businessId, importId), row.rows) : null;
}

/** @param first the number of the first group */
export async function storePackedRows(
  scope: BusinessScope,
  chunks: StoredChunks,
  { first, packed }: { first: number; packed: readonly PackedRows[] },
): Promise<void> {
  await insertChunks(
    scope,
    packed.map((group, index) => ({ ...chunks, ...group, number: first + index })),
  );
}

/** In a transaction of its own, because others wait for a long one where there is one connection. */
async function insertChunks(scope: BusinessScope, chunks: readonly (Key & PackedRows)[]): Promise<void> {
  const { services, businessId } = scope;
  const rows = chunks.map(({ bytes, ...chunk }) => ({
    ...chunk,
    businessId,
    bytes: services.secrets.encrypt(purposeOf(businessId, chunk), bytes),
  }));
  await writeInBusiness(scope, (tx) => tx.insert(importChunks).values(rows).execute());
}

/** Groups that are read at once. */
const BATCH_SIZE = 2;

/** Reads the rows of a preview after a row, group by group. @param onlyInvalid whether other groups are left out */
export async function* readRows(
  scope: BusinessScope,
  chunks: StoredChunks,
  { after, onlyInvalid }: { after: number; onlyInvalid: boolean },
): AsyncGenerator<ImportRow> {
  const { services, businessId } = scope;
  for (let from = after; ;) {
    const groups = await readInBusiness(scope, (tx) =>
      tx
        .select({
          number: importChunks.number,
          lastRow: importChunks.lastRow,
          bytes: importChunks.bytes,
        })
        .from(importChunks)
        .where(
          and(
            whereKey(tx, chunks),
            gt(importChunks.lastRow, from),
            onlyInvalid ? eq(importChunks.hasInvalid, true) : undefined,
          ),
        )
        .orderBy(asc(importChunks.number))
        .limit(BATCH_SIZE),
    );
    for (const { number, lastRow, bytes } of groups) {
      const packed = services.secrets.decryptBytes(purposeOf(businessId, { ...chunks, number }), bytes);
      yield* unpackRows(packed).filter(({ row }) => row > after);
      from = lastRow;
    }
    if (groups.length < BATCH_SIZE) return;
  }
}

/** Deletes the other previews of an import. */
export const deleteOtherPreviews = (tx: BusinessTransaction, { importId, revision }: StoredChunks) =>
  tx
    .delete(importChunks)
    .where(
      and(
        tx.inTenant(importChunks),
        eq(importChunks.importId, importId),
        ne(importChunks.revision, CONTENT_REVISION),
        ne(importChunks.revision, revision),
      ),
    );

/** Deletes the content and all previews of an import. */
export const deleteChunks = (tx: BusinessTransaction, importId: number) =>
  tx.delete(importChunks).where(and(tx.inTenant(importChunks), eq(importChunks.importId, importId)));
