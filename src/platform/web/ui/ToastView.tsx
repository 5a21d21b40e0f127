import clsx from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { dismissToast } from '#platform/web/toast.ts';
import type { ShownToast } from '#platform/web/toast.ts';
import { buttonClass } from './buttonClass.ts';
import { escapeTopDialog, openDialogs } from './openDialogs.ts';

const defaultDurationMs = 5000;
const swipeThresholdPx = 50;

/**
 * One toast: at the top on phones, where it hides no action of the thumb's, under what the page announces; in a dialog
 * over its buttons, as the reading begins at the top; at the bottom left elsewhere. Escape goes to a dialog first.
 */
export function ToastView({ message }: { message: ShownToast }) {
  const place = usePlace();
  const bad = message.variant === 'destructive';
  return (
    <Toast.Provider swipeThreshold={swipeThresholdPx} duration={message.duration ?? defaultDurationMs}>
      <Toast.Root
        key={message.id}
        open={message.open}
        onOpenChange={(open) => !open && dismissToast(message.id)}
        type="foreground"
        onEscapeKeyDown={(event) => {
          if (escapeTopDialog(event)) event.preventDefault();
        }}
        className={clsx(
          'pointer-events-auto flex items-start gap-3 rounded-md border bg-surface py-3 pr-2 pl-4 shadow-overlay',
          'data-[state=closed]:animate-vanish data-[state=open]:animate-rise',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          bad ? 'border-danger-ink' : 'border-line',
        )}
      >
        {bad ? (
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger-ink" />
        ) : (
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success-ink" />
        )}
        <div className="min-w-0 flex-1">
          <Toast.Title className={clsx('font-medium wrap-anywhere', bad && 'text-danger-ink')}>
            {message.title}
          </Toast.Title>
          {message.description !== undefined && (
            <Toast.Description className="mt-0.5 text-sm wrap-anywhere text-muted">
              {message.description}
            </Toast.Description>
          )}
        </div>
        <Toast.Close
          aria-label="Dismiss"
          className={buttonClass({ variant: 'ghost', size: 'sm', shape: 'icon' })}
        >
          <X aria-hidden />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        ref={place}
        className="pointer-events-none fixed inset-x-4 top-(--toast-top) bottom-(--toast-bottom) z-60 sm:top-auto sm:right-auto sm:bottom-6 sm:left-6 sm:w-96"
      />
    </Toast.Provider>
  );
}

const GAP_PX = 8;

/** Keeps clear of the buttons and the title of the topmost dialog, or else of the notices; also of later ones. */
function usePlace() {
  const viewport = useRef<HTMLOListElement>(null);
  const dialogs = useSyncExternalStore(openDialogs.subscribe, openDialogs.read);
  useLayoutEffect(() => {
    let watched: Element | null | undefined;
    function place() {
      // Asked anew each time: a dialog that is just opening is in the page a moment later.
      const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
      const footer = dialog?.querySelector(':scope > footer');
      if (footer && footer !== watched) growth.observe(footer);
      watched = footer;
      const { top, bottom } = footer ? placeOver(footer) : placeBelow(dialog);
      viewport.current?.style.setProperty('--toast-top', top);
      viewport.current?.style.setProperty('--toast-bottom', bottom);
    }
    // The page grows when a notice arrives in it, a footer with what can be decided.
    const growth = new ResizeObserver(place);
    growth.observe(document.body);
    place();
    return () => growth.disconnect();
  }, [dialogs]);
  return viewport;
}

const placeOver = (footer: Element) => ({
  top: 'auto',
  bottom: `${innerHeight - footer.getBoundingClientRect().top + GAP_PX}px`,
});

function placeBelow(dialog: Element | undefined) {
  const title = dialog?.querySelector(':scope > [data-dialog-title]');
  const above = (title ?? document.querySelector('[data-notices]'))?.getBoundingClientRect();
  // Scrolled away, or nothing in it: nothing to keep clear of.
  const below = above && above.height > 0 && above.bottom > 0 ? above.bottom + GAP_PX : 0;
  return { top: `max(1rem, env(safe-area-inset-top), ${below}px)`, bottom: 'auto' };
}
