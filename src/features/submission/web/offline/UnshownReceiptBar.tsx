import { useState } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ReceiptCode } from '#features/notes/web/receiptLink/public.tsx';
import { offerReceipt, useUnshownReceipt } from '#features/submission/web/entry/unsentState.ts';

/** Offers the receipt of a note whose form was left before it was sent, for the client to scan. */
export function UnshownReceiptBar() {
  const receipt = useUnshownReceipt();
  const [isOpen, setOpen] = useState(false);
  const dismiss = () => offerReceipt(null);
  if (!receipt) return null;
  return (
    <>
      <Banner
        tone="pending"
        className="mb-5"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setOpen(true)}>
              Show receipt
            </Button>
            <Button size="sm" onClick={dismiss}>
              Dismiss
            </Button>
          </span>
        }
      >
        The client hasn't seen the receipt for your last note.
      </Banner>
      <Dialog open={isOpen} onOpenChange={setOpen} title="The client's receipt">
        <ReceiptCode {...receipt} onDone={dismiss} />
      </Dialog>
    </>
  );
}
