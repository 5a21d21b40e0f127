/** Announcements on the home screen. */

import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { formatDate } from '#platform/web/format.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ListInCard } from '#platform/web/ui/ListInCard.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { typeLabels } from '#features/announcements/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { formatScheduled } from './list/announcementLabels.ts';
import { LATEST, useLatestAnnouncements, type Announcement } from './queries.ts';

/** The newest announcements, with a link to all. */
export function RecentAnnouncements() {
  const latest = useLatestAnnouncements();
  return (
    <Card
      title="Recent Announcements"
      footer={
        // Rendered after loading, because the list would move the button.
        latest.isPending ? undefined : (
          <Link to="/announcements" className={`${buttonClass()} w-full`}>
            View All Announcements
          </Link>
        )
      }
    >
      <LatestAnnouncements announcements={latest} />
    </Card>
  );
}

function LatestAnnouncements({
  announcements,
}: {
  announcements: ReturnType<typeof useLatestAnnouncements>;
}) {
  const { timeZone } = useUser();
  return (
    <ListInCard
      query={announcements}
      most={LATEST}
      failed="Couldn't load announcements"
      loading="Loading announcements"
      className="flex flex-col"
      itemClass="border-line py-3 not-last:border-b first:pt-0 last:pb-0"
      rowKey={({ id }) => id}
      renderRow={(row) => <AnnouncementPreview announcement={row} timeZone={timeZone} />}
      placeholder={
        <div className="flex flex-col gap-2">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-10" />
        </div>
      }
      empty={
        <EmptyState
          icon={<Megaphone />}
          title="No announcements yet"
          body="Meetings, events, and news from your business will appear here."
        />
      }
    />
  );
}

function AnnouncementPreview({ announcement, timeZone }: { announcement: Announcement; timeZone: string }) {
  const { title, content, type, scheduledDate, location, createdAt } = announcement;
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-medium wrap-anywhere">{title}</h3>
        <Badge>{typeLabels[type]}</Badge>
      </div>
      <p className="tabular text-sm font-medium text-muted wrap-anywhere">
        {scheduledDate ? formatScheduled(scheduledDate, timeZone) : formatDate(createdAt, timeZone)}
        {location && `, ${location}`}
      </p>
      <p className="mt-1 line-clamp-2 text-sm wrap-anywhere">{content}</p>
    </>
  );
}
