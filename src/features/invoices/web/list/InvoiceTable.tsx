import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { formatDay } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { InvoiceRow } from '#features/invoices/web/queries.ts';
import { InvoiceState } from './InvoiceState.tsx';

const columns: Column<InvoiceRow>[] = [
  {
    key: 'number',
    header: 'Invoice',
    primary: true,
    cell: ({ number, billToName }) => (
      <span className="wrap-anywhere">
        <span className="font-medium">{number ?? 'Draft'}</span>
        <span className="block text-xs font-normal text-muted">{billToName}</span>
      </span>
    ),
  },
  { key: 'state', header: 'Status', cell: (row) => <InvoiceState invoice={row} /> },
  {
    key: 'period',
    header: 'Period',
    cell: ({ from, to }) => `${formatDay(from)} to ${formatDay(to)}`,
  },
  { key: 'due', header: 'Due on', cell: ({ dueOn }) => (dueOn === null ? '–' : formatDay(dueOn)) },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ total, currency }) => <span className="tabular">{formatAmount(total, currency)}</span>,
  },
  {
    key: 'left',
    header: 'Unpaid',
    align: 'end',
    cell: ({ due, currency }) => <span className="tabular">{formatAmount(due, currency)}</span>,
  },
];

type InvoiceTableProps = { rows: readonly InvoiceRow[] | undefined; empty: ReactNode };

/** Invoices; a row opens one. */
export function InvoiceTable({ rows, empty }: InvoiceTableProps) {
  const navigate = useNavigate();
  return (
    <DataTable
      caption="Invoices"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/billing/$invoiceId', params: { invoiceId: String(id) } })}
      empty={empty}
    />
  );
}
