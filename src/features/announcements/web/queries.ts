import { useQuery } from '@tanstack/react-query';
import { client } from '#platform/web/api.ts';
import type { AnswerTo, RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { announcementsContract } from '#features/announcements/contract.ts';

type Announcements = typeof announcementsContract;

export const api = client<Announcements>();

export type Announcement = AnswerTo<Announcements['GET /api/announcements']>['rows'][number];
export type AnnouncementBody = RequestTo<Announcements['POST /api/announcements']>['body'];

export const TOPIC = 'announcements';

/** How many the home screen shows. */
export const LATEST = 3;

/** Far more than any business has in a week. */
const WEEK_AT_MOST = 200;

/** The newest announcements. */
export const latestQuery = () =>
  endpointQuery(api, 'GET /api/announcements', { topics: [TOPIC], query: { limit: LATEST } });

export const useLatestAnnouncements = () => useQuery(latestQuery());

/** What is scheduled within the next seven days. */
export const upcomingQuery = () =>
  endpointQuery(api, 'GET /api/announcements', {
    topics: [TOPIC],
    query: { when: 'upcoming', limit: WEEK_AT_MOST },
  });

export const useUpcoming = () => useQuery(upcomingQuery());

/** Announces something; the key makes a repeated press one announcement. */
export const useCreateAnnouncement = () =>
  useChange(
    ({ body, idempotencyKey }: { body: AnnouncementBody; idempotencyKey: string }) =>
      api('POST /api/announcements', { body, idempotencyKey }),
    [TOPIC],
  );

export const useChangeAnnouncement = () =>
  useChange(
    ({ id, body }: { id: number; body: AnnouncementBody }) =>
      api('PUT /api/announcements/:id', { params: { id }, body }),
    [TOPIC],
  );

export const useDeleteAnnouncement = () =>
  useChange((id: number) => api('DELETE /api/announcements/:id', { params: { id } }), [TOPIC]);
