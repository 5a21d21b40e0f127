import type { MemberContext } from '#platform/server/context.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { writePdf } from '#platform/server/pdfFile.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { readInvoice } from '#features/invoices/server/reads.ts';
import { layOutInvoice, nameInvoiceFile } from './invoicePdf.ts';

/** The invoice as a PDF, made from what was frozen. @throws 404, and as `writePdf` */
export async function readInvoicePdf(context: MemberContext, invoiceId: number): Promise<GeneratedFile> {
  const [one, { paperSize }] = await Promise.all([
    readInvoice(context, invoiceId),
    readInBusiness(context, (tx) => getOwnBusiness(tx, context.businessId)),
  ]);
  const file = await writePdf(context, layOutInvoice(one, { paperSize, at: context.now }));
  return { name: nameInvoiceFile(one), type: 'application/pdf', ...file };
}
