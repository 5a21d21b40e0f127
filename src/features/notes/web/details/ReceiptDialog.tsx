import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ReceiptCode } from './ReceiptCode.tsx';
import { closeReceipt, useReceiptLink } from './receiptToast.ts';

/** The receipt of a note whose form was left before it was sent, for the client to scan. */
export function ReceiptDialog() {
  const receipt = useReceiptLink();
  return (
    <Dialog open={receipt !== null} onOpenChange={closeReceipt} title="The client's receipt">
      {receipt && <ReceiptCode {...receipt} onDone={closeReceipt} />}
    </Dialog>
  );
}
