import { Popover } from 'radix-ui';
import { use } from 'react';
import type { ReactNode, RefObject } from 'react';
import { DialogContainer } from './Dialog.tsx';

type ComboboxListProps = { open: boolean; anchor: RefObject<HTMLElement | null>; children: ReactNode };

const prevent = (event: Event) => event.preventDefault();

/** The open list of a Combobox, beside its field. Focus and keys stay with the field. */
export function ComboboxList({ open, anchor, children }: ComboboxListProps) {
  return (
    <Popover.Root open={open}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal container={use(DialogContainer)}>
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={prevent}
          onCloseAutoFocus={prevent}
          onInteractOutside={prevent}
          onEscapeKeyDown={prevent}
          // Removed a frame later: a dialog that loses a node while Tab moves the focus takes the focus itself.
          className="z-50 w-(--radix-popover-trigger-width) rounded-md border border-line bg-surface p-1 text-ink shadow-overlay outline-none data-[state=closed]:animate-[vanish_1ms]"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
