import { currentToast, dismissToast, type OpenToast } from '#platform/web/toast.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyComponent } from './lazyComponent.tsx';

/** The toast when its code cannot be loaded. */
function PlainToast({ message }: { message: OpenToast }) {
  if (!message.open) return null;
  return (
    <div className="fixed inset-x-4 bottom-20 z-60 sm:right-auto sm:w-96">
      <Banner
        tone={message.variant === 'destructive' ? 'danger' : 'info'}
        title={message.title}
        action={
          <Button size="sm" onClick={() => dismissToast(message.id)}>
            Dismiss
          </Button>
        }
      >
        {message.description}
      </Banner>
    </div>
  );
}

const ToastView = lazyComponent(async () => (await import('./ToastView.tsx')).ToastView, null, PlainToast);

/** Renders the messages of toast(); once in the page. */
export function Toaster() {
  const message = currentToast.useValue();
  return <ErrorBoundary fallback={() => null}>{message && <ToastView message={message} />}</ErrorBoundary>;
}
