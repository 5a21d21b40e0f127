/** The rows of a preview in compressed groups, of which a page reads few. */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ImportRow } from '#features/imports/contract.ts';
import type { PackedRows } from './importTask.ts';

/** Of a group. */
const MAX_ROWS = 20;
const MAX_BYTES = 64 * 1024;
/** Groups that are stored at once. */
const BATCH_SIZE = 10;

export async function packRows(
  rows: Iterable<ImportRow>,
  store: (packed: PackedRows[]) => Promise<unknown>,
): Promise<void> {
  let packed: PackedRows[] = [];
  for (const group of groupRows(rows)) {
    packed.push(pack(group));
    if (packed.length < BATCH_SIZE) continue;
    await store(packed);
    packed = [];
  }
  if (packed.length > 0) await store(packed);
}

function* groupRows(rows: Iterable<ImportRow>): Generator<{ row: ImportRow; json: string }[]> {
  let group: { row: ImportRow; json: string }[] = [];
  let size = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (group.length >= MAX_ROWS || (size > 0 && size + json.length > MAX_BYTES)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push({ row, json });
    size += json.length;
  }
  if (group.length > 0) yield group;
}

const pack = (group: readonly { row: ImportRow; json: string }[]): PackedRows => ({
  lastRow: group.at(-1)?.row.row ?? 0,
  hasInvalid: group.some(({ row }) => row.state === 'invalid'),
  bytes: deflateRawSync(`[${group.map(({ json }) => json).join(',')}]`),
});

export const unpackRows = (bytes: Uint8Array): ImportRow[] =>
  JSON.parse(inflateRawSync(bytes).toString('utf8')) as ImportRow[];
