import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarClock, Megaphone, Plus } from 'lucide-react';
import { useState } from 'react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { shorten } from '#platform/web/format.ts';
import { prefetchQuery } from '#platform/web/queries.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { ShowMore } from '#platform/web/ui/ShowMore.tsx';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { AnnouncementCard } from './list/AnnouncementCard.tsx';
import { AnnouncementList } from './list/AnnouncementList.tsx';
import {
  upcomingQuery,
  useUpcoming,
  type Announcement,
  api,
  TOPIC,
  useDeleteAnnouncement,
} from './queries.ts';

const AnnouncementDialog = lazyDialog(
  async () => (await import('./form/AnnouncementDialog.tsx')).AnnouncementDialog,
);

const FRAME = 'rounded-md border border-line bg-surface';

/** Upcoming announcements of the week, and all others. */
export function AnnouncementsPage() {
  const { timeZone } = useUser();
  const canAnnounce = useIsManager();
  const upcoming = useUpcoming();
  const others = useOtherAnnouncements();
  const form = useForm();
  const confirmAndDelete = useDeletion();
  const card = (announcement: Announcement) => (
    <AnnouncementCard
      announcement={announcement}
      timeZone={timeZone}
      onEdit={() => form.edit(announcement)}
      onDelete={() => void confirmAndDelete(announcement)}
    />
  );
  const create = canAnnounce && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={form.create}
      className="max-sm:order-first max-sm:mb-3 max-sm:w-full"
    >
      Create Announcement
    </Button>
  );
  return (
    <div className="flex flex-col gap-8">
      <Section title="Upcoming This Week" actions={create}>
        <AnnouncementList
          label="Upcoming This Week"
          read={upcoming}
          rows={upcoming.data && earliestFirst(upcoming.data.rows)}
          skeletons={2}
          empty={<NothingUpcoming />}
        >
          {card}
        </AnnouncementList>
      </Section>
      <Section title="All Announcements">
        <AnnouncementList
          label="All Announcements"
          read={others}
          rows={others.data?.rows}
          skeletons={4}
          empty={
            <NoOtherAnnouncements canAnnounce={canAnnounce} elsewhere={(upcoming.data?.total ?? 0) > 0} />
          }
        >
          {card}
        </AnnouncementList>
        {others.data && others.hasNextPage && <ShowMore list={others} />}
      </Section>
      <AnnouncementDialog open={form.open} onOpenChange={form.setOpen} announcement={form.announcement} />
    </div>
  );
}

AnnouncementsPage.prefetch = () => prefetchQuery(upcomingQuery());

/** The state of the announcement form. */
function useForm() {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null);
  const [open, setOpen] = useState(false);
  function openForm(about: Announcement | null) {
    setAnnouncement(about);
    setOpen(true);
  }
  return { announcement, open, setOpen, create: () => openForm(null), edit: openForm };
}

/** Sorts upcoming announcements by date, earliest first. */
const earliestFirst = (rows: readonly Announcement[]) =>
  rows.toSorted((a, b) => (a.scheduledDate ?? '').localeCompare(b.scheduledDate ?? ''));

function NothingUpcoming() {
  return (
    <p className={`flex items-center gap-3 px-4 py-5 text-muted ${FRAME}`}>
      <CalendarClock aria-hidden className="size-5 shrink-0" />
      Nothing scheduled for the next 7 days.
    </p>
  );
}

function NoOtherAnnouncements({ canAnnounce, elsewhere }: { canAnnounce: boolean; elsewhere: boolean }) {
  const body = canAnnounce
    ? 'Announcements you create appear here for everyone.'
    : 'Meetings, events, and news from your business will appear here.';
  return (
    <EmptyState
      icon={<Megaphone />}
      title={elsewhere ? 'No other announcements' : 'No announcements yet'}
      body={body}
      className={FRAME}
    />
  );
}

/** The query of the paged list, which Home does not need. */

/** Rows per page. */
const PAGE = 20;

/** All announcements that are not upcoming, newest first, page by page. */
const useOtherAnnouncements = () =>
  useInfiniteQuery({
    queryKey: [TOPIC, 'other'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/announcements', {
        query: { when: 'other', limit: PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    meta: { topics: [TOPIC] },
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rows), total: pages[0]?.total ?? 0 }),
  });

/** Length of the preview in the confirmation, in characters. */
const PREVIEW = 100;

/** Deletes an announcement after a confirmation. */
function useDeletion() {
  const deletion = useDeleteAnnouncement();
  return ({ id, title, content }: Announcement) =>
    confirmChange({
      title: 'Delete announcement?',
      body: `${title}: ${shorten(content, PREVIEW)}`,
      change: () => deletion.mutateAsync(id),
      done: 'Announcement deleted successfully',
      failed: 'Failed to delete announcement',
    });
}
