import { Suspense, useSyncExternalStore } from 'react';
import { toastStore } from '../toast.ts';
import { lazySoon } from './lazySoon.ts';

const ToastView = lazySoon(async () => (await import('./ToastView.tsx')).ToastView);

/** The place where toast() shows; once in the page. Its code comes after the first paint. */
export function Toaster() {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  if (!message) return null;
  return (
    <Suspense fallback={null}>
      <ToastView message={message} />
    </Suspense>
  );
}
