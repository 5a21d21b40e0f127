import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { uploadDocument } from '#tests/support/factories/files.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { captureStatements, type CapturedStatement } from '#tests/support/helpers/statements.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let author: Account;
let clientId: number;

beforeAll(async () => {
  const visit = await createAssignedClient(api, business);
  [author, clientId] = [visit.author, visit.client.id];
  const { token } = business.admin;
  const params = { id: clientId };
  const authorization = await createAuthorization(api, business, { clientId });
  const service = { params: { id: authorization.id } };
  await api.ok(token, 'PUT /api/services/:id', { ...service, body: { notes: 'Renewed' } });
  await api.ok(token, 'DELETE /api/services/:id', service);
  const document = await uploadDocument(api, token, { clientId });
  await api.ok(token, 'DELETE /api/documents/:id', { params: { id: document.id } });
  await createSignedNote(api, author, { clientId });
  await api.ok(token, 'PUT /api/clients/:id/time-units', { params, body: { totalTimeUnits: 120 } });
  await api.ok(token, 'PUT /api/clients/:id', { params, body: { phone: '555 0177' } });
  // The rows of another client.
  const other = await createAssignedClient(api, business);
  await uploadDocument(api, token, { clientId: other.client.id });
});

const read = (token: string, query: Record<string, string | number> = {}, id = clientId) =>
  api.call(token, 'GET /api/clients/:id/history', { params: { id }, query });

/** Events of the client, oldest first. */
const EVENTS = [
  'client.created',
  'assignment.assigned',
  'service.added',
  'service.changed',
  'service.ended',
  'document.uploaded',
  'document.deleted',
  'units.adjusted',
  'client.changed',
];

describe('GET /api/clients/:id/history', () => {
  test('returns what changed the client, its units, authorizations, assignments and documents, newest first [12.record.6]', async () => {
    const { body, headers } = await read(business.admin.token);
    expect(body.map(({ object, action }) => `${object}.${action}`)).toEqual(EVENTS.toReversed());
    expect(Number(headers['x-total-count'])).toBe(EVENTS.length);
    expect(body[0]).toMatchObject({
      actorId: business.admin.id,
      actorName: 'Ada Owner',
      objectId: clientId,
      details: { changed: ['phone'] },
    });
  });

  test('is for managers, and 404 for clients of other businesses and archived ones [12.record.7]', async () => {
    expectError(await read(author.token), 403, 'forbidden');
    expectError(await read((await createBusiness(api)).admin.token), 404, 'not_found');
    const { client } = await createAssignedClient(api, business);
    await api.ok(business.admin.token, 'DELETE /api/clients/:id', { params: { id: client.id } });
    expectError(await read(business.admin.token, {}, client.id), 404, 'not_found');
  });

  test('is paged by cursors [12.record.8]', async () => {
    const { token } = business.admin;
    const all = (await read(token)).body.map(({ seq }) => seq);
    const first = await read(token, { limit: 4 });
    expect(first.body.map(({ seq }) => seq)).toEqual(all.slice(0, 4));
    const cursor = /[?&]cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await read(token, { limit: 200, cursor });
    expect(second.body.map(({ seq }) => seq)).toEqual(all.slice(4));
    expect((await read(token, { cursor: 'x' })).error?.issues).toMatchObject([{ path: 'cursor' }]);
  });

  test('finds the rows through an index in a long audit log [12.record.9]', async () => {
    await api.sql(
      `insert into audit_log
         (business_id, seq, action, object, object_id, client_id, details, created_at, payload, hash)
       select business_id, seq + n * 1000, action, object, object_id, client_id + n, details, created_at, payload, hash
       from audit_log, generate_series(1, 5000) n
       where business_id = $1 and object = 'units'`,
      [business.id],
    );
    await api.sql('analyze audit_log');
    const statements = await captureStatements(api)(() => read(business.admin.token));
    const reads = statements.filter(({ text }) => text.includes('from "audit_log"'));
    expect(reads).toHaveLength(2);
    for (const statement of reads) {
      expect(await explain(statement)).toMatch(
        /Index (?:Only )?Scan .*\n *Index Cond: \(\(business_id = .*\) AND \(client_id = /,
      );
    }
  });
});

/** The plan of a statement for the role of the application, to which the policies apply. */
async function explain({ text, values }: CapturedStatement): Promise<string> {
  const client = await api.server.services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('role', 'quarterhour_app', true), set_config('app.business_id', '${business.id}', true)`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}
