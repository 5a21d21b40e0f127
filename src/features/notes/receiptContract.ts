/** Receipts: what the client sees of a note behind its link, without an account. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, decimal, occurrence } from '#platform/contract/fields.ts';
import { language } from '#features/clients/contract.ts';
import { noteStatus } from './contract.ts';
import { disputeInput, receiptDispute } from './disputeContract.ts';
import { receiptLink } from './receiptLinkContract.ts';

const byToken = z.object({ token: z.string() });

export const receipt = z.object({
  businessName: z.string(),
  /** First name and initial. */
  employeeName: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  startOccurrence: occurrence,
  endOccurrence: occurrence,
  /** IANA zone of the business. */
  timeZone: z.string(),
  minutes: z.int(),
  units: decimal,
  /** Units available now in the account of the note. */
  unitsLeft: decimal,
  status: noteStatus,
  language,
  /** The description; null unless the business shows it. */
  text: z.string().nullable(),
  /** Reports of the client, oldest first. */
  disputes: z.array(receiptDispute),
});

export const receiptContract = contract({
  'GET /api/receipts/:token': {
    access: 'public',
    secretAddress: true,
    summary: 'The receipt of a note, for the holder of its link',
    params: byToken,
    response: receipt,
  },
  'POST /api/receipts/:token/dispute': {
    access: 'public',
    summary: 'Report that something about the visit is not right, for the holder of the receipt link',
    secretAddress: true,
    params: byToken,
    example: () => ({ reason: 'not_here' }),
    body: disputeInput,
    status: 201,
    response: receiptDispute,
  },
  'POST /api/notes/:id/receipt': {
    access: 'manager',
    summary: 'Make a new receipt link and revoke the old one; its address is shown only once',
    params: byId,
    status: 201,
    showsSecret: true,
    response: receiptLink.extend({ url: z.string() }),
  },
  'DELETE /api/notes/:id/receipt': {
    access: 'manager',
    summary: "Revoke a note's receipt link",
    params: byId,
    response: null,
  },
});
