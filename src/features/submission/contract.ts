/** Submitting a signed note, and previewing its units. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId } from '#platform/contract/fields.ts';
import { note } from '#features/notes/contract.ts';
import { resubmissionInput, submissionInput } from '#features/notes/inputContract.ts';
import { unitsPreview, unitsPreviewInput } from './unitsPreviewContract.ts';

export const submissionContract = contract({
  'POST /api/units/preview': {
    access: 'member',
    summary: 'Preview the units a note would use and their account',
    example: (ids) => ({
      clientId: ids['client'],
      category: 'sustaining',
      workDate: '2026-03-02',
      startTime: '09:00',
      endTime: '10:00',
    }),
    body: unitsPreviewInput,
    response: unitsPreview,
  },
  'POST /api/notes': {
    access: 'member',
    summary: 'Submit a signed note: deducts the units, writes the time entry and the evidence',
    body: submissionInput,
    keyField: 'captureId',
    allowsSendingOnly: true,
    status: 201,
    // `different` when the capture was stored with other content before; the answer is the first note, with 200.
    response: note.extend({ different: z.literal(true).optional() }),
  },
  'PUT /api/notes/:id': {
    access: 'member',
    summary: 'Resubmit one of your notes that is pending or was sent back; both sign again',
    params: byId,
    body: resubmissionInput,
    response: note,
  },
});
