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
 * One toast, where it covers nothing that is pressed next. On phones: above the bar at the bottom of the screen or of a
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
/** The height of a toast with a description, and its distance from the edge. */
const TOAST_PX = 128;

/** Keeps the viewport on phones clear of headings, of the bars at the bottom, and of the topmost dialog. */
function usePosition() {
  const viewport = useRef<HTMLOListElement>(null);
  const [inDialog, setInDialog] = useState(false);
  useLayoutEffect(() => {
    const observed = new Set<Element>();
    function position() {
      const layer = [...document.querySelectorAll(openDialog)].at(-1);
      setInDialog(document.querySelector('[role=dialog][data-state=open]') !== null);
      const obstacle = findObstacle(layer);
      if (obstacle && !observed.has(obstacle)) {
        observed.add(obstacle);
        resize.observe(obstacle);
      }
      const title = obstacle ? null : layer?.querySelector(':scope > [data-dialog-title]');
      const { top, bottom } = title ? below(title) : above(obstacle);
      viewport.current?.style.setProperty('--toast-top', top);
      viewport.current?.style.setProperty('--toast-bottom', bottom);
    }
    // The body grows with its content and a footer with its buttons; a screen with a bar of its own hides the navigation.
    const resize = new ResizeObserver(position);
    resize.observe(document.body);
    const mutation = new MutationObserver(position);
    mutation.observe(document.body, { childList: true });
    // The keyboard of a phone covers the bottom of the page.
    visualViewport?.addEventListener('resize', position);
    position();
    return () => {
      resize.disconnect();
      mutation.disconnect();
      visualViewport?.removeEventListener('resize', position);
    };
  }, []);
  return { viewport, inDialog };
}

/** Finds the element below the toast: a question, the footer of a dialog, or the bar or navigation at the bottom. */
function findObstacle(layer: Element | undefined): Element | undefined {
  if (layer?.matches('[role=alertdialog]')) return layer;
  if (layer) return layer.querySelector(':scope > footer') ?? undefined;
  return [...document.querySelectorAll('[data-bottom-bar], [data-bottom-nav]')].find(isAtBottom);
}

/** A bar of a short page ends where its form ends, above the bottom of the screen. */
function isAtBottom(bar: Element): boolean {
  const { height, bottom } = bar.getBoundingClientRect();
  return height > 0 && bottom > innerHeight - TOAST_PX;
}

function above(obstacle: Element | undefined) {
  const { top = innerHeight, height = 0 } = obstacle?.getBoundingClientRect() ?? {};
  // A bar may still be partly below the screen, until its form is scrolled further.
  const covered = Math.max(innerHeight - top, height) + GAP_PX;
  const keyboard = visualViewport
    ? innerHeight - visualViewport.height - visualViewport.offsetTop + GAP_PX
    : 0;
  const offset = `min(${Math.max(covered, keyboard)}px, 100dvh - ${TOAST_PX}px)`;
  return { top: 'auto', bottom: `max(1rem, env(safe-area-inset-bottom), ${offset})` };
}

const below = (title: Element) => ({
  top: `max(1rem, env(safe-area-inset-top), ${title.getBoundingClientRect().bottom + GAP_PX}px)`,
  bottom: 'auto',
});

function Icon({ variant }: Pick<OpenToast, 'variant'>) {
  if (variant === 'destructive')
    return <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger-ink" />;
  if (variant === 'warning')
    return <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-pending-ink" />;
  return <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success-ink" />;
}
