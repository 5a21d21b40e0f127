import { Banknote, Download, Pencil, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { DownloadLink } from '#platform/web/ui/DownloadLink.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { toPdfAddress, useIssueInvoice, type Invoice } from '#features/invoices/web/queries.ts';

const EditDraftDialog = lazyDialog(async () => (await import('./EditDraftDialog.tsx')).EditDraftDialog);
const PaymentDialog = lazyDialog(async () => (await import('./PaymentDialog.tsx')).PaymentDialog);
const VoidDialog = lazyDialog(async () => (await import('./VoidDialog.tsx')).VoidDialog);

type InvoiceActionsProps = { invoice: Invoice; onDelete: () => void };

/** Buttons of an invoice, with their dialogs. */
export function InvoiceActions({ invoice, onDelete }: InvoiceActionsProps) {
  const [dialog, setDialog] = useState<'edit' | 'pay' | 'void'>();
  const issue = useIssueInvoice();
  const { can, id, lines, total, currency, billTo } = invoice;
  const [opening, setOpening] = useState(0);
  function openForm(name: 'edit' | 'pay') {
    setOpening(opening + 1);
    setDialog(name);
  }
  const openState = (name: 'edit' | 'pay' | 'void') => ({
    open: dialog === name,
    onOpenChange: (isOpen: boolean) => setDialog(isOpen ? name : undefined),
  });
  async function confirmIssue() {
    const isConfirmed = await confirm({
      title: `Issue this invoice for ${formatAmount(total, currency)}?`,
      body: `To ${billTo.name}. It gets its number and cannot be changed afterwards.`,
      confirmLabel: 'Issue',
    });
    if (!isConfirmed) return;
    try {
      const { number } = await issue.mutateAsync({ id, body: { total, currency } });
      toast({ title: `Invoice ${number} issued` });
    } catch (error) {
      // The draft on screen may be outdated.
      void refreshTopics(['invoices']);
      failureToast(error, 'Failed to issue the invoice');
    }
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {can.delete && (
        <Button variant="ghost" onClick={onDelete}>
          Delete draft
        </Button>
      )}
      <VoidButton invoice={invoice} onVoid={() => setDialog('void')} />
      <DownloadLink href={toPdfAddress(id)} className={buttonClass()}>
        <Download aria-hidden />
        Download PDF
      </DownloadLink>
      {can.edit && (
        <Button icon={<Pencil aria-hidden />} onClick={() => openForm('edit')}>
          Edit draft
        </Button>
      )}
      {can.recordPayment && (
        <Button icon={<Banknote aria-hidden />} onClick={() => openForm('pay')}>
          Record payment
        </Button>
      )}
      {can.issue && lines.length > 0 && (
        <Button
          variant="primary"
          icon={<Send aria-hidden />}
          pending={issue.isPending}
          onClick={() => void confirmIssue()}
        >
          Issue
        </Button>
      )}
      {/* Each opening starts with the current invoice, and keeps what is typed when a colleague changes it. */}
      <EditDraftDialog key={`edit ${opening}`} invoice={invoice} {...openState('edit')} />
      <PaymentDialog key={`pay ${opening}`} invoice={invoice} {...openState('pay')} />
      <VoidDialog invoice={invoice} {...openState('void')} />
    </div>
  );
}

type VoidButtonProps = { invoice: Invoice; onVoid: () => void };

/** Voids the invoice; one with payments has the reason why it cannot be voided. */
function VoidButton({ invoice: { can, paid, currency }, onVoid }: VoidButtonProps) {
  const hintId = useId();
  if (can.void)
    return (
      <Button variant="ghost" onClick={onVoid}>
        Void
      </Button>
    );
  if (!can.recordPayment) return null;
  return (
    <>
      <Button variant="ghost" disabled aria-describedby={hintId}>
        Void
      </Button>
      <p id={hintId} className="order-last basis-full text-right text-sm text-muted">
        This invoice has payments. Before you can void it, record a payment of{' '}
        {formatAmount(`-${paid}`, currency)} to reverse them.
      </p>
    </>
  );
}
