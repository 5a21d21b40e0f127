/** An invoice as a PDF document. */

import type { z } from 'zod';
import { formatDay } from '#platform/contract/dateFormat.ts';
import { formatAmount, formatRate } from '#platform/contract/decimalFormat.ts';
import type { PaperSize } from '#platform/contract/paper.ts';
import type { DescriptionItem } from '#platform/server/pdfDocument.ts';
import { mapRows, type PdfContent } from '#platform/server/pdfFile.ts';
import type { Column } from '#platform/server/pdfTable.ts';
import { isolateValues } from '#platform/server/pdfText/isolates.ts';
import type { invoice, InvoiceLine } from '#features/invoices/invoiceContract.ts';
import { formatTimes } from '#features/units/rules.ts';

type Invoice = z.output<typeof invoice>;

const COLUMNS: Column[] = [
  { title: 'Date', width: 76 },
  { title: 'Description' },
  { title: 'Quantity', width: 54, align: 'right' },
  { title: 'Rate', width: 66, align: 'right' },
  { title: 'Amount', width: 74, align: 'right' },
];

/** The invoice with its lines and sums; a draft and a void invoice are marked in the heading. */
export function layOutInvoice(
  one: Invoice,
  { paperSize, at }: { paperSize: PaperSize; at: Date },
): PdfContent {
  const title = one.number === null ? 'Draft invoice' : `Invoice ${one.number}`;
  const money = (amount: string) => formatAmount(amount, one.currency);
  const rows = mapRows(one.lines, (line) => [
    formatDays(line),
    describeLine(line),
    String(Number(line.quantity)),
    formatRate(line.rate, one.currency),
    money(line.amount),
  ]);
  const beforeTax: DescriptionItem[] =
    one.taxRate === null
      ? []
      : [
          ['Subtotal', money(one.subtotal)],
          [`Tax (${Number(one.taxRate)} %)`, money(one.tax)],
        ];
  return {
    options: {
      title,
      author: one.seller.name,
      footer: isolateValues`${one.seller.name} · ${title}`,
      at,
      paperSize,
    },
    parts: [
      ['heading', one.state === 'void' ? `${title} (void)` : title, one.seller.name],
      ['descriptionList', listDescriptions(one)],
      ['table', COLUMNS, rows],
      ['sums', [...beforeTax, ['Total', money(one.total)]]],
    ],
  };
}

/** The name of the file of an invoice. */
export const nameInvoiceFile = ({ id, number }: Invoice): string =>
  `${number === null ? `draft-${id}` : `invoice-${number.replaceAll(/[^\w.-]/g, '-')}`}.pdf`;

function listDescriptions({
  seller,
  billTo,
  from,
  to,
  issuedOn,
  dueOn,
  state,
  voidReason,
}: Invoice): DescriptionItem[] {
  const lines = (...texts: (string | null)[]) => texts.filter(Boolean).join('\n');
  return [
    ['From', lines(seller.name, seller.address, seller.phone, seller.email)],
    ...(seller.taxId === null ? [] : [['Tax ID', seller.taxId] as const]),
    ['Bill to', lines(billTo.name, billTo.address)],
    ['Period', `${formatDay(from)} to ${formatDay(to)}`],
    ...(issuedOn === null || dueOn === null
      ? []
      : [['Issued', formatDay(issuedOn)] as const, ['Due', formatDay(dueOn)] as const]),
    ...(state === 'void' ? [['Void', voidReason ?? ''] as const] : []),
  ];
}

function formatDays({ firstDay, lastDay }: InvoiceLine): string {
  if (firstDay === null || lastDay === null) return '';
  return firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)}\nto ${formatDay(lastDay)}`;
}

/** 'Home care (H2015), 9:00 AM to 10:15 AM' with the client and the authorization below. */
function describeLine({ description, startTime, endTime, ...line }: InvoiceLine) {
  const { noteIds, clientName, authorization } = line;
  const times =
    startTime === null || endTime === null ? '' : `, ${formatTimes({ ...line, startTime, endTime })}`;
  const visits = noteIds.length > 1 ? `, ${noteIds.length} visits` : '';
  return [
    isolateValues`${description}${times}${visits}`,
    clientName,
    authorization === null ? null : isolateValues`Authorization ${authorization}`,
  ]
    .filter(Boolean)
    .join('\n');
}
