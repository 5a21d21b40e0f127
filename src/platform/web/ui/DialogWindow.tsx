import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useState } from 'react';
import { buttonClass } from './buttonClass.ts';
import { DialogContainer, type DialogProps } from './dialogContainer.ts';
import { focusFirstField, useDialogContent } from './useDialogContent.ts';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-6xl' };

/** The window of a `Dialog`. */
export function DialogWindow(props: DialogProps) {
  const { open, onOpenChange, size = 'md', description, sticky, typing, returnFocus } = props;
  const [content, setContent] = useState<HTMLElement | null>(null);
  const handlers = useDialogContent({ onOpenChange, returnFocus });
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        {open && <Scrim />}
        <Primitive.Content
          {...handlers}
          ref={setContent}
          onOpenAutoFocus={(event) => {
            handlers.onOpenAutoFocus();
            focusFirstField(event, typing);
          }}
          aria-modal
          {...(description === undefined && { 'aria-describedby': undefined })}
          onPointerDownOutside={(event) => sticky && event.preventDefault()}
          className={clsx(
            'fixed inset-0 z-50 flex flex-col bg-surface shadow-overlay outline-none',
            'data-[state=closed]:animate-sink data-[state=open]:animate-rise',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[min(48rem,calc(100dvh-3rem))] sm:w-[calc(100vw-3rem)] sm:-translate-1/2 sm:rounded-md',
            widths[size],
          )}
        >
          <DialogContainer value={content}>
            <DialogParts {...props} />
          </DialogContainer>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * The veil behind a dialog; of several only the last is visible. Radix's own inserts a style element to lock the
 * scrolling, which the Content-Security-Policy forbids: styles.css locks it.
 */
export function Scrim() {
  return (
    <div
      aria-hidden
      data-scrim
      className="fixed inset-0 z-50 animate-appear bg-scrim has-[~[data-scrim]]:bg-transparent"
    />
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
