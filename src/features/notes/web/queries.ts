import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { notesContract, NoteStatus } from '#features/notes/contract.ts';
import type { disputeContract } from '#features/notes/disputeContract.ts';

type Notes = typeof notesContract;

const api = client<Notes>();
const disputeApi = client<typeof disputeContract>();

export type NoteRow = AnswerTo<Notes['GET /api/notes/my']>['rows'][number];
/** A row of the lists for managers, with its checks. */
export type ManagedNoteRow = AnswerTo<Notes['GET /api/management/notes']>['rows'][number];
export type ClientNoteRow = AnswerTo<Notes['GET /api/clients/:id/notes']>['rows'][number];
export type Note = AnswerTo<Notes['GET /api/notes/:id']>;
export type NoteUnits = AnswerTo<Notes['GET /api/notes/:id/units']>;
export type NoteVersion = AnswerTo<Notes['GET /api/notes/:id/versions']>[number];
export type NoteStats = AnswerTo<Notes['GET /api/management/stats']>;
export type OpenDispute = AnswerTo<(typeof disputeContract)['GET /api/management/disputes']>['rows'][number];

export type NoteFilters = {
  status?: NoteStatus | undefined;
  category?: string | undefined;
  clientId?: number | undefined;
  authorId?: number | undefined;
};
export type NotePage = NoteFilters & { limit: number; cursor?: string | undefined };

/** Rows of a page of My Notes. */
export const MY_NOTES_PAGE = 10;

/** The user's own notes, newest first. */
export const myNotesQuery = (query: NotePage) =>
  endpointQuery(api, 'GET /api/notes/my', {
    topics: ['notes'],
    query,
    // Without a network, the first page has the last notes (offline/keepTexts.ts encrypts them).
    keep: query.cursor || query.status || query.category ? undefined : () => undefined,
  });

/** The latest of the user's own notes that were sent back. */
export const sentBackQuery = () =>
  endpointQuery(api, 'GET /api/notes/my', {
    topics: ['notes'],
    query: { status: 'in-progress', limit: 3 },
    keep: (page) => page,
  });

/** The notes of the business, for managers. */
export const managedNotesQuery = (query: NotePage) =>
  endpointQuery(api, 'GET /api/management/notes', { topics: ['notes'], query });

/** The notes of a client that the user can see, latest visit first. */
export const clientNotesQuery = (clientId: number, query: Omit<NotePage, 'clientId'>) =>
  endpointQuery(api, 'GET /api/clients/:id/notes', {
    topics: ['notes', 'assignments'],
    params: { id: clientId },
    query,
  });

export const noteStatsQuery = () => endpointQuery(api, 'GET /api/management/stats', { topics: ['notes'] });

/** The notes with an unanswered dispute, for managers. */
export const openDisputesQuery = () =>
  endpointQuery(disputeApi, 'GET /api/management/disputes', { topics: ['notes'] });

/** The day of each client's latest visit, for managers. */
export const lastVisitsQuery = () =>
  endpointQuery(api, 'GET /api/management/last-visits', { topics: ['notes'] });

/** The whole note with signatures. */
export const noteQuery = (id: number) =>
  endpointQuery(api, 'GET /api/notes/:id', { topics: ['notes'], params: { id } });

/** The same for the author; its texts open without a network. */
export const ownNoteQuery = (id: number) =>
  endpointQuery(api, 'GET /api/notes/:id', { topics: ['notes'], params: { id }, keep: keepTexts });

/** A note without its signatures and other work at the same time. */
const keepTexts = (note: Note): Note => ({
  ...note,
  employeeSignature: null,
  clientSignature: null,
  overlaps: [],
});

/** How the units of a note were computed and deducted. */
export const noteUnitsQuery = (id: number) =>
  endpointQuery(api, 'GET /api/notes/:id/units', { topics: ['notes', 'units'], params: { id } });

/** Every signed version, newest first. */
export const noteVersionsQuery = (id: number) =>
  endpointQuery(api, 'GET /api/notes/:id/versions', { topics: ['notes'], params: { id } });

export const useDeleteNote = () =>
  useChange((id: number) => api('DELETE /api/notes/:id', { params: { id } }));

/** The URL of the signed note as a PDF; the request is authenticated by the read-only session cookie. */
export const pdfUrl = (noteId: number): string => `/api/notes/${noteId}/pdf`;
