import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let eve: Account;
let sam: Account;
beforeAll(async () => {
  const [first, second] = [
    await createAssignedClient(api, business),
    await createAssignedClient(api, business),
  ];
  eve = first.author;
  sam = second.author;
  for (const workDate of ['2026-03-04', '2026-03-02', '2026-03-03']) {
    await createSignedNote(api, eve, { clientId: first.client.id, workDate, title: `Eve ${workDate}` });
  }
  await createSignedNote(api, sam, { clientId: second.client.id, workDate: '2026-03-05', title: 'Sam' });
});

const descriptionsOf = (rows: { description: string }[]) => rows.map((row) => row.description);
const EVES = ['Eve 2026-03-04', 'Eve 2026-03-03', 'Eve 2026-03-02'];
const of = (id: number) => ({ params: { id } });

describe('time entries', () => {
  test('are listed by start, latest first [10.8.11]', async () => {
    expect(descriptionsOf(await api.ok(eve.token, 'GET /api/time-entries/my'))).toEqual(EVES);
    const all = await api.ok(business.admin.token, 'GET /api/time-entries/all');
    expect(descriptionsOf(all)).toEqual(['Sam', ...EVES]);
    expect(all[0]).toMatchObject({ employeeId: sam.id, employeeName: 'Eve Worker', timeUnits: '9.00' });
  });

  test('are paged [10.1.12]', async () => {
    const first = await api.call(eve.token, 'GET /api/time-entries/my', { query: { limit: 2 } });
    expect(descriptionsOf(first.body)).toEqual(EVES.slice(0, 2));
    expect(first.headers['x-total-count']).toBe('3');
    const link = /cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
    const query = { limit: 2, cursor: decodeURIComponent(link) };
    const second = await api.call(eve.token, 'GET /api/time-entries/my', { query });
    expect(descriptionsOf(second.body)).toEqual(EVES.slice(2));
    expect(second.headers['link']).toBeUndefined();
  });

  test('of an employee answer 403 to colleagues [7.people.8]', async () => {
    const name = 'GET /api/employees/:id/time-entries';
    expect(descriptionsOf(await api.ok(eve.token, name, of(eve.id)))).toEqual(EVES);
    expect(descriptionsOf(await api.ok(business.admin.token, name, of(eve.id)))).toEqual(EVES);
    expect((await api.call(sam.token, name, of(eve.id))).status).toBe(403);
  });

  test('of all employees answer 403 to employees [7.people.9]', async () => {
    expect((await api.call(eve.token, 'GET /api/time-entries/all')).status).toBe(403);
  });
});
