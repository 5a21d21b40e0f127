/** Disputes: what a client reports as not right about a visit, and the answers of managers. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, optionalText, requiredText } from '#platform/contract/fields.ts';
import { DISPUTE_REASONS, DISPUTE_TEXT_MAX } from './disputeRules.ts';

const disputeReason = z.enum(DISPUTE_REASONS);

/** Dispute that the client reports on the signing screen instead of signing. */
export const clientSigningDispute = z.object({ reason: disputeReason, text: z.string().nullable() });
export type ClientSigningDispute = z.output<typeof clientSigningDispute>;

/** A dispute as the client sees it. */
export const receiptDispute = clientSigningDispute.extend({
  at: instant,
  /** Null until a manager answers. */
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
});

/** A dispute in the note. */
export const noteDispute = receiptDispute.extend({ id, answeredByName: z.string().nullable() });

/** The most notes in the list of unanswered disputes. */
export const MAX_OPEN_DISPUTES = 50;

/** A note with an unanswered dispute. */
const openDispute = z.object({
  noteId: id,
  clientName: z.string(),
  employeeName: z.string(),
  workDate: z.string(),
  /** When the client sent the first one without an answer. */
  at: instant,
});

export const disputeInput = z
  .object({ reason: disputeReason, text: optionalText(DISPUTE_TEXT_MAX) })
  .refine(({ reason, text }) => reason !== 'other' || text !== null, {
    path: ['text'],
    error: 'Enter what is not right',
  });

export const disputeContract = contract({
  'GET /api/management/disputes': {
    access: 'manager',
    summary: `The number of notes with an unanswered dispute, and the ${MAX_OPEN_DISPUTES} that are open longest`,
    response: z.object({ total: z.int(), rows: z.array(openDispute) }),
  },
  'POST /api/notes/:id/dispute/resolve': {
    access: 'manager',
    summary: 'Answer the disputes of a note; the client reads the answer at the receipt link',
    params: byId,
    example: () => ({ answer: 'We have talked to the employee.' }),
    body: z.object({
      answer: requiredText(DISPUTE_TEXT_MAX, 'An answer is required'),
      /** The unanswered disputes on screen; with others it is refused with 409 `dispute_changed`. */
      disputeIds: z.array(id).optional(),
    }),
    response: z.array(noteDispute),
  },
});
