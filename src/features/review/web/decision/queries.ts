/** Queries of the open note, apart from those that the first screens load. */

import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import { BOTH } from '#features/mail/web/queries.ts';
import type { notesContract } from '#features/notes/contract.ts';
import type { reviewContract } from '#features/review/contract.ts';

type Review = typeof reviewContract;

const notesApi = client<typeof notesContract>();
const reviewApi = client<Review>();

export type NoteChange = AnswerTo<Review['GET /api/notes/:id/changes']>[number];

/** Reads the changes between the last two signed versions, word by word. */
export const noteChangesQuery = (id: number) =>
  endpointQuery(reviewApi, 'GET /api/notes/:id/changes', { topics: ['notes'], params: { id } });

/** The user's messages about a note, newest first. */
export const noteMessagesQuery = (id: number) =>
  endpointQuery(notesApi, 'GET /api/notes/:id/messages', { topics: ['notes', ...BOTH], params: { id } });
