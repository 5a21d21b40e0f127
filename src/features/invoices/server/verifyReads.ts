/** Verifies that issued invoices are as they were issued. */

import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { parseContent } from './contentReads.ts';
import { invoices } from './tables.ts';

export interface InvoiceReport {
  invoices: number;
  /** Describes the first invoice that differs from the audit log; null when all match. */
  fault: string | null;
}

/** The batch size, which limits the time of one statement. */
const BATCH_SIZE = 100;

/** Checks every issued invoice of every business, void ones included, stopping at the first fault. */
export async function verifyInvoices(services: Services, now: Date): Promise<InvoiceReport> {
  const report: InvoiceReport = { invoices: 0, fault: null };
  for (const businessId of await listBusinessIds(services)) {
    await verifyBusiness({ services, now, ip: '', businessId }, report);
    if (report.fault !== null) break;
  }
  return report;
}

async function verifyBusiness(scope: BusinessScope, report: InvoiceReport): Promise<void> {
  let rows: Issued[] = [];
  do {
    rows = await listIssued(scope, rows.at(-1)?.invoice.id ?? 0);
    for (const row of rows) {
      const fault = findFault(row);
      if (fault !== null) {
        report.fault = `Business ${scope.businessId}, invoice ${row.invoice.number ?? row.invoice.id}: ${fault}`;
        return;
      }
      report.invoices += 1;
    }
  } while (rows.length === BATCH_SIZE);
}

type Issued = Awaited<ReturnType<typeof listIssued>>[number];

const listIssued = (scope: BusinessScope, afterId: number) =>
  readInBusiness(scope, (tx) =>
    tx
      .select({ invoice: invoices, details: auditLog.details })
      .from(invoices)
      .leftJoin(
        auditLog,
        and(
          tx.inTenant(auditLog),
          eq(auditLog.object, 'invoice'),
          eq(auditLog.action, 'issued'),
          eq(auditLog.objectId, sql`${invoices.id}`),
        ),
      )
      .where(and(tx.inTenant(invoices), ne(invoices.state, 'draft'), gt(invoices.id, afterId)))
      .orderBy(asc(invoices.id))
      .limit(BATCH_SIZE),
  );

function findFault({ invoice, details }: Issued): string | null {
  if (invoice.document === null) return 'its document is missing';
  if (!details) return 'the audit log has no issue';
  const digest = sha256Hex(invoice.document);
  if (digest !== invoice.digest || digest !== details['digest']) return 'its document was changed';
  const { number, total, billTo } = parseContent(invoice);
  if (number !== invoice.number || total !== invoice.total) return 'its number or its total was changed';
  // Null when it comes from an export of an earlier release.
  if (invoice.billToName !== null && billTo.name !== invoice.billToName) return 'its recipient was changed';
  return null;
}
