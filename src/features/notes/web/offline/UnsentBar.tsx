import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIsConnected } from '#platform/web/connection.ts';
import { formatDay, plural } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { setSentBack, useSentBack, useUnsent } from './unsentState.ts';

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

/** How many notes wait; nothing when none does. */
export function UnsentCount() {
  const waiting = useUnsent().filter(({ refusal }) => !refusal).length;
  return waiting > 0 && `${plural(waiting, 'note is', 'notes are')} not sent yet.`;
}

/** Shown while notes wait. Without a connection, the shell shows their count. */
export function UnsentBar() {
  useSentBackToast();
  const isWaiting = useUnsent().some(({ refusal }) => !refusal);
  if (!useIsConnected() || !isWaiting) return null;
  return (
    <Banner tone="pending" className="mb-5">
      <UnsentCount />
    </Banner>
  );
}
