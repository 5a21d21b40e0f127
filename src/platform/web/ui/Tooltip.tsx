import { cloneElement, useEffect, useId, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { positionBeside } from './placement.ts';

const delayMs = 400;

type TooltipProps = {
  content: ReactNode;
  /** False where the content repeats the name of the element and would be read twice. */
  describes?: boolean;
  /** One element that can take the focus. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
};

/** A short remark shown on hover and on keyboard focus; Escape hides it. Never the only source of information. */
export function Tooltip({ content, describes = true, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<number>(undefined);
  const id = useId();
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  function hover(event: PointerEvent) {
    const element = event.currentTarget.firstElementChild;
    clearTimeout(timer.current);
    if (event.pointerType === 'mouse') timer.current = window.setTimeout(setAnchor, delayMs, element);
  }
  // A dialog that loses a node while the focus is between two elements takes the focus itself, and Tab goes no further.
  function leave() {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(hide);
  }
  function focus(event: FocusEvent) {
    clearTimeout(timer.current);
    if (event.target.matches(':focus-visible')) setAnchor(event.currentTarget.firstElementChild);
  }
  return (
    <span
      className="contents"
      onPointerEnter={hover}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={focus}
      onBlur={leave}
    >
      {describes && anchor ? cloneElement(children, { 'aria-describedby': id }) : children}
      {anchor && (
        <TooltipBox id={id} anchor={anchor} silent={!describes} onHide={hide}>
          {content}
        </TooltipBox>
      )}
    </span>
  );
}

type TooltipBoxProps = {
  id: string;
  anchor: Element;
  silent: boolean;
  onHide: () => void;
  children: ReactNode;
};

function TooltipBox({ id, anchor, silent, onHide, children }: TooltipBoxProps) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The focus may come back from a menu that is closing, and within that the browser shows no other popover.
    const frame = requestAnimationFrame(() => {
      if (!box.current) return;
      box.current.showPopover();
      positionBeside(anchor, box.current, { align: 'center', gap: 6 });
    });
    return () => cancelAnimationFrame(frame);
  }, [anchor]);
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onHide();
    };
    addEventListener('keydown', escape);
    addEventListener('scroll', onHide, { capture: true, passive: true, once: true });
    return () => {
      removeEventListener('keydown', escape);
      removeEventListener('scroll', onHide, { capture: true });
    };
  }, [onHide]);
  return (
    <span
      ref={box}
      id={id}
      role="tooltip"
      aria-hidden={silent || undefined}
      popover="manual"
      className="max-w-64 rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-overlay"
    >
      {children}
    </span>
  );
}
