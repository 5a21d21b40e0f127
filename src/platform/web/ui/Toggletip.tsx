import clsx from 'clsx';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { lazyComponent } from './lazyComponent.tsx';
import type { ToggletipPopoverProps } from './ToggletipPopover.tsx';

/** Keeps the tip closed when the pointer only passes over. */
const OPEN_DELAY_MS = 150;
/** Time for the pointer to reach the open tip. */
const CLOSE_DELAY_MS = 200;

const ToggletipPopover = lazyComponent<ToggletipPopoverProps>(
  async () => (await import('./ToggletipPopover.tsx')).ToggletipPopover,
);

type ToggletipProps = {
  children: ReactNode;
  /** The accessible name: the visible text and what the tip explains. */
  label: string;
  /** The explanation; rendered while the tip is open. */
  content: ReactNode;
  /** A link below the explanation, which Tab moves to. */
  link?: ReactNode;
  className?: string;
};

/** A value with a tip that opens on hover, focus or tap; Escape closes it. */
export function Toggletip({ children, label, content, link, className }: ToggletipProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Opened by a click, it stays when the pointer leaves, also because content above has loaded. */
  const isPinned = useRef(false);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  function show() {
    clearTimeout(timer.current);
    setOpen(true);
  }
  function scheduleChange(next: boolean, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(change, delayMs, next);
  }
  function change(next: boolean) {
    if (!next) isPinned.current = false;
    setOpen(next);
  }
  function pin() {
    isPinned.current = true;
    show();
  }
  const hover = {
    onPointerEnter: ({ pointerType }: PointerEvent) =>
      pointerType === 'mouse' && scheduleChange(true, open ? 0 : OPEN_DELAY_MS),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // Opened by the keyboard, it stays until the focus moves.
      const hasFocus =
        button.current?.matches(':focus-visible') || document.getElementById(id)?.matches(':focus-within');
      if (pointerType === 'mouse' && !hasFocus && !isPinned.current) scheduleChange(false, CLOSE_DELAY_MS);
    },
    // Closes after the focus has moved: if the tip were removed first, a dialog would reclaim the focus.
    onBlur: () => scheduleChange(false, 0),
  };
  function moveIntoTip(event: KeyboardEvent) {
    const first = document.getElementById(id)?.querySelector('a');
    if (event.key !== 'Tab' || event.shiftKey || !first) return;
    event.preventDefault();
    first.focus();
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={pin}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show()}
        onKeyDown={moveIntoTip}
        {...hover}
        className={clsx(buttonClass, className)}
      >
        {children}
      </button>
      {open && (
        <ToggletipPopover
          id={id}
          label={label}
          anchor={button}
          link={link}
          open
          onOpenChange={change}
          onFocus={show}
          {...hover}
        >
          {content}
        </ToggletipPopover>
      )}
    </>
  );
}

/** On touch screens the target is larger than the text, without changing its line. */
const buttonClass =
  'relative text-left underline decoration-dotted underline-offset-4 pointer-coarse:after:absolute pointer-coarse:after:top-1/2 pointer-coarse:after:left-1/2 pointer-coarse:after:h-11 pointer-coarse:after:w-full pointer-coarse:after:min-w-11 pointer-coarse:after:-translate-1/2';
