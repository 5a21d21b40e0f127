import { useEffect, useId, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { lazyComponent, type OpenState } from './lazyComponent.tsx';

/** Time for the pointer to reach the explanation. */
const HIDE_AFTER_MS = 200;

export type ExplanationPopoverProps = OpenState & {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: (event: PointerEvent) => void;
  children: ReactNode;
};

const ExplanationPopover = lazyComponent<ExplanationPopoverProps>(
  async () => (await import('./ExplanationPopover.tsx')).ExplanationPopover,
);

type ExplainedProps = {
  /** The value that is explained. */
  children: ReactNode;
  /** Rendered while it is shown. */
  explanation: ReactNode;
};

/** A value with an explanation on hover, focus or tap; Escape closes it. */
export function Explained({ children, explanation }: ExplainedProps) {
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
      if (pointerType === 'mouse' && !button.current?.matches(':focus-visible')) hide(HIDE_AFTER_MS);
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
        <ExplanationPopover id={id} anchor={button} open onOpenChange={setOpen} {...hover}>
          {explanation}
        </ExplanationPopover>
      )}
    </>
  );
}
