/** Checks that authors read neither the rate nor the payer's reference of the authorization of their notes. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { storeEarlierForm } from '#tests/support/factories/earlierForms.ts';
import { buildRequest, listReads } from '#tests/support/factories/endpointRequests.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createSeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const REFERENCE = 'PA-90715-Q';
const RATE = '83.17';
const PDF = 'GET /api/notes/:id/pdf';
const listMemberReads = () => listReads('budget').filter(({ access }) => access === 'member');
const SHOWN_TO_MANAGERS = ['GET /api/notes/:id/evidence', 'GET /api/clients/:id/services', PDF];

/** The texts of answers to the reads of a user, by endpoint. */
async function readAll(
  token: string,
  { ids, names }: { ids: Parameters<typeof buildRequest>[1]; names: string[] },
): Promise<[name: string, text: string][]> {
  const texts: [string, string][] = [];
  for (const { name, query } of listMemberReads().filter((one) => names.includes(one.name))) {
    if (name === PDF) continue;
    const { body } = await api.send(token, { ...buildRequest(name, ids), query });
    texts.push([name, JSON.stringify(body)]);
  }
  const { rawPayload } = await api.server.app.inject({
    method: 'GET',
    url: `/api/notes/${ids.note}/pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  const { pages, attached } = await readPdf(rawPayload);
  return [...texts, [PDF, JSON.stringify([pages, attached])]];
}

test('an author reads neither rate nor authorization number of a note anywhere, a manager both [15.evidence.1,2]', async () => {
  const { business, manager, employee, ids } = await createSeededBusiness(api);
  const clientId = ids.client;
  await createAuthorization(api, business, { clientId, reference: REFERENCE, unitRate: RATE });
  const note = await api.ok(employee.token, 'POST /api/notes', { body: buildNoteForm(clientId) });
  await storeEarlierForm(api, 'quarterhour-note-4', { businessId: business.id, noteId: note.id });
  const params = { id: note.id };
  const own = { ...ids, note: note.id };
  const checkReads = async () => {
    const names = listMemberReads().map(({ name }) => name);
    const ofAuthor = await readAll(employee.token, { ids: own, names });
    expect(ofAuthor.length).toBeGreaterThan(50);
    const ofManager = await readAll(manager.token, { ids: own, names: SHOWN_TO_MANAGERS });
    for (const secret of [REFERENCE, RATE]) {
      const find = (texts: [string, string][]) => texts.filter(([, text]) => text.includes(secret));
      expect(find(ofAuthor)).toEqual([]);
      expect(
        find(ofManager)
          .map(([name]) => name)
          .toSorted(),
      ).toEqual(SHOWN_TO_MANAGERS.toSorted());
    }
  };
  await checkReads();
  const again = { params, body: buildNoteForm(clientId, { title: 'Again' }) };
  const signed = await api.ok(employee.token, 'PUT /api/notes/:id', again);
  const { workDate, startTime, endTime, category } = buildNoteForm(clientId);
  const visit = { clientId, workDate, startTime, endTime, category };
  const preview = await api.ok(employee.token, 'POST /api/units/preview', { body: visit });
  expect(JSON.stringify([note, signed, preview])).not.toMatch(new RegExp(`${REFERENCE}|${RATE}`));
  await api.ok(manager.token, 'PATCH /api/notes/:id/review', { params, body: { action: 'approve' } });
  await checkReads();
}, 60_000);
