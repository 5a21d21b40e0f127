import { useEffect, useId, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { lazyComponent, type OpenState } from './lazyComponent.tsx';

/** Time for the pointer to reach the open tip. */
const CLOSE_DELAY_MS = 200;

export type ToggletipPopoverProps = OpenState & {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: (event: PointerEvent) => void;
  children: ReactNode;
};

const ToggletipPopover = lazyComponent<ToggletipPopoverProps>(
  async () => (await import('./ToggletipPopover.tsx')).ToggletipPopover,
);

type ToggletipProps = {
  children: ReactNode;
  /** The explanation; rendered while the tip is open. */
  content: ReactNode;
};

/** A value with a tip that opens on hover, focus or tap; Escape closes it. */
export function Toggletip({ children, content }: ToggletipProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  function show() {
    clearTimeout(timer.current);
    setOpen(true);
  }
  function hide(delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(false), delayMs);
  }
  const hover = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && show(),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // Opened by the keyboard, it stays until the focus moves.
      if (pointerType === 'mouse' && !button.current?.matches(':focus-visible')) hide(CLOSE_DELAY_MS);
    },
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={show}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show()}
        // Once the focus has moved: a dialog takes it back when something is removed before.
        onBlur={() => hide(0)}
        {...hover}
        className="text-left underline decoration-dotted underline-offset-4 pointer-coarse:min-h-11"
      >
        {children}
      </button>
      {open && (
        <ToggletipPopover id={id} anchor={button} open onOpenChange={setOpen} {...hover}>
          {content}
        </ToggletipPopover>
      )}
    </>
  );
}
