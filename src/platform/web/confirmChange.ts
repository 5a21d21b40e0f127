import { failureToast } from './failureToast.ts';
import { toast } from './toast.ts';
import { confirm } from './ui/confirm.ts';

type ConfirmedChange = {
  title: string;
  body: string;
  /** The label of the confirming button. */
  confirmLabel?: string;
  change: () => Promise<unknown>;
  /** The toasts after success and failure. */
  done: string | { title: string; description: string };
  failed: string;
};

/** Asks, makes a change that can't be undone, and shows a toast. @returns whether the change was made */
export async function confirmChange(request: ConfirmedChange): Promise<boolean> {
  const { title, body, confirmLabel = 'Delete', change, done, failed } = request;
  if (!(await confirm({ title, body, confirmLabel, danger: true }))) return false;
  try {
    await change();
  } catch (error) {
    failureToast(error, failed);
    return false;
  }
  toast(typeof done === 'string' ? { title: done } : done);
  return true;
}
