/** A word in everything that one business owns never reaches users of another, in lists, files and exports. Walks every read. */

import { beforeAll, describe, expect, test } from 'vitest';
import { createAnnouncement } from '#tests/support/factories/announcements.ts';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { buildRequest, listReads } from '#tests/support/factories/endpointRequests.ts';
import { buildPdf, uploadDocument, uploadResource } from '#tests/support/factories/files.ts';
import { sendMessage } from '#tests/support/factories/messages.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import {
  createSeededBusiness,
  mayCall,
  type Ids,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { readSheet } from '#tests/support/helpers/xlsx.ts';

/** Neither a word of the product nor a name, so a search finds nothing else. */
const CANARY = 'Zwitscherling';

const reads = listReads(CANARY);
type Read = (typeof reads)[number];

const api = useApi({ RATE_LIMITS: 'off' });
let victim: SeededBusiness;
let attacker: SeededBusiness;
beforeAll(async () => {
  victim = await addCanaries(await createSeededBusiness(api));
  attacker = await createSeededBusiness(api);
});

/** Writes the word into every text that people of the business can change. */
async function addCanaries(seeded: SeededBusiness): Promise<SeededBusiness> {
  const { business, manager, employee, ids } = seeded;
  const { token } = manager;
  const name = { firstName: CANARY, lastName: CANARY };
  const client = { params: { id: ids.client } };
  await api.ok(business.admin.token, 'PUT /api/business', { body: { name: CANARY } });
  await api.ok(token, 'PUT /api/clients/:id', { ...client, body: { contactName: CANARY } });
  await api.ok(token, 'PUT /api/users/:id/profile', { params: { id: employee.id }, body: name });
  await api.ok(token, 'POST /api/clients/:id/services', { ...client, body: { serviceName: CANARY } });
  const colleague = await createPerson(api, business, { form: { ...name, position: CANARY } });
  const assigned = { clientId: ids.client, employeeId: colleague.id, role: CANARY, notes: CANARY };
  await createAssignment(api, { admin: manager }, assigned);
  await createAnnouncement(api, token, { title: CANARY, content: CANARY });
  await uploadResource(api, token, { title: CANARY, description: CANARY });
  await uploadDocument(api, token, { clientId: ids.client, name: `${CANARY}.pdf`, description: CANARY });
  const draft = { draftName: CANARY, description: CANARY, clientId: ids.client };
  await api.ok(employee.token, 'POST /api/drafts', { body: draft });
  await sendMessage(api, { from: manager, to: employee }, { subject: CANARY, content: CANARY });
  const texts = { title: CANARY, description: `${CANARY} and more`, summary: `${CANARY} and more` };
  const note = await createSignedNote(api, employee, { clientId: ids.client, ...texts });
  const bytes = buildPdf(CANARY);
  const document = await uploadDocument(api, token, { clientId: ids.client, bytes });
  const resource = await uploadResource(api, token, { file: { name: 'Handbook.pdf', bytes } });
  return { ...seeded, ids: { ...ids, note: note.id, document: document.id, resource: resource.id } };
}

/** A response with its headers as text: JSON, text, and the cells of a sheet. */
async function readText(token: string, { name, query }: Read, ids: Ids) {
  const { method, url } = buildRequest(name, ids);
  const headers = { authorization: `Bearer ${token}` };
  const response = await api.server.app.inject({ method: method as 'GET', url, query, headers });
  const isSheet = String(response.headers['content-type']).includes('spreadsheetml');
  const body = isSheet ? JSON.stringify(await readSheet(response.rawPayload)) : response.payload;
  return { status: response.statusCode, text: JSON.stringify(response.headers) + body };
}

describe('users of another business do not receive the word in', () => {
  test.each(reads)('$name $query', async (read) => {
    const { business, manager, employee, ids } = attacker;
    for (const { token } of [business.admin, manager, employee]) {
      const own = await readText(token, read, ids);
      const isForbidden = token === employee.token && !mayCall('employee', read.access);
      expect(own.status === 403 || !isForbidden).toBe(true);
      expect(own.text).not.toContain(CANARY);
      expect((await readText(token, read, victim.ids)).text).not.toContain(CANARY);
    }
  });
});

test('users of the business itself receive it in lists, files and exports, so the checks above look in the right responses', async () => {
  const withCanary = new Set<string>();
  for (const read of reads) {
    for (const { token } of [victim.manager, victim.employee]) {
      const { text } = await readText(token, read, victim.ids);
      const parameters = Object.values(read.query).filter((value) => !/^\d/.test(value));
      if (text.includes(CANARY))
        withCanary.add([read.name.replace('GET /api/', ''), ...parameters].join(':'));
    }
  }
  const expected = `announcements audit audit/export business business-resources business-resources/:id/file
    client-assignments clients clients/:id/assignments clients/:id/documents clients/:id/ledger clients/:id/services
    documents/:id/file drafts employees management/notes messages/inbox messages/sent notes notes/:id notes/my
    notes/search:${CANARY} payroll/week payroll/export:entries:csv payroll/export:entries:xlsx
    payroll/export:people:csv payroll/export:people:xlsx time-entries/all time-entries/my users`;
  expect([...withCanary]).toEqual(expect.arrayContaining(expected.split(/\s+/)));
});
