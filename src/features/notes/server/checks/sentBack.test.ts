/** The checks of a note that was sent back, while its author has not signed it again. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { describeVisit, useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { drawSignature } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, listCodes, findCheck, remove, review } = useCheckedNotes(api, business);

/** A note of 10:00 to 11:00 that was sent back, and a colleague who is assigned to both clients. */
async function createSentBack(fields: Record<string, unknown> = {}) {
  const visits = await createVisits();
  const { author: colleague } = await createVisits();
  for (const { id: clientId } of visits.clients) {
    await createAssignment(api, business, { clientId, employeeId: colleague.id });
  }
  const note = await submit(visits.author, { clientId: visits.clientId, ...fields });
  await review(note.id, { action: 'return', comment: 'Please name the bus.' });
  expect(await listCodes(note.id)).toEqual([]);
  return { ...visits, colleague, id: note.id };
}

type SentBack = Awaited<ReturnType<typeof createSentBack>>;
const description = describeVisit();
const clientSignature = drawSignature();
const noon = { startTime: '12:00', endTime: '13:00' };
const atNoon = '2026-03-03T19:05:00Z';

const causes: [string, Record<string, unknown>, (sentBack: SentBack) => Promise<{ id: number }>][] = [
  ['author_overlap', {}, ({ author, otherClientId: clientId }) => submit(author, { clientId })],
  ['client_overlap', {}, ({ colleague, clientId }) => submit(colleague, { clientId })],
  [
    'signature_reused',
    { clientSignature },
    ({ colleague, otherClientId: clientId }) =>
      submit(colleague, { clientId, clientSignature, ...noon }, atNoon),
  ],
  [
    'text_repeated',
    { description },
    ({ author, clientId }) => submit(author, { clientId, description, ...noon }, atNoon),
  ],
  [
    'author_long_day',
    {},
    ({ author, clientId }) =>
      submit(author, { clientId, startTime: '11:00', endTime: '23:59' }, '2026-03-04T06:05:00Z').then(
        async (day) => {
          await submit(author, { clientId, startTime: '08:00', endTime: '10:00' }, '2026-03-04T06:05:00Z');
          return day;
        },
      ),
  ],
];

test.each(causes)(
  'a note that was sent back gets %s with the cause, and loses it again [12.checks.5]',
  async (code, fields, cause) => {
    const sentBack = await createSentBack(fields);
    for (const end of [remove, (id: number) => review(id, { action: 'deny', reason: 'Not there' })]) {
      const { id } = await cause(sentBack);
      expect((await findCheck(sentBack.id, code))?.relatedNoteIds).toContain(id);
      await end(id);
      expect(await listCodes(sentBack.id)).not.toContain(code);
    }
  },
);
