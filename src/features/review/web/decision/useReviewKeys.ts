import { useEffect } from 'react';

/** Actions by key; a key without an action keeps its meaning in the browser. */
export type KeyActions = Record<string, (() => void) | undefined>;

/** Normalizes a key: a letter is uppercase only with Shift, regardless of Caps Lock. */
const toName = ({ key, shiftKey }: KeyboardEvent): string => {
  if (key.length > 1) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
};

/** Open elements that have to be closed before a key may act. */
const INTERRUPTIONS = '[role=dialog], [role=alertdialog], [role=menu]';

const typingFields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Recognizes keys for the element itself: text for a field, an arrow for a group of radio buttons. */
const needsKey = (element: Element, key: string): boolean =>
  element.matches('[type=radio]') ? key.startsWith('Arrow') : element.closest(typingFields) !== null;

/**
 * Handles single keys of a review, except while the user types or a dialog or menu is open.
 * @param getDialog the open dialog that has the keys; none for a page
 */
export function useReviewKeys(actions: KeyActions, getDialog?: () => Element | null | undefined): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // A key held down would decide unread notes.
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && needsKey(event.target, event.key)) return;
      const ownDialog = getDialog?.();
      if ([...document.querySelectorAll(INTERRUPTIONS)].some((element) => element !== ownDialog)) return;
      const action = actions[toName(event)];
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
