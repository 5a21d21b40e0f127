import clsx from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import type { Align } from './placement.ts';
import { useDisclosure } from './useDisclosure.ts';
import type { TriggerProps } from './useDisclosure.ts';

type PopoverProps = {
  /** What the box is, for screen readers. */
  label: string;
  trigger: (props: TriggerProps) => ReactElement;
  align?: Align;
  className?: string;
  /** The content, or a function that is given a way to close the box. */
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A small box opened by a button, for anything that is not a list of commands. */
export function Popover({ label, trigger, align = 'start', className, children }: PopoverProps) {
  const { open, close, triggerProps, boxProps } = useDisclosure({
    kind: 'dialog',
    align,
    onOpen: (box) => box.focus(),
  });
  return (
    <>
      {trigger(triggerProps)}
      <div
        {...boxProps}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={clsx(
          'max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-surface p-4 shadow-overlay outline-none',
          className,
        )}
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}
