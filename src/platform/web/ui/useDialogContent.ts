import { useRef, type KeyboardEvent } from 'react';
import type { OpenState } from './openState.ts';

type DialogContent = Pick<OpenState, 'onOpenChange'> & {
  /** The element to focus at closing; by default the one that was focused at opening. */
  returnFocus?: (() => HTMLElement | null) | undefined;
};

/** Handlers for the content of a Radix dialog that is opened without a Radix trigger. */
export function useDialogContent({ onOpenChange, returnFocus }: DialogContent) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const target = returnFocus?.() ?? opener.current;
      if (target instanceof HTMLElement && target.isConnected) target.focus();
      // Scrolling to main would hide the header.
      else document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    },
    // Radix gives the key to the topmost layer, which is a toast when one came after the dialog.
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      onOpenChange(false);
    },
  };
}

const fields =
  '[data-dialog-body] :is(input, select, textarea):not(:disabled, [type=hidden], [data-filter] *)';
const startField = '[data-dialog-body] [data-begins]';

/**
 * Focuses the field marked `data-begins`, or else the first one outside of `data-filter`. Without fields, and on touch screens, where the
 * keyboard would cover half of the dialog, the dialog itself; with `typing` a field there too.
 */
export function focusFirstField(event: Event, typing = false): void {
  const dialog = event.target as HTMLElement;
  event.preventDefault();
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const hasKeyboard = typing || !matchMedia('(pointer: coarse)').matches;
  const field = hasKeyboard ? (find(startField) ?? find(fields)) : null;
  (field ?? dialog).focus();
}
