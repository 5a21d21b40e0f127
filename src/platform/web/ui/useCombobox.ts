import { useEffect, useId, useMemo, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { filterOptions } from './comboboxFilter.ts';
import type { ComboboxOption } from './comboboxFilter.ts';
import { usePlacement } from './placement.ts';

export type ComboboxState = {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
};

type ComboboxParts = {
  input: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLDivElement | null>;
};

type Marked = { open: boolean; active: number; last: number };
type Move = 'show' | 'pick' | 'close' | { to: number };

/** What each key does to the list; an arrow on a closed list opens it. */
function keyMoves({ open, active, last }: Marked): Record<string, Move | undefined> {
  return {
    ArrowDown: open ? { to: active >= last ? 0 : active + 1 } : 'show',
    ArrowUp: open ? { to: active <= 0 ? last : active - 1 } : 'show',
    PageDown: { to: Math.min(last, active + 8) },
    PageUp: { to: Math.max(0, active - 8) },
    Enter: 'pick',
    Escape: 'close',
  };
}

/** Shows the list under its field and keeps the marked option in view. */
function useOpenList({ input, list }: ComboboxParts, { open, active }: Omit<Marked, 'last'>) {
  useEffect(() => {
    if (open) list.current?.showPopover();
  }, [list, open]);
  usePlacement(input, list, { open, align: 'stretch' });
  useEffect(() => {
    if (open) list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [list, open, active]);
}

/** The behaviour of Combobox: what is typed, which options match, which one is marked, the keys. */
export function useCombobox({ options, value, onChange }: ComboboxState, { input, list }: ComboboxParts) {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const matches = useMemo(() => filterOptions(options, typed ?? ''), [options, typed]);
  const chosen = options.find((option) => option.value === value);

  useOpenList({ input, list }, { open, active });

  function show() {
    setActive(
      Math.max(
        0,
        matches.findIndex((option) => option.value === value),
      ),
    );
    setOpen(true);
  }
  function close() {
    setOpen(false);
    setTyped(null);
  }
  function pick(option: ComboboxOption | undefined) {
    if (option) onChange(option.value);
    close();
  }
  function type(text: string) {
    setTyped(text);
    setActive(0);
    setOpen(true);
    // An emptied field is the way to choose nothing.
    if (text === '' && value !== '') onChange('');
  }
  function pressKey(event: KeyboardEvent) {
    const move = keyMoves({ open, active, last: matches.length - 1 })[event.key];
    if (!move || (!open && !event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    if (move === 'show') show();
    else if (move === 'pick') pick(matches[active]);
    else if (move === 'close') close();
    else setActive(move.to);
  }
  return {
    typed,
    open,
    active,
    listId,
    matches,
    chosen,
    show,
    close,
    pick,
    type,
    pressKey,
    setActive,
  };
}
