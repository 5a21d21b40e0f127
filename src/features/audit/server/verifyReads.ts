/** Verifies the audit logs of all businesses. */

import type { Services } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { verifyChain } from './chainReads.ts';

export interface AuditReport {
  businesses: number;
  rows: number;
  /** The first fault as a sentence, or null. */
  fault: string | null;
}

/** Verifies the chain of every business, stopping at the first fault. Changes nothing. */
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
