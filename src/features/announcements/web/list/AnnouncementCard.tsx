import { CalendarClock, MapPin, Pencil, Trash2 } from 'lucide-react';
import { formatDateTime } from '#platform/web/format.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { priorityLabels, typeLabels } from '#features/announcements/rules.ts';
import type { Announcement } from '#features/announcements/web/queries.ts';
import { priorityTones, formatScheduled } from './announcementLabels.ts';

type AnnouncementCardProps = {
  announcement: Announcement;
  timeZone: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** An announcement in full, with date, location and author. */
export function AnnouncementCard({ announcement, timeZone, onEdit, onDelete }: AnnouncementCardProps) {
  const { title, content, type, priority, scheduledDate, location, can } = announcement;
  return (
    <article className="flex h-full min-w-0 flex-col rounded-md border border-line bg-surface p-4 shadow-raised sm:p-5">
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 pt-1 font-semibold wrap-anywhere">{title}</h3>
        {(can.edit || can.delete) && (
          <div className="-mt-1 -mr-2 flex shrink-0">
            {can.edit && (
              <IconButton
                label={`Edit ${title}`}
                icon={<Pencil aria-hidden />}
                variant="ghost"
                onClick={onEdit}
              />
            )}
            {can.delete && (
              <IconButton
                label={`Delete ${title}`}
                icon={<Trash2 aria-hidden />}
                variant="ghost"
                onClick={onDelete}
              />
            )}
          </div>
        )}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Badge>{typeLabels[type]}</Badge>
        {/* The default priority has no badge. */}
        {priority !== 'medium' && (
          <Badge tone={priorityTones[priority]}>{priorityLabels[priority]} priority</Badge>
        )}
      </div>
      {(scheduledDate || location) && (
        <ul className="mt-3 flex flex-col gap-1 text-sm font-medium">
          {scheduledDate && (
            <li className="flex items-start gap-2">
              <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="tabular">
                <span className="sr-only">When: </span>
                <time dateTime={scheduledDate}>{formatScheduled(scheduledDate, timeZone)}</time>
              </span>
            </li>
          )}
          {location && (
            <li className="flex items-start gap-2">
              <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">Where: </span>
                {location}
              </span>
            </li>
          )}
        </ul>
      )}
      <p className="mt-3 mb-4 max-w-prose wrap-anywhere whitespace-pre-line">{content}</p>
      <p className="mt-auto text-sm text-muted">
        {announcement.createdByName}, {formatDateTime(announcement.createdAt, timeZone)}
      </p>
    </article>
  );
}
