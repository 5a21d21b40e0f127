/** The paged list, which Home does not load. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, TOPIC } from '#features/announcements/web/queries.ts';

/** Rows per page. */
const PAGE = 20;

/** All announcements that are not upcoming, newest first, page by page. */
export const useOtherAnnouncements = () =>
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
