/** Guarded: checks the audit chain of a business, row by row. */

import { and, asc, gt, lt, lte, min, or } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { clientOf, toAuditPayload } from '#platform/server/audit/record.ts';
import { auditHeads, auditLog } from '#platform/server/audit/tables.ts';
import { toCanonicalOrNull } from '#platform/server/canonicalJson.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';

export interface ChainVerdict {
  /** The number of valid rows, starting with the first one. */
  rows: number;
  /** The first row that is missing, changed or not chained to the previous one; null when there is none. */
  firstBad: number | null;
}

type Row = typeof auditLog.$inferSelect;

const BATCH_ROWS = 2_000;

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Verifies that the chain has no gap, that each hash covers the previous one and the payload, that the columns equal the
 * payload, and that the last row is the head. Rows appended during the check are ignored.
 */
export async function verifyChain(tx: BusinessTransaction, businessId: number): Promise<ChainVerdict> {
  const [head] = await tx.select().from(auditHeads).where(tx.inTenant(auditHeads));
  if (!head) return { rows: 0, firstBad: 0 };
  let rows = 0;
  let hash = sha256(String(businessId));
  for (;;) {
    const batch = await readRows(tx, { after: rows, last: head.seq });
    for (const row of batch) {
      if (row.seq !== rows + 1 || !isLinked(row, hash)) return { rows, firstBad: rows + 1 };
      ({ hash } = row);
      rows += 1;
    }
    if (batch.length < BATCH_ROWS) break;
  }
  if (rows < head.seq) return { rows, firstBad: rows + 1 };
  if (!hash.equals(head.hash)) return { rows, firstBad: head.seq };
  return { rows, firstBad: await findRowOutside(tx) };
}

/** A row after the head shows that the head was set back; one before the first row of the chain was forged. */
async function findRowOutside(tx: BusinessTransaction): Promise<number | null> {
  const [row] = await tx
    .select({ seq: min(auditLog.seq) })
    .from(auditLog)
    .innerJoin(auditHeads, tx.inTenant(auditHeads))
    .where(and(tx.inTenant(auditLog), or(gt(auditLog.seq, auditHeads.seq), lt(auditLog.seq, 1))));
  return row?.seq ?? null;
}

const readRows = (
  tx: BusinessTransaction,
  { after, last }: { after: number; last: number },
): Promise<Row[]> =>
  tx
    .select()
    .from(auditLog)
    .where(and(tx.inTenant(auditLog), gt(auditLog.seq, after), lte(auditLog.seq, last)))
    .orderBy(asc(auditLog.seq))
    .limit(BATCH_ROWS);

function isLinked({ seq: _seq, clientId, payload, hash, ...row }: Row, before: Buffer): boolean {
  const isUnchanged = payload === toCanonicalOrNull(toAuditPayload(row)) && clientId === clientOf(row);
  return isUnchanged && hash.equals(sha256(before, payload));
}
