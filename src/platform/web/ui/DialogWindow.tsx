import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { buttonClass } from './buttonClass.ts';
import type { DialogProps } from './Dialog.tsx';
import { useOpenDialog } from './openDialogs.ts';
import { Scrim } from './Scrim.tsx';
import { closeInnerPopover, focusFirstField, useFocusReturn } from './useFocusReturn.ts';
import { useScrollLock } from './useScrollLock.ts';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-6xl' };

/** The window of a `Dialog`. */
export function DialogWindow(props: DialogProps) {
  const { open, onOpenChange, size = 'md', description, sticky, typing = false } = props;
  const focus = useFocusReturn(props.returnFocus);
  useScrollLock(open);
  useOpenDialog(open, (event) => {
    if (!closeInnerPopover()) onOpenChange(false);
    event.preventDefault();
  });
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Scrim open={open} />
        <Primitive.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            focusFirstField(event, typing);
          }}
          aria-modal
          onEscapeKeyDown={(event) => event.preventDefault()}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onPointerDownOutside={(event) => sticky && event.preventDefault()}
          className={clsx(
            'fixed inset-0 z-50 flex flex-col bg-surface shadow-overlay outline-none',
            'data-[state=closed]:animate-sink data-[state=open]:animate-rise',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[min(48rem,calc(100dvh-3rem))] sm:w-[calc(100vw-3rem)] sm:-translate-1/2 sm:rounded-md',
            widths[size],
          )}
        >
          <DialogParts {...props} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function DialogParts({ title, description, footer, children }: DialogProps) {
  return (
    <>
      <header
        data-dialog-title
        className="flex items-start gap-3 border-b border-line py-3 pr-3 pl-4 sm:pl-6"
      >
        <div className="min-w-0 flex-1 py-1">
          <Primitive.Title className="text-lg font-semibold wrap-anywhere">{title}</Primitive.Title>
          {description !== undefined && (
            <Primitive.Description className="mt-0.5 text-sm text-muted">{description}</Primitive.Description>
          )}
        </div>
        <Primitive.Close aria-label="Close" className={buttonClass({ variant: 'ghost', shape: 'icon' })}>
          <X aria-hidden />
        </Primitive.Close>
      </header>
      <div data-dialog-body className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">
        {children}
      </div>
      {footer !== undefined && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:px-6">
          {footer}
        </footer>
      )}
    </>
  );
}
