import type { MemberContext } from '#platform/server/context.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { readInvoice } from '#features/invoices/server/reads.ts';
import { invoicePdf } from './invoicePdf.ts';

/** The invoice as a PDF, made from what was frozen. @throws 404 */
export const readInvoicePdf = async (context: MemberContext, invoiceId: number): Promise<GeneratedFile> =>
  invoicePdf(await readInvoice(context, invoiceId), context.now);
