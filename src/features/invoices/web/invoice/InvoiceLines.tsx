import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import { formatAmount, formatRate, formatUnits } from '#platform/contract/decimalFormat.ts';
import { formatDay, plural } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { Invoice } from '#features/invoices/web/queries.ts';
import { formatTimes } from '#features/units/rules.ts';
import { toButtonState, type useVisitSelection } from './useVisitSelection.ts';

type Line = Invoice['lines'][number];

const columnsOf = (currency: string): Column<Line>[] => [
  { key: 'what', header: 'Description', primary: true, cell: (line) => <What line={line} /> },
  { key: 'when', header: 'Date', cell: (line) => <When line={line} /> },
  {
    key: 'quantity',
    header: 'Quantity',
    align: 'end',
    cell: ({ quantity }) => <span className="tabular">{formatUnits(quantity)}</span>,
  },
  {
    key: 'rate',
    header: 'Rate',
    align: 'end',
    cell: ({ rate }) => <span className="tabular">{formatRate(rate, currency)}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => <span className="tabular">{formatAmount(amount, currency)}</span>,
  },
];

type InvoiceLinesProps = {
  invoice: Invoice;
  /** Excludes and includes visits; undefined when the draft cannot be edited. */
  selection: ReturnType<typeof useVisitSelection> | undefined;
};

/** The lines of an invoice, and its sums. */
export function InvoiceLines({ invoice, selection }: InvoiceLinesProps) {
  const { currency, lines } = invoice;
  const columns = useMemo(() => columnsOf(currency), [currency]);
  const rows = lines.map((line, index) => ({ ...line, index }));
  const hasSingleVisits = invoice.grouping === 'visit' && lines.some(({ kind }) => kind === 'work');
  return (
    <section aria-label="Lines" className="min-w-0">
      <DataTable
        caption="Lines"
        columns={columns}
        rows={rows}
        rowKey={({ index }) => index}
        {...(selection && hasSingleVisits && { actions: renderLeaveOut(selection) })}
        empty={
          <EmptyState
            icon={<FileText />}
            title="No lines"
            body="No approved visit of this period can be billed. The reasons are below."
          />
        }
      />
      <Sums invoice={invoice} />
    </section>
  );
}

/** The button of a line for one visit. */
const renderLeaveOut =
  (selection: ReturnType<typeof useVisitSelection>) =>
  ({ noteIds: [noteId], clientName, firstDay }: Line) =>
    noteId !== undefined && (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Leave out ${[clientName, firstDay && formatDay(firstDay)].filter(Boolean).join(', ')}`}
        {...toButtonState(noteId, selection)}
        onClick={() => selection.exclude(noteId)}
      >
        Leave out
      </Button>
    );

function What({ line: { description, clientName, authorization, noteIds } }: { line: Line }) {
  const below = [
    clientName,
    authorization && `Authorization ${authorization}`,
    noteIds.length > 1 && plural(noteIds.length, 'visit', 'visits'),
  ];
  return (
    <span className="wrap-anywhere">
      <span className="font-medium">{description}</span>
      <span className="block text-xs font-normal text-muted">{below.filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function When({ line }: { line: Line }) {
  const { firstDay, lastDay, startTime, endTime } = line;
  if (firstDay === null || lastDay === null) return '–';
  if (firstDay !== lastDay) return `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
  return (
    <>
      {formatDay(firstDay)}
      {startTime !== null && endTime !== null && (
        <span className="block text-xs text-muted">{formatTimes({ ...line, startTime, endTime })}</span>
      )}
    </>
  );
}

function Sums({
  invoice: { subtotal, taxRate, tax, total, paid, due, currency, state },
}: {
  invoice: Invoice;
}) {
  const isPaidInPart = state === 'partly_paid';
  const sums = [
    ...(taxRate === null
      ? []
      : [
          { label: 'Subtotal', amount: subtotal },
          { label: `Tax (${Number(taxRate)} %)`, amount: tax },
        ]),
    { label: 'Total', amount: total, strong: true },
    ...(isPaidInPart
      ? [
          { label: 'Paid', amount: paid },
          { label: 'Unpaid', amount: due, strong: true },
        ]
      : []),
  ];
  return (
    <dl className="ml-auto grid w-fit grid-cols-[auto_auto] gap-x-8 gap-y-1 px-4 py-4 text-right">
      {sums.map(({ label, amount, strong }) => (
        <div key={label} className={`contents ${strong ? 'font-semibold' : ''}`}>
          <dt>{label}</dt>
          <dd className="tabular">{formatAmount(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
