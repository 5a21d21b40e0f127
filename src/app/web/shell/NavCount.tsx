import { useQuery } from '@tanstack/react-query';
import { shortCount, UnreadCount } from '#features/mail/web/public.tsx';
import { noteStatsQuery, sentBackQuery } from '#features/notes/web/queries.ts';
import type { ScreenPath } from '#app/web/useScreens.ts';

/** The number beside the link of a screen: unread messages, notes sent back, or for managers notes to review. */
export function NavCount({ to }: { to: ScreenPath }) {
  if (to === '/mail') return <UnreadCount />;
  if (to === '/review') return <PendingCount />;
  return to === '/my-notes' ? <SentBackCount /> : null;
}

const PendingCount = () => <Count count={useQuery(noteStatsQuery()).data?.pending} label="to review" />;
const SentBackCount = () => <Count count={useQuery(sentBackQuery()).data?.total} label="sent back" />;

function Count({ count = 0, label }: { count: number | undefined; label: string }) {
  if (count === 0) return null;
  return (
    <span className="min-w-5 rounded-full bg-accent px-1.5 text-center text-xs/5 font-semibold tabular text-on-accent">
      {shortCount(count)}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
