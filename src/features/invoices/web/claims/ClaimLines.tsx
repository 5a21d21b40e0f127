import { FileSpreadsheet } from 'lucide-react';
import { useMemo } from 'react';
import { formatAmount, formatUnits } from '#platform/contract/decimalFormat.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { formatDay } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { ClaimState } from '#features/invoices/claimContract.ts';
import { claimStateLabels } from '#features/invoices/claimRules.ts';
import { useDecideClaims, type ClaimBatch, type ClaimLine } from '#features/invoices/web/queries.ts';
import { formatTimes } from '#features/units/rules.ts';

const tones: Record<ClaimState, Tone> = { exported: 'info', accepted: 'success', rejected: 'danger' };

const columnsOf = (currency: string): Column<ClaimLine>[] => [
  {
    key: 'client',
    header: 'Client',
    primary: true,
    cell: ({ client, employee, authorization }) => (
      <span className="wrap-anywhere">
        <span className="font-medium">{client}</span>
        <span className="block text-xs font-normal text-muted">
          {[employee, authorization && `Authorization ${authorization}`].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    cell: ({ date, ...times }) => (
      <>
        {formatDay(date)}
        <span className="block text-xs text-muted">{formatTimes(times)}</span>
      </>
    ),
  },
  {
    key: 'service',
    header: 'Service',
    cell: ({ serviceName, serviceCode, modifiers }) => (
      <span className="wrap-anywhere">
        {serviceName}
        <span className="block text-xs text-muted">{[serviceCode, modifiers].filter(Boolean).join(' ')}</span>
      </span>
    ),
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
  {
    key: 'state',
    header: 'Status',
    cell: ({ state, disputed }) => (
      <span className="inline-flex flex-wrap gap-1">
        <StatusBadge tone={tones[state]}>{claimStateLabels[state]}</StatusBadge>
        {disputed && <StatusBadge tone="pending">Disputed</StatusBadge>}
      </span>
    ),
  },
];

const titles: Record<ClaimState, string> = {
  exported: 'Decision undone',
  accepted: 'Recorded as accepted',
  rejected: 'Recorded as rejected',
};

/** The lines of a claim batch, with buttons for what the payer decided. */
export function ClaimLines({ batch }: { batch: ClaimBatch }) {
  const { id, currency, lines, can } = batch;
  const decide = useDecideClaims();
  const columns = useMemo(() => columnsOf(currency), [currency]);
  const exported = lines.filter(({ state }) => state === 'exported');

  async function record(state: ClaimState, chosen: readonly ClaimLine[]) {
    try {
      await decide.mutateAsync({ id, body: chosen.map(({ noteId }) => ({ noteId, state })) });
      const undo = { label: 'Undo', onPress: () => void record('exported', chosen) };
      toast({ title: titles[state], ...(state === 'accepted' && { action: undo }) });
    } catch (error) {
      failureToast(error, 'Failed to record the decision');
    }
  }
  async function reject(line: ClaimLine) {
    const isConfirmed = await confirm({
      title: 'Reject this line?',
      body: 'The visit can then be billed again. This line stays rejected.',
      confirmLabel: 'Reject line',
      danger: true,
    });
    if (isConfirmed) await record('rejected', [line]);
  }
  const renderActions = (line: ClaimLine) =>
    line.state !== 'rejected' && (
      <span className="flex gap-1">
        {line.state === 'exported' ? (
          <LineButton label="Accept" line={line} onPress={() => void record('accepted', [line])} />
        ) : (
          <LineButton label="Undo" line={line} onPress={() => void record('exported', [line])} />
        )}
        <LineButton label="Reject" line={line} onPress={() => void reject(line)} />
      </span>
    );
  return (
    <section aria-label="Lines" className="min-w-0">
      {can.decide && exported.length > 1 && (
        <div className="flex justify-end pb-3">
          <Button size="sm" pending={decide.isPending} onClick={() => void record('accepted', exported)}>
            Accept all {exported.length}
          </Button>
        </div>
      )}
      <DataTable
        caption="Lines"
        columns={columns}
        rows={lines}
        rowKey={({ noteId }) => noteId}
        {...(can.decide && { actions: renderActions })}
        empty={
          <EmptyState icon={<FileSpreadsheet />} title="No lines" body="This claim batch has no visits." />
        }
      />
    </section>
  );
}

/** A button of a line; screen readers also read the client and the day. */
const LineButton = ({
  label,
  line: { client, date },
  onPress,
}: {
  label: string;
  line: ClaimLine;
  onPress: () => void;
}) => (
  <Button size="sm" variant="ghost" aria-label={`${label} ${client}, ${formatDay(date)}`} onClick={onPress}>
    {label}
  </Button>
);
