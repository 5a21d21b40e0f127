/** Proves the audit logs of a whole database: no row is missing, changed or out of its chain. */
import type { Services } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { verifyChain } from './chainReads.ts';

export interface AuditReport {
  businesses: number;
  rows: number;
  /** The first row that is wrong, in words; null when all hold. */
  fault: string | null;
}

/** Checks the chain of every business, up to the first that is broken. Changes nothing. */
export async function verifyAudit(services: Services, now: Date): Promise<AuditReport> {
  const report: AuditReport = { businesses: 0, rows: 0, fault: null };
  for (const id of await listBusinessIds(services)) {
    const scope = { services, now, ip: '', businessId: id };
    const { rows, firstBad } = await readInBusiness(scope, (tx) => verifyChain(tx, id));
    if (firstBad !== null) {
      report.fault = `Business ${id}: row ${firstBad} of the audit log is missing, changed or not chained to the one before`;
      return report;
    }
    report.businesses += 1;
    report.rows += rows;
  }
  return report;
}
