import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { formatAmount, formatUnits } from '#platform/contract/decimalFormat.ts';
import { formatDay, plural } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { Open, OpenWork } from '#features/invoices/web/queries.ts';

const columnsOf = (currency: string): Column<OpenWork>[] => [
  {
    key: 'client',
    header: 'Client',
    primary: true,
    cell: ({ clientName, payer }) => (
      <span className="wrap-anywhere">
        <span className="font-medium">{clientName}</span>
        <span className="block text-xs font-normal text-muted">
          {payer === null ? 'Paid by the client' : `Paid by ${payer}`}
        </span>
      </span>
    ),
  },
  {
    key: 'visits',
    header: 'Visits',
    cell: ({ visits, firstDay, lastDay }) => (
      <>
        {plural(visits, 'visit', 'visits')}
        <span className="block text-xs text-muted">
          {firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`}
        </span>
      </>
    ),
  },
  {
    key: 'age',
    header: 'Oldest',
    align: 'end',
    cell: ({ days }) => plural(days, 'day', 'days'),
  },
  {
    key: 'units',
    header: 'Units',
    align: 'end',
    cell: ({ units }) => <span className="tabular">{formatUnits(units)}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => <span className="tabular">{formatAmount(amount, currency)}</span>,
  },
];

type OpenWorkTableProps = { data: Open | undefined; onOpen: (work: OpenWork) => void };

/** Approved work that is not billed, by client and payer; a row starts an invoice. */
export function OpenWorkTable({ data, onOpen }: OpenWorkTableProps) {
  const currency = data?.currency ?? 'USD';
  const columns = useMemo(() => columnsOf(currency), [currency]);
  return (
    <DataTable
      caption="Work to bill"
      columns={columns}
      rows={data?.open}
      rowKey={({ clientId, payer }) => `${clientId} ${payer ?? ''}`}
      onOpen={onOpen}
      empty={
        <EmptyState
          icon={<CircleCheck />}
          title="Nothing to bill"
          body={
            data?.notBillable.length
              ? 'Some approved visits have a problem. Fix it below to bill them.'
              : 'Approved visits appear here until they are billed.'
          }
        />
      }
    />
  );
}
