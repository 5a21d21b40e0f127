import { toast } from '#platform/web/toast.ts';

const NOT_ENCRYPTED = {
  title: 'Not encrypted on this device',
  description:
    "This browser couldn't encrypt what you enter. It's kept here without encryption until you submit it.",
  variant: 'warning',
} as const;

const NOT_STORED = {
  title: "Your entries aren't saved on this device",
  description: "This browser's storage is full or blocked. Submit before you leave this screen.",
  variant: 'destructive',
} as const;

const shownToasts = new Set<object>();

/**
 * Shows a toast, once on a page, when a form cannot be encrypted.
 * @param isStored whether its values are in the storage of the browser instead
 */
export function toastNotEncrypted(isStored: boolean): void {
  const message = isStored ? NOT_ENCRYPTED : NOT_STORED;
  if (shownToasts.has(message)) return;
  shownToasts.add(message);
  toast(message);
}
