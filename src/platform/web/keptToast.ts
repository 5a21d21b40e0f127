import { toast } from './toast.ts';
import type { ToastMessage } from './toast.ts';

const KEY = 'kept_toast';

type KeptMessage = Omit<ToastMessage, 'description'> & { description?: string };

/** Shows a message now and again after the page has been loaded anew, which would cut it short. */
export function toastOverReload(message: KeptMessage): void {
  toast(message);
  sessionStorage.setItem(KEY, JSON.stringify(message));
}

/** Shows what was kept over the reload, once. */
export function showKeptToast(): void {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return;
  sessionStorage.removeItem(KEY);
  toast(JSON.parse(kept) as KeptMessage);
}
