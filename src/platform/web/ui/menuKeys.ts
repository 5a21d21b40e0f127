import type { KeyboardEvent } from 'react';

const typingPauseMs = 600;

/** Moves the focus among a menu's items for arrows, Home, End and typed letters; `typed` remembers the letters. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>, typed: { text: string; at: number }): void {
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])'),
  ];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const next = target(event, { items, current, typed });
  if (next === undefined) return;
  event.preventDefault();
  items.at(next)?.focus();
}

type Position = { items: HTMLElement[]; current: number; typed: { text: string; at: number } };

function target(event: KeyboardEvent, { items, current, typed }: Position): number | undefined {
  if (event.key === 'ArrowDown') return (current + 1) % items.length;
  if (event.key === 'ArrowUp') return current <= 0 ? -1 : current - 1;
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return -1;
  const isLetter = event.key.length === 1 && event.key !== ' ';
  if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const going = event.timeStamp - typed.at < typingPauseMs;
  typed.text = (going ? typed.text : '') + event.key.toLowerCase();
  typed.at = event.timeStamp;
  const start = typed.text.length > 1 ? Math.max(current, 0) : current + 1;
  for (let step = 0; step < items.length; step += 1) {
    const at = (start + step) % items.length;
    if (items[at]?.textContent?.trim().toLowerCase().startsWith(typed.text)) return at;
  }
  return undefined;
}
