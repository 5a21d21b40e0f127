import { useRef } from 'react';

const fields = '[data-dialog-body] :is(input, select, textarea):not(:disabled, [type=hidden])';
const chosen = '[data-dialog-body] [data-begins]';

/**
 * Where a dialog's focus begins: in the field that says so (`data-begins`), else in its first one; on touch screens, where that would raise the keyboard over
 * half of what is to be read, and without fields, on the dialog itself. `always`: in the field wherever it is.
 */
export function focusFirstField(event: Event, always: boolean): void {
  const dialog = event.target;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const reading = !always && matchMedia('(pointer: coarse)').matches;
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const field = reading ? null : (find(chosen) ?? find(fields));
  (field ?? dialog).focus();
}

/** Handlers for a Radix dialog's content: what had the focus at opening has it again at closing, Trigger or not. */
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
    /** Escape closes the innermost thing first: a menu, list or hint open inside the dialog, not the dialog. */
    onEscapeKeyDown(event: KeyboardEvent) {
      const inner = document.activeElement?.closest('[role=dialog],[role=alertdialog]');
      const boxes = inner?.querySelectorAll<HTMLElement>('[popover]:popover-open:not([role=tooltip])');
      const last = boxes?.item(boxes.length - 1);
      if (!last) return;
      event.preventDefault();
      if (last.popover === 'auto') last.hidePopover();
    },
  };
}
