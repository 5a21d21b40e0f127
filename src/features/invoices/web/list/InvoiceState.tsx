import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { InvoiceState as State } from '#features/invoices/invoiceContract.ts';
import { stateLabels } from '#features/invoices/rules.ts';

const tones: Record<State, Tone> = {
  draft: 'neutral',
  issued: 'info',
  partly_paid: 'pending',
  paid: 'success',
  void: 'danger',
};

type InvoiceStateProps = { invoice: { state: State; isOverdue: boolean } };

/** The state of an invoice, and whether it is overdue. */
export function InvoiceState({ invoice: { state, isOverdue } }: InvoiceStateProps) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge tone={tones[state]}>{stateLabels[state]}</StatusBadge>
      {isOverdue && <StatusBadge tone="danger">Overdue</StatusBadge>}
    </span>
  );
}
