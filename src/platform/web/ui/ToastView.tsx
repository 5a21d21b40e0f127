import clsx from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { dismissToast } from '../toast.ts';
import type { ShownToast } from '../toast.ts';
import { buttonClass } from './buttonClass.ts';
import { escapeTopDialog, openDialogs } from './openDialogs.ts';

const defaultDurationMs = 5000;
const swipeThresholdPx = 50;

/**
 * One toast: at the top on phones, where it hides no action of the thumb's, under the title of an open dialog or what
 * the page announces; at the bottom left elsewhere, away from the buttons of dialogs. Escape goes to a dialog first.
 */
export function ToastView({ message }: { message: ShownToast }) {
  const place = usePlaceBelow();
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
        className="pointer-events-none fixed inset-x-4 top-[max(1rem,env(safe-area-inset-top),var(--toast-below,0px))] z-60 sm:top-auto sm:right-auto sm:bottom-6 sm:left-6 sm:w-96"
      />
    </Toast.Provider>
  );
}

const GAP_PX = 8;

/** Keeps clear of the title of the topmost dialog, or else of the notices, also when they come after the toast. */
function usePlaceBelow() {
  const viewport = useRef<HTMLOListElement>(null);
  const dialogs = useSyncExternalStore(openDialogs.subscribe, openDialogs.read);
  useLayoutEffect(() => {
    const place = () => viewport.current?.style.setProperty('--toast-below', `${placeBelow()}px`);
    place();
    // The page grows when a notice arrives in it.
    const growth = new ResizeObserver(place);
    growth.observe(document.body);
    return () => growth.disconnect();
  }, [dialogs]);
  return viewport;
}

function placeBelow(): number {
  const titles = document.querySelectorAll('[role=dialog][data-state=open] > [data-dialog-title]');
  const top = titles.item(titles.length - 1) ?? document.querySelector('[data-notices]');
  const { bottom, height } = top?.getBoundingClientRect() ?? { bottom: 0, height: 0 };
  // Scrolled away, or nothing in it: nothing to keep clear of.
  return height > 0 && bottom > 0 ? bottom + GAP_PX : 0;
}
