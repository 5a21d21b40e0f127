import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { announcementsContract } from '#features/announcements/contract.ts';

type Announcements = typeof announcementsContract;

export const api = client<Announcements>();

export type Announcement = AnswerTo<Announcements['GET /api/announcements']>['rows'][number];
export type AnnouncementBody = RequestTo<Announcements['POST /api/announcements']>['body'];

export const TOPIC = 'announcements';

/** How many the home screen shows. */
export const LATEST = 3;

/** The page size, larger than the number of announcements in a week. */
const UPCOMING_LIMIT = 200;

/** The newest announcements. */
export const latestQuery = () =>
  endpointQuery(api, 'GET /api/announcements', { topics: [TOPIC], query: { limit: LATEST } });

export const useLatestAnnouncements = () => useQuery(latestQuery());

/** Announcements scheduled within the next seven days. */
export const upcomingQuery = () =>
  endpointQuery(api, 'GET /api/announcements', {
    topics: [TOPIC],
    query: { when: 'upcoming', limit: UPCOMING_LIMIT },
  });

export const useUpcoming = () => useQuery(upcomingQuery());

/** Creates an announcement; a repeated submit with the same key creates one. */
export const useCreateAnnouncement = () =>
  useChange(({ body, idempotencyKey }: { body: AnnouncementBody; idempotencyKey: string }) =>
    api('POST /api/announcements', { body, idempotencyKey }),
  );

export const useChangeAnnouncement = () =>
  useChange(({ id, body }: { id: number; body: AnnouncementBody }) =>
    api('PUT /api/announcements/:id', { params: { id }, body }),
  );

export const useDeleteAnnouncement = () =>
  useChange((id: number) => api('DELETE /api/announcements/:id', { params: { id } }));
