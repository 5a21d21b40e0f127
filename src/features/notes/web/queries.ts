import { queryOptions } from '@tanstack/react-query';
import type { notesContract, NoteStatus, ReviewInput } from '#features/notes/contract.ts';
import type { clientsContract } from '#features/clients/contract.ts';
import type { timeContract } from '#features/time/contract.ts';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';

type Notes = typeof notesContract;

const api = client<Notes>();
const clientsApi = client<typeof clientsContract>();
const timeApi = client<typeof timeContract>();

export type NoteRow = AnswerTo<Notes['GET /api/notes/my']>['rows'][number];
export type Note = AnswerTo<Notes['GET /api/notes/:id']>;
export type NoteUnits = AnswerTo<Notes['GET /api/notes/:id/units']>;
export type NoteVersion = AnswerTo<Notes['GET /api/notes/:id/versions']>[number];
export type NoteStats = AnswerTo<Notes['GET /api/management/stats']>;
export type UnitsPreview = AnswerTo<Notes['POST /api/units/preview']>;
type PreviewedVisit = RequestTo<Notes['POST /api/units/preview']>['body'];
export type NoteBody = RequestTo<Notes['POST /api/notes']>['body'];

export type NoteFilters = {
  status?: NoteStatus | undefined;
  category?: string | undefined;
  clientId?: number | undefined;
  authorId?: number | undefined;
};
export type NotePage = NoteFilters & { limit: number; cursor?: string | undefined };

/** The user's own notes, newest first. */
export const myNotesQuery = (query: NotePage) =>
  endpointQuery(api, 'GET /api/notes/my', { topics: ['notes'], query });

/** The latest of the user's own notes that were sent back. */
export const sentBackQuery = () =>
  endpointQuery(api, 'GET /api/notes/my', { topics: ['notes'], query: { status: 'in-progress', limit: 3 } });

/** The notes of the business, for managers. */
export const managedNotesQuery = (query: NotePage) =>
  endpointQuery(api, 'GET /api/management/notes', { topics: ['notes'], query });

export const noteStatsQuery = () => endpointQuery(api, 'GET /api/management/stats', { topics: ['notes'] });

/** The day of each client's latest visit, for managers. */
export const lastVisitsQuery = () =>
  endpointQuery(api, 'GET /api/management/last-visits', { topics: ['notes'] });

/** The whole note with signatures. */
export const noteQuery = (id: number) =>
  endpointQuery(api, 'GET /api/notes/:id', { topics: ['notes'], params: { id } });

/** How the units of a note were computed and deducted. */
export const noteUnitsQuery = (id: number) =>
  endpointQuery(api, 'GET /api/notes/:id/units', { topics: ['notes', 'units'], params: { id } });

/** What the visit in the form would draw from which account. */
export const unitsPreviewQuery = (visit: PreviewedVisit) =>
  queryOptions({
    queryKey: ['units', 'POST /api/units/preview', visit] as const,
    queryFn: ({ signal }) => api('POST /api/units/preview', { body: visit, signal }),
    meta: { topics: ['units', 'clients', 'services', 'notes', 'business'] },
  });

/** Every signed version, newest first. */
export const noteVersionsQuery = (id: number) =>
  endpointQuery(api, 'GET /api/notes/:id/versions', { topics: ['notes'], params: { id } });

/** The user's latest time entries, to warn of overlapping work. */
export const ownHoursQuery = () =>
  endpointQuery(timeApi, 'GET /api/time-entries/my', { topics: ['time'], query: { limit: 50 } });

/** Verifies a client's signature code. The server limits wrong attempts. */
export function verifyCode({ clientId, code }: { clientId: number; code: string }) {
  return clientsApi('POST /api/clients/:id/verify-code', { params: { id: clientId }, body: { code } });
}

/** Submits a note; `attempt` is the idempotency key, the same for every retry. */
export const useSubmitNote = () =>
  useChange(({ body, attempt }: { body: NoteBody; attempt: string }) =>
    api('POST /api/notes', { body, idempotencyKey: attempt }),
  );

/** Resubmits a note that was signed again; `attempt` is the idempotency key. */
export const useResubmitNote = () =>
  useChange(({ id, body, attempt }: { id: number; body: NoteBody; attempt: string }) =>
    api('PUT /api/notes/:id', { params: { id }, body, idempotencyKey: attempt }),
  );

export const useDeleteNote = () =>
  useChange((id: number) => api('DELETE /api/notes/:id', { params: { id } }));

/** Approves, denies, holds, resumes or sends back a note. */
export const useReviewNote = () =>
  useChange(({ id, review, attempt }: { id: number; review: ReviewInput; attempt: string }) =>
    api('PATCH /api/notes/:id/review', { params: { id }, body: review, idempotencyKey: attempt }),
  );

/** The URL of the signed note as a PDF; the request is authenticated by the read-only session cookie. */
export const pdfUrl = (noteId: number): string => `/api/notes/${noteId}/pdf`;
