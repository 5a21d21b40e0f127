/** Clients and their codes at once, through HTTP on a real PostgreSQL server. */
import { beforeEach, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import type { ApiResponse } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import type { Account, TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment, buildClientForm } from '#tests/support/factories/clients.ts';
import { createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';

const CODE = '4711ab';

const api = useApi();
let business: TestBusiness;
let admin: string;

beforeEach(async () => {
  business = await createBusiness(api);
  admin = business.admin.token;
});

test('of 50 wrong guesses at once by one person five are answered [10.5.9 T11]', async () => {
  const client = await createClient(api, business, { signatureCode: CODE });
  const answers = await atOnce(50, (number) => guess(business.admin, client.id, `wrong ${number}`));
  expect(statuses(answers)).toEqual({ 200: 5, 429: 45 });
  expect(answers.filter(({ body }) => body.valid)).toEqual([]);
  expect((await guess(business.admin, client.id, CODE)).status).toBe(429);
});

test('the right code among notes sent with 40 wrong ones at once comes too late', async () => {
  const { author, client } = await createAssignedClient(api, business, { signatureCode: CODE });
  const form = (code: string) => buildNoteForm(client.id, { clientSignatureCode: code });
  const answers = await atOnce(41, (number) => {
    const body = form(number === 40 ? CODE : `wrong ${number}`);
    return api.call(author.token, 'POST /api/notes', {
      body,
      headers: { 'idempotency-key': `try-${number}` },
    });
  });
  expect(statuses(answers)).toEqual({ 400: 5, 429: 36 });
  expect(await api.ok(author.token, 'GET /api/notes/my')).toEqual([]);
  expect((await guess(author, client.id, CODE)).status).toBe(429);
});

test('of 60 wrong guesses at once by six people twenty are answered, and managers are notified [10.5.8]', async () => {
  const client = await createClient(api, business, { signatureCode: CODE });
  const people: Account[] = [];
  for (let number = 0; number < 6; number += 1) {
    const person = await createPerson(api, business);
    await createAssignment(api, business, { clientId: client.id, employeeId: person.id });
    people.push(person);
  }
  const answers = await atOnce(60, (number) => {
    return guess(people[number % 6] ?? business.admin, client.id, `wrong ${number}`);
  });
  expect(statuses(answers)).toEqual({ 200: 20, 429: 40 });
  const [locked] = await api.sql(
    `select count(*) from audit_log where business_id = $1 and action = 'code_locked' and object_id = $2`,
    [business.id, client.id],
  );
  // Notified at the fifth wrong one of a person, and at the twentieth of all.
  expect(Number(locked?.['count'])).toBeGreaterThanOrEqual(1);
});

test('of 20 clients added at once exactly as many as the plan allows are there [10.3.12 T22]', async () => {
  await api.sql(
    `insert into clients (business_id, company_name, contact_name)
     select $1, 'C-' || n, 'Cleo' from generate_series(1, 73) n`,
    [business.id],
  );
  const answers = await atOnce(20, () => api.call(admin, 'POST /api/clients', { body: buildClientForm() }));
  expect(statuses(answers)).toEqual({ 201: 7, 409: 13 });
  expect(answers.filter(({ error }) => error?.code === 'plan_limit_reached')).toHaveLength(13);
  const [row] = await api.sql(
    `select count(*) from clients where business_id = $1 and status = 'active' and archived_at is null`,
    [business.id],
  );
  expect(row).toEqual({ count: 80 });
});

test('the same assignment ten times at once is made once', async () => {
  const client = await createClient(api, business);
  const body = { clientId: client.id, employeeId: (await createPerson(api, business)).id };
  const answers = await atOnce(10, () => api.call(admin, 'POST /api/client-assignments', { body }));
  expect(statuses(answers)).toEqual({ 201: 1, 409: 9 });
  expect(await api.ok(admin, 'GET /api/client-assignments')).toHaveLength(1);
});

test('a client that is archived while it is assigned keeps no assignment', async () => {
  const employeeId = (await createPerson(api, business)).id;
  await atOnce(25, async () => {
    const { id } = await createClient(api, business);
    const body = { clientId: id, employeeId };
    const [assigned, archived] = await Promise.all([
      api.call(admin, 'POST /api/client-assignments', { body }),
      api.call(admin, 'DELETE /api/clients/:id', { params: { id } }),
    ]);
    expect([201, 404]).toContain(assigned.status);
    expect(archived.status).toBe(204);
  });
  expect(await api.ok(admin, 'GET /api/client-assignments')).toEqual([]);
});

test('totals set at once through HTTP all stand in the ledger', async () => {
  const { id } = await createClient(api, business, { totalTimeUnits: 10 });
  const params = { id };
  await atOnce(40, (number) => {
    const body = { totalTimeUnits: 10 + number + 0.25 };
    return number % 2 === 0
      ? api.ok(admin, 'PUT /api/clients/:id/time-units', { params, body })
      : api.ok(admin, 'PUT /api/clients/:id', { params, body });
  });
  const rows = await api.ok(admin, 'GET /api/clients/:id/ledger', { params });
  const { availableTimeUnits } = await api.ok(admin, 'GET /api/clients/:id', { params });
  expect(rows).toHaveLength(41);
  expect(rows[0]?.balanceAfter).toBe(availableTimeUnits);
  expect(rows.reduce((sum, { delta }) => sum + Number(delta), 0)).toBe(Number(availableTimeUnits));
});

function guess(account: Account, id: number, code: string) {
  return api.call(account.token, 'POST /api/clients/:id/verify-code', { params: { id }, body: { code } });
}

function atOnce<T>(count: number, work: (number: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => work(number)));
}

function statuses(answers: ApiResponse<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
