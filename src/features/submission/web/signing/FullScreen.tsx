import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { clearToast } from '#platform/web/toast.ts';
import { useDialogContent } from '#platform/web/ui/useDialogContent.ts';

type FullScreenProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The language of the content, when it is not that of the page. */
  lang?: string;
  /** The element to focus at closing; by default the one that opened it. */
  returnFocus?: () => HTMLElement | null;
  className: string;
  children: ReactNode;
};

/** A dialog on the whole screen, for signing. */
export function FullScreen(props: FullScreenProps) {
  const { open, onOpenChange, lang, returnFocus, className, children } = props;
  const handlers = useDialogContent({ onOpenChange, returnFocus });
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          {...handlers}
          aria-modal
          data-full-screen
          lang={lang}
          onOpenAutoFocus={(event) => {
            handlers.onOpenAutoFocus();
            // A toast must not cover what is signed.
            clearToast();
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.focus();
          }}
          className={`fixed inset-0 z-50 bg-surface outline-none ${className}`}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
