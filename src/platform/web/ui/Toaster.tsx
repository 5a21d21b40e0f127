import { useSyncExternalStore } from 'react';
import { dismissToast, toastStore } from '#platform/web/toast.ts';
import type { ShownToast } from '#platform/web/toast.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { lazyComponent } from './lazyComponent.tsx';
import { QuietBoundary } from './QuietBoundary.tsx';

/** What is to be said is said, also where the code that shows it nicely could not be had. */
function PlainToast({ message }: { message: ShownToast }) {
  if (!message.open) return null;
  return (
    <div className="fixed inset-x-4 bottom-4 z-60 sm:right-auto sm:w-96">
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

/** The place where toast() shows; once in the page. Its code comes after the first paint. */
export function Toaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return <QuietBoundary>{message && <ToastView message={message} />}</QuietBoundary>;
}
