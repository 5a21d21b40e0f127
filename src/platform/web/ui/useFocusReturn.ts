import { useRef } from 'react';

/** Handlers for a Radix dialog's content: what had the focus at opening has it again at closing, Trigger or not. */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (opener.current?.isConnected) opener.current.focus();
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
