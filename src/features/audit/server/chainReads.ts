/** Guarded: checks the audit chain of a business, row by row. */
import { createHash } from 'node:crypto';
import { and, asc, eq, gt, lte, min } from 'drizzle-orm';
import { canonicalOrNull } from '#platform/server/canonicalJson.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { toAuditPayload } from '#platform/server/audit/record.ts';
import { auditHeads, auditLog } from '#platform/server/audit/tables.ts';

export interface ChainVerdict {
  /** How many rows hold, from the first one on. */
  rows: number;
  /** The first row that is missing, changed or not chained to the one before; null when all hold. */
  firstBad: number | null;
}

type Row = typeof auditLog.$inferSelect;

/** One statement reads so many rows, so that it stays quick in a log of any length. */
const ROWS_AT_ONCE = 2_000;

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Verifies the whole chain: no gap, each hash over the one before and the payload, the columns equal to what was hashed,
 * and the last row the one of the head. Rows appended during the check are left out.
 */
export async function verifyChain(tx: BusinessTransaction, businessId: number): Promise<ChainVerdict> {
  const [head] = await tx.select().from(auditHeads).where(eq(auditHeads.businessId, businessId));
  if (!head) return { rows: 0, firstBad: 0 };
  let rows = 0;
  let hash = sha256(String(businessId));
  for (;;) {
    const batch = await nextRows(tx, { businessId, after: rows, last: head.seq });
    for (const row of batch) {
      if (row.seq !== rows + 1 || !isLinked(row, hash)) return { rows, firstBad: rows + 1 };
      ({ hash } = row);
      rows += 1;
    }
    if (batch.length < ROWS_AT_ONCE) break;
  }
  if (rows < head.seq) return { rows, firstBad: rows + 1 };
  if (!hash.equals(head.hash)) return { rows, firstBad: head.seq };
  return { rows, firstBad: await rowBehindHead(tx, businessId) };
}

/** A row that stands behind the end of the chain: the head was put back. */
async function rowBehindHead(tx: BusinessTransaction, businessId: number): Promise<number | null> {
  const [row] = await tx
    .select({ seq: min(auditLog.seq) })
    .from(auditLog)
    .innerJoin(auditHeads, eq(auditHeads.businessId, auditLog.businessId))
    .where(and(eq(auditLog.businessId, businessId), gt(auditLog.seq, auditHeads.seq)));
  return row?.seq ?? null;
}

const nextRows = (
  tx: BusinessTransaction,
  { businessId, after, last }: { businessId: number; after: number; last: number },
): Promise<Row[]> =>
  tx
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, businessId), gt(auditLog.seq, after), lte(auditLog.seq, last)))
    .orderBy(asc(auditLog.seq))
    .limit(ROWS_AT_ONCE);

function isLinked({ seq: _seq, payload, hash, ...row }: Row, before: Buffer): boolean {
  return hash.equals(sha256(before, payload)) && payload === canonicalOrNull(toAuditPayload(row));
}
