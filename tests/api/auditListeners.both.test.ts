/** Reactions to what is recorded in the audit log, in the transaction that records it. */

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditListener, Services } from '#platform/server/context.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi();
let business: TestBusiness;
let person: { id: number };
let original: Services['auditListeners'];
beforeEach(async () => {
  original = api.server.services.auditListeners;
  business = await createBusiness(api);
  person = await createPerson(api, business);
});
afterEach(() => {
  api.server.services.auditListeners = original;
});
const addListener = (onRecorded: AuditListener['onRecorded']) => {
  api.server.services.auditListeners = [...original, { onRecorded }];
};

/** Reads the text of a listener: the biography of the person, which no request of these tests changes. */
const readBio = async () =>
  (await api.sql<{ bio: string | null }>('select bio from users where id = $1', [person.id]))[0]?.bio;
const rename = () =>
  api.call(business.admin.token, 'PUT /api/users/:id/profile', {
    params: { id: person.id },
    body: { lastName: 'Renamed' },
  });

test('a listener reads and writes in the transaction of the event, after its other statements', async () => {
  addListener(async (tx, event, { businessId }) => {
    if (event.type !== 'person.changed') return;
    await tx.execute(
      sql`update users set bio = last_name || ${event.details.changed.join()} where business_id = ${businessId} and id = ${event.id}`,
    );
  });
  expect((await rename()).status).toBe(200);
  expect(await readBio()).toBe('RenamedlastName');
});

test('an error of a listener rolls back what was recorded', async () => {
  addListener(async () => {
    throw new Error('no');
  });
  expect((await rename()).status).toBe(500);
  const rows = await api.sql(`select from audit_log where business_id = $1 and action = 'changed'`, [
    business.id,
  ]);
  expect(rows).toEqual([]);
  api.server.services.auditListeners = original;
  expect((await rename()).status).toBe(200);
});

test('what a refused request recorded is committed with the reactions to it', async () => {
  const client = await createClient(api, business);
  addListener(async (tx, { type }, { businessId }) => {
    if (type !== 'client.code_refused') return;
    await tx.execute(
      sql`update users set bio = ${type} where business_id = ${businessId} and id = ${person.id}`,
    );
  });
  const refused = await api.call(business.admin.token, 'POST /api/notes', {
    body: buildNoteForm(client.id, { clientSignatureCode: 'no such code' }),
  });
  expect([refused.status, refused.error?.code]).toEqual([400, 'invalid']);
  expect(await readBio()).toBe('client.code_refused');
});
