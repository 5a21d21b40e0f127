import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
beforeAll(async () => {
  await createPerson(api, business, { form: { firstName: '=1+1', lastName: 'Worker' } });
  await createClient(api, business);
});

const get = (token: string | null, query: Record<string, string | number> = {}) =>
  api.call(token, 'GET /api/audit/export', { query });

/** Parses the cells of the file without its header; a quotation mark inside a cell is doubled. */
const rowsIn = (csv: string) =>
  csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
    );

describe('GET /api/audit/export', () => {
  test('returns the whole log, oldest first, from which the chain can be verified [10.6.33 10.8.15]', async () => {
    const { status, body, headers } = await get(business.admin.token);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const rows = rowsIn(body);
    expect(rows.length).toBeGreaterThan(3);
    let hash = createHash('sha256').update(String(business.id)).digest();
    for (const [index, row] of rows.entries()) {
      const [seq, time, , , action, , , , record = '', stored] = row;
      hash = createHash('sha256').update(hash).update(record).digest();
      expect([seq, stored]).toEqual([String(index + 1), hash.toString('hex')]);
      expect(JSON.parse(record)).toMatchObject({ businessId: business.id, action, at: time });
    }
  });

  test('writes a name that looks like a formula as text, and records the export [S-29]', async () => {
    const people = rowsIn((await get(business.admin.token, { object: 'person' })).body);
    expect(people.map((row) => row[2])).toContain("'=1+1 Worker");
    const [newest] = await api.ok(business.admin.token, 'GET /api/audit');
    expect(newest).toMatchObject({
      action: 'exported',
      object: 'audit',
      actorId: business.admin.id,
      details: { object: 'person', rows: people.length },
    });
  });

  test('filters like the list [10.8.15]', async () => {
    const rows = rowsIn((await get(business.admin.token, { object: 'client' })).body);
    expect(rows.map((row) => [row[4], row[5]])).toEqual([['created', 'client']]);
    expect(rowsIn((await get(business.admin.token, { to: '2026-01-01' })).body)).toEqual([]);
    expect((await get(business.admin.token, { from: 'yesterday' })).status).toBe(400);
  });

  test('answers 403 to employees, and works without a subscription [10.6.33]', async () => {
    const employee = await createPerson(api, business);
    expect((await get(employee.token)).status).toBe(403);
    expect((await get(null)).status).toBe(401);
    const unpaid = await createBusiness(api, { unpaid: true });
    const { status, body } = await get(unpaid.admin.token);
    expect(status).toBe(200);
    expect(body).not.toContain(`"businessId":${business.id}`);
  });
});
