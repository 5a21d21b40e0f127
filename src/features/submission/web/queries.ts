/** Queries of the note form, apart from those that the first screens load. */

import { queryOptions } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';
import type { clientsContract } from '#features/clients/contract.ts';
import type { submissionContract } from '#features/submission/contract.ts';

type Submission = typeof submissionContract;

const api = client<Submission>();
const clientsApi = client<typeof clientsContract>();

type PreviewedVisit = RequestTo<Submission['POST /api/units/preview']>['body'];

export type UnitsPreview = AnswerTo<Submission['POST /api/units/preview']>;

export type SubmittedNote = AnswerTo<Submission['POST /api/notes']>;
export type NoteBody = RequestTo<Submission['POST /api/notes']>['body'];

/** Previews the units of the visit in the form, and their account. */
export const unitsPreviewQuery = (visit: PreviewedVisit) =>
  queryOptions({
    queryKey: ['units', 'POST /api/units/preview', visit] as const,
    queryFn: ({ signal }) => api('POST /api/units/preview', { body: visit, signal }),
    meta: { topics: ['units', 'clients', 'services', 'notes', 'business'] },
  });

/** Verifies a client's signature code. The server limits wrong attempts. */
export function verifyCode({ clientId, code }: { clientId: number; code: string }) {
  return clientsApi('POST /api/clients/:id/verify-code', { params: { id: clientId }, body: { code } });
}

/** Then the note is kept on the device and sent from there, so that employee and client need not wait. */
const SUBMIT_TIMEOUT_MS = 15_000;

/** Submits a note; `submissionKey` is the idempotency key, the same for every retry. */
export const useSubmitNote = () =>
  useChange(({ body, submissionKey }: { body: NoteBody; submissionKey: string }) =>
    api('POST /api/notes', { body, idempotencyKey: submissionKey, timeout: SUBMIT_TIMEOUT_MS }),
  );

/** Resubmits a note that was signed again. */
export const useResubmitNote = () =>
  useChange(({ id, body, submissionKey }: { id: number; body: NoteBody; submissionKey: string }) =>
    api('PUT /api/notes/:id', { params: { id }, body, idempotencyKey: submissionKey }),
  );
