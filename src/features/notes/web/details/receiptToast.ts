/** The receipt of a note whose form was left before it was sent, which cannot be read again. */
import { createStore } from '#platform/web/store.ts';
import { toast, type ToastMessage } from '#platform/web/toast.ts';

interface Receipt {
  url: string;
  /** Whether the note is still on this device. */
  isUnsent: boolean;
}

/** Time to show the receipt to the client, who may still be there. */
const DURATION_MS = 60_000;

const currentReceipt = createStore<Receipt | null>(null);
/** The receipt to show in a dialog. */
export const useReceiptLink = currentReceipt.useValue;
export const closeReceipt = (): void => currentReceipt.set(null);

/** Shows a message with a button that opens the receipt. */
export function toastWithReceipt(message: ToastMessage, receipt: Receipt): void {
  const action = { label: 'Show receipt', onPress: () => currentReceipt.set(receipt) };
  toast({ ...message, action, duration: DURATION_MS });
}
