import { useQuery } from '@tanstack/react-query';
import { shortCount, UnreadCount } from '#features/mail/web/public.tsx';
import { noteStatsQuery } from '#app/web/home/notesQuery.ts';
import type { ScreenPath } from '#app/web/useScreens.ts';

/** Beside the link of a screen: unread messages, or for managers notes to review. */
export function NavCount({ to }: { to: ScreenPath }) {
  if (to === '/mail') return <UnreadCount />;
  if (to === '/management') return <PendingCount />;
  return null;
}

function PendingCount() {
  const pending = useQuery(noteStatsQuery()).data?.pending ?? 0;
  if (pending === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs/5 font-semibold tabular text-on-accent">
      {shortCount(pending)}
      <span className="sr-only"> to review</span>
    </span>
  );
}
