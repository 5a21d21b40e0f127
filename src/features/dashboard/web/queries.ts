import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { dashboardContract } from '#features/dashboard/contract.ts';
import { forecastQuery } from '#features/forecast/web/queries.ts';
import type { notesContract } from '#features/notes/contract.ts';

const api = client<typeof dashboardContract>();
const notesApi = client<typeof notesContract>();

export type DashboardStats = AnswerTo<(typeof dashboardContract)['GET /api/dashboard']>;
export type RecentNote = AnswerTo<(typeof notesContract)['GET /api/notes']>['rows'][number];

/** How many notes the dashboard shows. */
export const RECENT = 6;

/** How many accounts the dashboard shows. */
export const ATTENTION = 5;

/** The accounts of units that need attention, worst first. For managers. */
export const attentionQuery = () => forecastQuery(ATTENTION);

/** The numbers of the tiles; they depend on the business's time zone. */
export const dashboardStatsQuery = () =>
  endpointQuery(api, 'GET /api/dashboard', { topics: ['notes', 'business'] });

export const useDashboardStats = () => useQuery(dashboardStatsQuery());

/** The newest notes: all for managers, your own for others. */
export const recentNotesQuery = () =>
  endpointQuery(notesApi, 'GET /api/notes', { topics: ['notes'], query: { limit: RECENT } });

export const useRecentNotes = () => useQuery(recentNotesQuery());
