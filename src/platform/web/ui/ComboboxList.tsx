import { Popover } from 'radix-ui';
import { use, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';
import { DialogContainer } from './dialogContainer.ts';

type ComboboxListProps = { open: boolean; anchor: RefObject<HTMLElement | null>; children: ReactNode };

/** The height of a full list with its margins. */
const LIST_PX = 272;

const prevent = (event: Event) => event.preventDefault();

/** The open list of a Combobox, beside its field. Focus and keys stay with the field. */
export function ComboboxList({ open, anchor, children }: ComboboxListProps) {
  const [side, setSide] = useState<'bottom' | 'top'>('bottom');
  // Radix would move a list above the field below it as soon as it gets short enough.
  useLayoutEffect(() => {
    if (!open || !anchor.current) return;
    const { bottom } = anchor.current.getBoundingClientRect();
    // oxlint-disable-next-line react/set-state-in-effect -- the position is known once the field is rendered
    setSide(innerHeight - bottom < LIST_PX ? 'top' : 'bottom');
  }, [open, anchor]);
  return (
    <Popover.Root open={open}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal container={use(DialogContainer)}>
        <Popover.Content
          role="presentation"
          side={side}
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
