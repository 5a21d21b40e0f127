import type { ReactNode } from 'react';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { Announcement } from '#features/announcements/web/queries.ts';

type AnnouncementListProps = {
  /** Names the list for screen readers. */
  label: string;
  read: {
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Undefined while they are loading. */
  rows: readonly Announcement[] | undefined;
  empty: ReactNode;
  /** The number of skeleton cards while loading. */
  skeletons: number;
  children: (announcement: Announcement) => ReactNode;
};

/** Announcements as cards, with loading, empty and error states. */
export function AnnouncementList({ label, read, rows, empty, skeletons, children }: AnnouncementListProps) {
  if (!rows && read.error) {
    return (
      <QueryError
        title="Couldn't load announcements"
        query={read}
        className="rounded-md border border-line bg-surface"
      />
    );
  }
  if (rows?.length === 0) return empty;
  return (
    <ul aria-label={label} aria-busy={!rows} className="grid gap-4 lg:grid-cols-2">
      {rows
        ? rows.map((row) => (
            <li key={row.id} className="min-w-0">
              {children(row)}
            </li>
          ))
        : Array.from({ length: skeletons }, (_, index) => (
            <li key={index} className="rounded-md border border-line bg-surface p-5">
              <Skeleton className="mb-3 h-5 w-1/2" />
              <Skeleton className="mb-4 h-5 w-40 rounded-full" />
              <SkeletonText lines={3} />
              {index === 0 && <span className="sr-only">Loading announcements</span>}
            </li>
          ))}
    </ul>
  );
}
