import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { formatDay, plural } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { setSentBack, useSentBack, useUnsent } from './unsentState.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Shows a toast when a note that was sent in the background came back, with a button that opens it. */
function useSentBackToast(): void {
  const note = useSentBack();
  const navigate = useNavigate();
  useEffect(() => {
    if (!note) return;
    setSentBack(null);
    const { id, clientContactName, workDate } = note;
    toast({
      title: 'Note sent back to you',
      variant: 'warning',
      description: `${clientContactName}, ${formatDay(workDate)}. Fix it and sign again.`,
      action: { label: 'Open', onPress: () => void navigate({ to: '/my-notes', search: { note: id } }) },
    });
  }, [note, navigate]);
}

/** Shown without a network, and while notes wait. */
export function ConnectionBar() {
  useSentBackToast();
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
