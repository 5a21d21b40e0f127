import { useRef } from 'react';

const fields = '[data-dialog-body] :is(input, select, textarea):not(:disabled, [type=hidden])';
const marked = '[data-dialog-body] [data-begins]';

/**
 * Focuses the field marked `data-begins`, or the first one. Without fields, and on touch screens, where the keyboard
 * would cover half of the dialog, focuses the dialog itself. With `always` a field, on touch screens too.
 */
export function focusFirstField(event: Event, always: boolean): void {
  const dialog = event.target;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const reading = !always && matchMedia('(pointer: coarse)').matches;
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const field = reading ? null : (find(marked) ?? find(fields));
  (field ?? dialog).focus();
}

/** Handlers for the content of a Radix dialog that return the focus, by default to the element that had it before. */
export function useFocusReturn(returnFocus?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const target = returnFocus?.() ?? opener.current;
      if (target?.isConnected) target.focus();
      else document.querySelector<HTMLElement>('main')?.focus();
    },
  };
}

/** Closes the last menu, list or tooltip that is open inside the focused dialog. @returns whether one was open */
export function closeInnerPopover(): boolean {
  const dialog = document.activeElement?.closest('[role=dialog],[role=alertdialog]');
  const popovers = dialog?.querySelectorAll<HTMLElement>('[popover]:popover-open:not([role=tooltip])');
  const last = popovers?.item(popovers.length - 1);
  // A combobox closes its own list.
  if (last?.popover === 'auto') last.hidePopover();
  return last !== undefined && last !== null;
}
