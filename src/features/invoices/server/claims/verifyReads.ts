/** Verifies that claim batches are as they were created. */

import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { claimBatches } from '#features/invoices/server/tables.ts';
import { digestLines, toEarlierClaimCsv } from './claimCsv.ts';
import { findCsv, listLines } from './reads.ts';

export interface ClaimReport {
  batches: number;
  /** Describes the first claim batch that differs from the audit log; null when all match. */
  fault: string | null;
}

/** Checks every claim batch of every business, stopping at the first fault. */
export async function verifyClaims(services: Services, now: Date): Promise<ClaimReport> {
  const report: ClaimReport = { batches: 0, fault: null };
  for (const businessId of await listBusinessIds(services)) {
    await verifyBusiness({ services, now, ip: '', businessId }, report);
    if (report.fault !== null) break;
  }
  return report;
}

/** One batch at a time, because each may have thousands of lines. */
async function verifyBusiness(scope: BusinessScope, report: ClaimReport): Promise<void> {
  let lastId = 0;
  for (;;) {
    const next = await readInBusiness(scope, (tx) => readAfter(tx, lastId));
    if (!next) return;
    const fault = await findFault(next);
    if (fault !== null) {
      report.fault = `Business ${scope.businessId}, claim batch ${next.batch.id}: ${fault}`;
      return;
    }
    report.batches += 1;
    lastId = next.batch.id;
  }
}

type Stored = NonNullable<Awaited<ReturnType<typeof readAfter>>>;

async function readAfter(tx: BusinessTransaction, afterId: number) {
  const [row] = await tx
    .select({ batch: claimBatches, details: auditLog.details })
    .from(claimBatches)
    .leftJoin(
      auditLog,
      and(
        tx.inTenant(auditLog),
        eq(auditLog.object, 'claim_batch'),
        eq(auditLog.action, 'exported'),
        eq(auditLog.objectId, sql`${claimBatches.id}`),
      ),
    )
    .where(and(tx.inTenant(claimBatches), gt(claimBatches.id, afterId)))
    .orderBy(asc(claimBatches.id))
    .limit(1);
  if (!row) return undefined;
  const [lines, csv] = await Promise.all([listLines(tx, row.batch.id), findCsv(tx, row.batch.id)]);
  return { ...row, lines, csv };
}

async function findFault({ batch, details, lines, csv }: Stored): Promise<string | null> {
  if (!details) return 'the audit log has no export';
  const { digest, linesDigest, total } = details;
  if (batch.digest !== digest) return 'its digest was changed';
  if (linesDigest === undefined) {
    // Made before files were stored: the file is written from the lines.
    if (sha256Hex(await toEarlierClaimCsv(lines, batch.columns)) !== digest) return 'its lines were changed';
  } else if (digestLines(lines) !== linesDigest) return 'its lines were changed';
  else if (csv === null) return 'its file is missing';
  if (csv !== null && sha256Hex(csv) !== digest) return 'its file was changed';
  return batch.total === total ? null : 'its total was changed';
}
