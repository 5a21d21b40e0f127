/** Apart from the other reads: Home, which needs those, has no list that is read further and further. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, TOPIC } from '#features/announcements/web/queries.ts';

/** How many are shown at a time. */
const PAGE = 20;

/** All that is not upcoming, newest first, read further and further. */
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
