import { toast, type ToastMessage } from './toast.ts';

const KEY = 'toast_after_reload';

type PlainMessage = Omit<ToastMessage, 'description'> & { description?: string };

/** Shows a toast now and again after the reload that follows. */
export function toastAcrossReload(message: PlainMessage): void {
  toast(message);
  sessionStorage.setItem(KEY, JSON.stringify(message));
}

/** Shows the toast from before the reload, once. */
export function showToastAfterReload(): void {
  const stored = sessionStorage.getItem(KEY);
  if (stored === null) return;
  sessionStorage.removeItem(KEY);
  const message = parseMessage(stored);
  if (message) toast(message);
}

/** Parses a stored message; null for anything else in the storage, which must not keep the page from opening. */
function parseMessage(stored: string): PlainMessage | null {
  try {
    const message = JSON.parse(stored) as Partial<PlainMessage> | null;
    return typeof message?.title === 'string' ? { ...message, title: message.title } : null;
  } catch {
    return null;
  }
}
