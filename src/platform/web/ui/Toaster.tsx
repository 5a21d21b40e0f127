import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from '../toast.ts';

const ToastView = lazy(async () => ({ default: (await import('./ToastView.tsx')).ToastView }));

/** The place where toast() shows; once in the page. Its code is loaded with the first message. */
export function Toaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  if (!message) return null;
  return (
    <Suspense fallback={null}>
      <ToastView message={message} />
    </Suspense>
  );
}
