import { useEffect } from 'react';

type ReasonKeys = { submit: () => void; cancel: () => void };

/**
 * While a reason is being entered, Ctrl Enter submits and Escape cancels it, also when its field has lost the focus.
 * @param getArea the note with the fields, or the dialog around them
 */
export function useReasonKeys(getArea: () => Element | null | undefined, keys: ReasonKeys | undefined): void {
  useEffect(() => {
    if (!keys) return;
    const { submit, cancel } = keys;
    function press(event: KeyboardEvent) {
      const { target } = event;
      const isInside = target instanceof Element && getArea()?.contains(target);
      if (!isInside && target !== document.body) return;
      if (event.key === 'Escape') cancel();
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    // Before a dialog around it, which Escape would close.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  });
}
