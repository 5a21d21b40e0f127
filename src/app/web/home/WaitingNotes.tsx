import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, Clock } from 'lucide-react';
import { plural } from '#platform/web/format.ts';
import { noticeClass } from './DayFrame.tsx';

/** Where managers review notes. */
const REVIEW = { to: '/review' } as const satisfies LinkProps;

/** The number of notes waiting for review. */
export function WaitingNotes({ count }: { count: number }) {
  return (
    <Link {...REVIEW} className={`${noticeClass} hover:bg-hover`}>
      <Clock aria-hidden className="size-5 shrink-0 text-pending-ink" />
      <span className="tabular min-w-0 flex-1 font-medium">{plural(count, 'note', 'notes')} to review</span>
      <span aria-hidden className="text-sm font-medium text-accent-ink max-sm:sr-only">
        Review
      </span>
      <ArrowRight aria-hidden className="size-4.5 shrink-0 text-accent-ink" />
    </Link>
  );
}
