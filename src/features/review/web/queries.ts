import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { reviewContract, ReviewInput } from '#features/review/contract.ts';

type Review = typeof reviewContract;

const api = client<Review>();

export type LateNotes = AnswerTo<Review['GET /api/reports/late-notes']>;
export type ReviewSummary = AnswerTo<Review['GET /api/reports/review/summary']>;

/** Authors with notes that are late, for managers. */
export const lateNotesQuery = () =>
  endpointQuery(api, 'GET /api/reports/late-notes', { topics: ['notes', 'business'] });

/** Reviews by author and by month since a day, for managers. */
export const reviewSummaryQuery = (from: string) =>
  endpointQuery(api, 'GET /api/reports/review/summary', {
    topics: ['notes', 'business'],
    query: { from },
  });

/** Approves, denies, holds, resumes or sends back a note. */
export const useReviewNote = () =>
  useChange(({ id, review, attempt }: { id: number; review: ReviewInput; attempt: string }) =>
    api('PATCH /api/notes/:id/review', { params: { id }, body: review, idempotencyKey: attempt }),
  );
