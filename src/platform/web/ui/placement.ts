import { useEffect } from 'react';
import type { RefObject } from 'react';

export type Align = 'start' | 'end' | 'center' | 'stretch';

type Placing = { align: Align; gap?: number };
type Side = 'above' | 'below';
type OpenPlacing = Placing & { open: boolean; side?: Side };

const margin = 8;

/**
 * Puts a floating box (position fixed) beside its anchor: on the wanted side unless the other has more space,
 * always inside the window, never taller than the available space. All measures in px.
 * @returns the side it is on
 */
export function positionBeside(
  anchor: Element,
  box: HTMLElement,
  { align, gap = 4, side = 'below' }: Placing & { side?: Side | undefined },
): Side {
  const at = anchor.getBoundingClientRect();
  const view = document.documentElement;
  if (align === 'stretch') box.style.width = `${at.width}px`;
  box.style.maxHeight = '';
  const { width, height } = box.getBoundingClientRect();
  const spaceBelow = view.clientHeight - at.bottom - gap - margin;
  const spaceAbove = at.top - gap - margin;
  const below =
    side === 'below'
      ? height <= spaceBelow || spaceBelow >= spaceAbove
      : height > spaceAbove && spaceBelow > spaceAbove;
  const space = Math.max(below ? spaceBelow : spaceAbove, 96);
  const shown = Math.min(height, space);
  const wanted = {
    start: at.left,
    stretch: at.left,
    end: at.right - width,
    center: at.left + (at.width - width) / 2,
  }[align];
  const left = Math.max(margin, Math.min(wanted, view.clientWidth - width - margin));
  box.style.maxHeight = `${space}px`;
  box.style.left = `${left}px`;
  box.style.top = `${below ? at.bottom + gap : at.top - gap - shown}px`;
  box.dataset.placed = '';
  return below ? 'below' : 'above';
}

/** Keeps an open floating box beside its anchor while the page scrolls, or one of them changes its size. */
export function usePlacement(
  anchor: RefObject<Element | null>,
  box: RefObject<HTMLElement | null>,
  { open, align, gap, side }: OpenPlacing,
): void {
  useEffect(() => {
    if (!open) return;
    // It stays on the side where it opened, also when it shrinks and the other one would do.
    let chosen = side;
    const position = () => {
      if (!anchor.current || !box.current) return;
      chosen = positionBeside(anchor.current, box.current, { align, gap, side: chosen });
    };
    position();
    // A list that is narrowed down while it stands above its field would hang in the air otherwise.
    const resized = new ResizeObserver(position);
    for (const part of [anchor.current, box.current]) if (part) resized.observe(part);
    addEventListener('scroll', position, { capture: true, passive: true });
    addEventListener('resize', position);
    return () => {
      resized.disconnect();
      removeEventListener('scroll', position, { capture: true });
      removeEventListener('resize', position);
    };
  }, [anchor, box, open, align, gap, side]);
}
