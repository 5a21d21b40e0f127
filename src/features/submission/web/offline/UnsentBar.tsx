import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIsConnected } from '#platform/web/connection.ts';
import { formatDay, plural } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  setSentBack,
  setSentCount,
  useRefused,
  useSentBack,
  useSentCount,
  useUnsent,
} from '#features/submission/web/entry/unsentState.ts';
import { UnshownReceiptBar } from './UnshownReceiptBar.tsx';

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

/** Shows a toast when notes were sent in the background. */
function useSentToast(): void {
  const count = useSentCount();
  useEffect(() => {
    if (count === 0) return;
    setSentCount(0);
    toast({ title: `${plural(count, 'note', 'notes')} sent` });
  }, [count]);
}

/** Shown while notes are unsent, and when the server refused some. */
export function UnsentBar() {
  useSentBackToast();
  useSentToast();
  return (
    <>
      <RefusedBar />
      <UnsentNotesBar />
      <UnshownReceiptBar />
    </>
  );
}

/** Leads to the refused notes; My Notes shows them itself. */
function RefusedBar() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const refused = useRefused().length;
  if (refused === 0 || pathname === '/my-notes') return null;
  return (
    <Banner
      tone="danger"
      className="mb-5"
      action={
        <Button size="sm" onClick={() => void navigate({ to: '/my-notes' })}>
          Open My Notes
        </Button>
      }
    >
      {plural(refused, "note couldn't", "notes couldn't")} be sent.
    </Banner>
  );
}

/** Without a connection, the shell shows the count. */
function UnsentNotesBar() {
  const isConnected = useIsConnected();
  const isWaiting = useUnsent().some(({ refusal }) => !refusal);
  if (!isConnected || !isWaiting) return null;
  return (
    <Banner tone="pending" className="mb-5">
      <UnsentCount />
    </Banner>
  );
}

/** How many notes are unsent; nothing when none is. */
export function UnsentCount() {
  const waiting = useUnsent().filter(({ refusal }) => !refusal).length;
  return waiting > 0 && `${plural(waiting, 'note is', 'notes are')} not sent yet.`;
}
