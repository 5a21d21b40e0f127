import clsx from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useLayoutEffect, useRef, useState } from 'react';
import { dismissToast, type OpenToast } from '#platform/web/toast.ts';
import { buttonClass } from './buttonClass.ts';

const defaultDurationMs = 5000;
const swipeThresholdPx = 50;
const openDialog = ':is([role=dialog], [role=alertdialog])[data-state=open]';
const openLayer = `${openDialog}, :is([role=menu], [role=presentation])[data-state=open]`;

/**
 * One toast, where it covers nothing that is pressed next. On phones: below the notices, or above the footer of a
 * dialog. On wide screens: in the header between title and menus, or at the bottom left of an open dialog.
 */
export function ToastView({ message }: { message: OpenToast }) {
  const { viewport, inDialog } = usePosition();
  const ignored = useRef(false);
  const isError = message.variant === 'destructive';
  return (
    <Toast.Provider swipeThreshold={swipeThresholdPx} duration={message.duration ?? defaultDurationMs}>
      <Toast.Root
        key={message.id}
        open={message.open}
        onEscapeKeyDown={({ target }) => {
          // The key is for an open dialog, menu or list, which Radix has below a later toast.
          ignored.current =
            !viewport.current?.contains(target as Node) && document.querySelector(openLayer) !== null;
        }}
        onOpenChange={() => {
          if (!ignored.current) dismissToast(message.id);
          ignored.current = false;
        }}
        type="foreground"
        className={clsx(
          'pointer-events-auto flex items-start gap-3 rounded-md border bg-surface py-3 pr-2 pl-4 shadow-overlay',
          'data-[state=closed]:animate-vanish data-[state=open]:animate-rise',
          'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          isError ? 'border-danger-ink' : 'border-line',
        )}
      >
        <Icon variant={message.variant} />
        <div className="min-w-0 flex-1">
          <Toast.Title className={clsx('font-medium wrap-anywhere', isError && 'text-danger-ink')}>
            {message.title}
          </Toast.Title>
          {message.description !== undefined && (
            <Toast.Description className="mt-0.5 text-sm wrap-anywhere text-muted">
              {message.description}
            </Toast.Description>
          )}
        </div>
        {message.action && (
          <Toast.Action
            altText={message.action.label}
            className={buttonClass({ size: 'sm' })}
            onClick={message.action.onPress}
          >
            {message.action.label}
          </Toast.Action>
        )}
        <Toast.Close
          aria-label="Dismiss"
          className={buttonClass({ variant: 'ghost', size: 'sm', shape: 'icon' })}
        >
          <X aria-hidden />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        ref={viewport}
        className={clsx(
          'pointer-events-none fixed inset-x-4 top-(--toast-top) bottom-(--toast-bottom) z-60 sm:top-auto sm:right-auto sm:bottom-20 sm:left-6 sm:w-96',
          inDialog ? 'lg:bottom-6' : 'lg:top-2 lg:right-84 lg:bottom-auto lg:left-auto xl:right-124',
        )}
      />
    </Toast.Provider>
  );
}

const GAP_PX = 8;

/** Keeps the viewport on phones clear of the topmost dialog's title and footer, or of the notices. */
function usePosition() {
  const viewport = useRef<HTMLOListElement>(null);
  const [inDialog, setInDialog] = useState(false);
  useLayoutEffect(() => {
    let observed: Element | null | undefined;
    function position() {
      const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
      setInDialog(dialog !== undefined);
      const footer = dialog?.querySelector(':scope > footer');
      if (footer && footer !== observed) resize.observe(footer);
      observed = footer;
      const { top, bottom } = footer ? above(footer) : below(dialog);
      viewport.current?.style.setProperty('--toast-top', top);
      viewport.current?.style.setProperty('--toast-bottom', bottom);
    }
    // The body grows with a notice and a footer with its buttons; a dialog is a child of the body.
    const resize = new ResizeObserver(position);
    resize.observe(document.body);
    const mutation = new MutationObserver(position);
    mutation.observe(document.body, { childList: true });
    position();
    return () => {
      resize.disconnect();
      mutation.disconnect();
    };
  }, []);
  return { viewport, inDialog };
}

const above = (footer: Element) => ({
  top: 'auto',
  bottom: `${innerHeight - footer.getBoundingClientRect().top + GAP_PX}px`,
});

function below(dialog: Element | undefined) {
  const title = dialog?.querySelector(':scope > [data-dialog-title]');
  const obstacle = (title ?? document.querySelector('[data-notices]'))?.getBoundingClientRect();
  // Zero when the notices are empty or scrolled out of view.
  const offset = obstacle && obstacle.height > 0 && obstacle.bottom > 0 ? obstacle.bottom + GAP_PX : 0;
  return { top: `max(1rem, env(safe-area-inset-top), ${offset}px)`, bottom: 'auto' };
}

function Icon({ variant }: Pick<OpenToast, 'variant'>) {
  if (variant === 'destructive')
    return <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger-ink" />;
  if (variant === 'warning')
    return <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-pending-ink" />;
  return <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success-ink" />;
}
