/** What the home screen shows of announcements. */
import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { messageOf } from '../../../platform/web/apiError.ts';
import { formatDate } from '../../../platform/web/format.ts';
import { Badge } from '../../../platform/web/ui/Badge.tsx';
import { buttonClass } from '../../../platform/web/ui/buttonClass.ts';
import { Card } from '../../../platform/web/ui/Card.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/ErrorState.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { useUser } from '../../auth/web/queries.ts';
import { scheduledInWords, typeWords } from './parts/announcementWords.ts';
import { LATEST, useLatestAnnouncements } from './queries.ts';
import type { Announcement } from './queries.ts';

/** The newest announcements, and the way to all of them. */
export function RecentAnnouncements() {
  return (
    <Card
      title="Recent Announcements"
      footer={
        <Link to="/announcements" className={`${buttonClass()} w-full`}>
          View All Announcements
        </Link>
      }
    >
      <Latest />
    </Card>
  );
}

function Latest() {
  const { timeZone } = useUser();
  const { data, error, isFetching, refetch } = useLatestAnnouncements();
  if (!data && error) {
    return (
      <ErrorState
        title="Announcements could not be loaded"
        body={messageOf(error, 'Please try again.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (data?.rows.length === 0) {
    return (
      <EmptyState
        icon={<Megaphone />}
        title="No announcements yet"
        body="Meetings, events and news of your business will appear here."
      />
    );
  }
  return (
    <ul aria-busy={!data} className="flex flex-col">
      {data
        ? data.rows.map((row) => (
            <li key={row.id} className="border-line py-3 not-last:border-b first:pt-0 last:pb-0">
              <Glance announcement={row} timeZone={timeZone} />
            </li>
          ))
        : Array.from({ length: LATEST }, (_, place) => (
            <li
              key={place}
              className="flex flex-col gap-2 border-line py-3 not-last:border-b first:pt-0 last:pb-0"
            >
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-10" />
              {place === 0 && <span className="sr-only">Loading announcements</span>}
            </li>
          ))}
    </ul>
  );
}

function Glance({ announcement, timeZone }: { announcement: Announcement; timeZone: string }) {
  const { title, content, type, scheduledDate, location, createdAt } = announcement;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-medium wrap-anywhere">{title}</h3>
        <Badge>{typeWords[type]}</Badge>
      </div>
      <p className="tabular text-sm font-medium text-muted wrap-anywhere">
        {scheduledDate ? scheduledInWords(scheduledDate, timeZone) : formatDate(createdAt, timeZone)}
        {location && `, ${location}`}
      </p>
      <p className="mt-1 line-clamp-2 text-sm wrap-anywhere">{content}</p>
    </>
  );
}
