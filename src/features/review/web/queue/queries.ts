/** Queries of the queue, apart from those that the first screens load. */

import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { reviewContract } from '#features/review/contract.ts';

type Review = typeof reviewContract;

const api = client<Review>();

export type QueueRow = AnswerTo<Review['GET /api/review/queue']>['rows'][number];
export type ApproveResult = AnswerTo<Review['POST /api/management/notes/approve-many']>[number];

export type QueueFilters = {
  status?: 'in-review' | undefined;
  category?: string | undefined;
  clientId?: number | undefined;
  authorId?: number | undefined;
  /** First and last work date. */
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  warnings?: true | undefined;
  resubmitted?: true | undefined;
};
export type QueuePage = QueueFilters & { limit: number; cursor?: string | undefined };

/** The notes to review, oldest work date first. */
export const reviewQueueQuery = ({ warnings, resubmitted, ...query }: QueuePage) =>
  endpointQuery(api, 'GET /api/review/queue', {
    topics: ['notes'],
    query: { ...query, ...(warnings && { warnings: 'true' }), ...(resubmitted && { resubmitted: 'true' }) },
  });

/** Approves notes without warnings; each succeeds or fails on its own. `attempt` is the idempotency key. */
export const useApproveNotes = () =>
  useChange(({ notes, attempt }: { notes: { id: number; version: number }[]; attempt: string }) =>
    api('POST /api/management/notes/approve-many', { body: { notes }, idempotencyKey: attempt }),
  );
