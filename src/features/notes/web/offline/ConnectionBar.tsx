import { useSyncExternalStore } from 'react';
import { plural } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { useUnsent } from './unsentState.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Shown without a network, and while notes wait. */
export function ConnectionBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const waiting = useUnsent().filter(({ refusal }) => !refusal).length;
  if (isOnline && waiting === 0) return null;
  return (
    <Banner tone="pending" className="mb-5">
      {!isOnline && 'No connection. Notes are kept on this phone and sent by themselves. '}
      {waiting > 0 && `${plural(waiting, 'note is', 'notes are')} not sent yet.`}
    </Banner>
  );
}
