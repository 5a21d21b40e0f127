import { Popover } from 'radix-ui';
import { use, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { DialogContainer } from './dialogContainer.ts';
import type { OpenState } from './openState.ts';

export type ToggletipPopoverProps = OpenState & {
  id: string;
  label: string;
  anchor: RefObject<HTMLButtonElement | null>;
  link: ReactNode;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: (event: PointerEvent) => void;
  onFocus: () => void;
  onBlur: () => void;
  children: ReactNode;
};

/** The open tip of a `Toggletip`. It takes no focus, so that the value keeps it until Tab moves to the link. */
export function ToggletipPopover({
  anchor,
  label,
  link,
  open,
  onOpenChange,
  children,
  ...content
}: ToggletipPopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal container={use(DialogContainer)}>
        <Popover.Content
          {...content}
          // A tooltip has nothing to operate.
          {...(link ? { 'aria-label': label } : { role: 'tooltip' })}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            // Keys of a dialog below must not close it as well.
            event.stopPropagation();
            if ((event.target as Element).closest(`[id="${content.id}"]`)) anchor.current?.focus();
          }}
          onClick={({ target }) => (target as Element).closest('a') && onOpenChange(false)}
          onInteractOutside={(event) => {
            // A click on the value or its focus opens the tip.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-50 max-w-[min(24rem,calc(100vw-1rem))] rounded-md border border-line bg-surface p-3 text-sm text-ink shadow-overlay"
        >
          {children}
          {link && <div className="mt-2">{link}</div>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
