import type { MemberContext } from '#platform/server/context.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { readInvoice } from '#features/invoices/server/reads.ts';
import { invoicePdf } from './invoicePdf.ts';

/** The invoice as a PDF, made from what was frozen. @throws 404 */
export async function readInvoicePdf(context: MemberContext, invoiceId: number): Promise<GeneratedFile> {
  const [one, { paperSize }] = await Promise.all([
    readInvoice(context, invoiceId),
    readInBusiness(context, (tx) => getOwnBusiness(tx, context.businessId)),
  ]);
  return invoicePdf(one, { paperSize, at: context.now });
}
