import { Popover } from 'radix-ui';
import { use } from 'react';
import { DialogContainer } from './Dialog.tsx';
import type { ExplanationPopoverProps } from './Explained.tsx';

/** The open explanation of an `Explained`. It takes no focus, so that the value keeps it. */
export function ExplanationPopover({
  anchor,
  open,
  onOpenChange,
  children,
  ...content
}: ExplanationPopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal container={use(DialogContainer)}>
        <Popover.Content
          {...content}
          role="tooltip"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            // A click on the value or its focus shows the explanation.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-50 max-w-[min(24rem,calc(100vw-1rem))] rounded-md border border-line bg-surface p-3 text-sm text-ink shadow-overlay"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
