import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject, ToggleEvent } from 'react';
import { usePlacement } from './placement.ts';
import type { Align } from './placement.ts';

/** What a button needs to open a floating box; spread it on Button or IconButton. */
export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  'aria-expanded': boolean;
  'aria-controls': string;
  'aria-haspopup': 'menu' | 'dialog';
  onKeyDown: (event: KeyboardEvent) => void;
};

/** `onOpen` is the same function at each rendering. */
type DisclosureOptions = { kind: 'menu' | 'dialog'; align: Align; onOpen?: (box: HTMLElement) => void };

/** A button and the box it opens, on the browser's own popover: outside presses and Escape close it. */
export function useDisclosure({ kind, align, onOpen }: DisclosureOptions) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  usePlacement(trigger, box, { open, align });
  // After the placing: until then the box is hidden, and what is hidden cannot have the focus.
  useEffect(() => {
    if (open && box.current) onOpen?.(box.current);
  }, [open, onOpen]);
  function close() {
    // The focus goes back first: what opens next (such as a dialog) can then return it.
    trigger.current?.focus();
    box.current?.hidePopover();
  }
  function pressKey(event: KeyboardEvent) {
    if (kind !== 'menu' || event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (!box.current) return;
    // Asked of the element: the state follows a moment later, and opening an open one throws.
    if (!box.current.matches(':popover-open')) box.current.showPopover();
    // Closed and opened before a toggle event: it is open, and the focus is still on the trigger.
    else onOpen?.(box.current);
  }
  function toggled(event: ToggleEvent<HTMLDivElement>) {
    const isOpen = event.newState === 'open';
    setOpen(isOpen);
    if (!isOpen) delete event.currentTarget.dataset.placed;
  }
  const triggerProps: TriggerProps = {
    ref: trigger,
    popoverTarget: id,
    'aria-expanded': open,
    'aria-controls': id,
    'aria-haspopup': kind,
    onKeyDown: pressKey,
  };
  const boxProps = { ref: box, id, popover: 'auto', onToggle: toggled } as const;
  return { open, close, triggerProps, boxProps };
}
