/**
 * A word that stands in everything that one business owns, and in nothing that the people of another can read: not in
 * lists, which take no id, nor in files. Walks every reading endpoint of the product by itself.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createAnnouncement } from '#tests/support/factories/announcements.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import { uploadDocument, uploadResource, buildPdf } from '#tests/support/factories/files.ts';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { createSeededBusiness, getRowKind } from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { listReads } from '#tests/support/factories/writeRequests.ts';
import { readSheet } from '#tests/support/helpers/xlsx.ts';

/** No word of the product, no name, and found by the search. */
const CANARY = 'Zwitscherling';

const reads = listReads(CANARY);

const api = useApi({ RATE_LIMITS: 'off' });
let victim: SeededBusiness;
let attacker: SeededBusiness;
beforeAll(async () => {
  victim = await marked(await createSeededBusiness(api));
  attacker = await createSeededBusiness(api);
});

/** The same business with the word in all that its people can write. */
async function marked(seeded: SeededBusiness): Promise<SeededBusiness> {
  const { business, manager, employee, ids } = seeded;
  const { token } = manager;
  const named = { firstName: CANARY, lastName: CANARY };
  await api.ok(business.admin.token, 'PUT /api/business', { body: { name: CANARY } });
  const client = { params: { id: ids.client } };
  await api.ok(token, 'PUT /api/clients/:id', { ...client, body: { contactName: CANARY } });
  await api.ok(token, 'PUT /api/users/:id/profile', { params: { id: employee.id }, body: named });
  await api.ok(token, 'POST /api/clients/:id/services', { ...client, body: { serviceName: CANARY } });
  const colleague = await createPerson(api, business, { form: { ...named, position: CANARY } });
  const assigned = { employeeId: colleague.id, role: CANARY, notes: CANARY };
  await api.ok(token, 'POST /api/clients/:id/assignments', { ...client, body: assigned });
  const title = { title: CANARY, content: CANARY };
  await createAnnouncement(api, token, title);
  await uploadResource(api, token, { title: CANARY, description: CANARY });
  await uploadDocument(api, token, { clientId: ids.client, name: `${CANARY}.pdf`, description: CANARY });
  const draft = { draftName: CANARY, description: CANARY, clientId: ids.client };
  await api.ok(employee.token, 'POST /api/drafts', { body: draft });
  const texts = { title: CANARY, description: `${CANARY} and more`, summary: `${CANARY} and more` };
  const note = await createSignedNote(api, employee, { clientId: ids.client, ...texts });
  const message = buildMessageForm(employee.id, { subject: CANARY, content: CANARY });
  await api.ok(token, 'POST /api/messages', { body: message });
  const document = await uploadDocument(api, token, { clientId: ids.client, bytes: buildPdf(CANARY) });
  const handbook = { name: 'Handbook.pdf', bytes: buildPdf(CANARY) };
  const resource = await uploadResource(api, token, { file: handbook });
  return { ...seeded, ids: { ...ids, note: note.id, document: document.id, resource: resource.id } };
}

interface Read {
  name: string;
  id: number;
  query: Record<string, string>;
}

/** Whatever an answer shows, its headers included: JSON, text, and the cells of a sheet. */
async function shown(token: string, { name, id, query }: Read): Promise<{ status: number; text: string }> {
  const { method, url } = buildAddress(name, { id, clientId: id, employeeId: id });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await api.server.app.inject({ method: method as 'GET', url, query, headers });
  const isSheet = String(answer.headers['content-type']).includes('spreadsheetml');
  const body = isSheet ? JSON.stringify(await readSheet(answer.rawPayload)) : answer.payload;
  return { status: answer.statusCode, text: JSON.stringify(answer.headers) + body };
}

const idOf = (name: string, { ids }: SeededBusiness) => (name.includes('/:') ? ids[getRowKind(name)] : 0);

describe('the people of another business never read the word', () => {
  test.each(reads)('$name $query', async ({ name, access, query }) => {
    const { business, manager, employee } = attacker;
    for (const { token } of [business.admin, manager, employee]) {
      const own = await shown(token, { name, id: idOf(name, attacker), query });
      const isRefused = token === employee.token && access === 'manager';
      expect(isRefused && own.status !== 403).toBe(false);
      expect(own.text).not.toContain(CANARY);
      const foreign = await shown(token, { name, id: idOf(name, victim), query });
      expect(foreign.text).not.toContain(CANARY);
    }
  });
});

test('its own people read it in lists, in files and in exports, so the checks above look in the right responses', async () => {
  const found = new Set<string>();
  for (const { name, query } of reads) {
    for (const { token } of [victim.manager, victim.employee]) {
      const { text } = await shown(token, { name, id: idOf(name, victim), query });
      if (text.includes(CANARY)) found.add([name, ...Object.values(query)].join(' '));
    }
  }
  const year = '2026-01-01 2026-12-31';
  expect([...found]).toEqual(
    expect.arrayContaining([
      'GET /api/announcements',
      'GET /api/audit',
      'GET /api/audit/export',
      'GET /api/business',
      'GET /api/business-resources',
      'GET /api/business-resources/:id/file',
      'GET /api/client-assignments',
      'GET /api/clients',
      'GET /api/clients/:id/assignments',
      'GET /api/clients/:id/documents',
      'GET /api/clients/:id/ledger',
      'GET /api/clients/:id/services',
      'GET /api/documents/:id/file',
      'GET /api/drafts',
      'GET /api/employees',
      'GET /api/management/notes',
      'GET /api/messages/inbox',
      'GET /api/messages/sent',
      'GET /api/notes',
      'GET /api/notes/:id',
      'GET /api/notes/my',
      `GET /api/notes/search ${CANARY}`,
      'GET /api/payroll/week 2026-03-02',
      `GET /api/payroll/export ${year} entries csv`,
      `GET /api/payroll/export ${year} entries xlsx`,
      `GET /api/payroll/export ${year} people csv`,
      `GET /api/payroll/export ${year} people xlsx`,
      'GET /api/time-entries/all',
      'GET /api/time-entries/my',
      'GET /api/users',
    ]),
  );
});
