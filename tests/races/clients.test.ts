/** Concurrent requests about clients and their signature codes. */

import { beforeEach, expect, test } from 'vitest';
import { createBusiness, type Account, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment, buildClientForm } from '#tests/support/factories/clients.ts';
import { createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { countOutcomes, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';

const CODE = '4711ab';

const api = useApi();
let business: TestBusiness;
let admin: string;

beforeEach(async () => {
  business = await createBusiness(api);
  admin = business.admin.token;
});

test('of 50 concurrent wrong guesses by one person 5 answer 200 and 45 answer 429 [10.5.9 T11]', async () => {
  const client = await createClient(api, business, { signatureCode: CODE });
  const answers = await repeatConcurrently(50, (number) =>
    guess(business.admin, client.id, `wrong ${number}`),
  );
  expect(countOutcomes(answers)).toEqual({ 200: 5, too_many: 45 });
  expect(answers.filter(({ body }) => body.valid)).toEqual([]);
  expect((await guess(business.admin, client.id, CODE)).status).toBe(429);
});

test('the correct code sent together with 40 wrong ones is refused', async () => {
  const { author, client } = await createAssignedClient(api, business, { signatureCode: CODE });
  const form = (code: string) => buildNoteForm(client.id, { clientSignatureCode: code });
  const answers = await repeatConcurrently(41, (number) => {
    const body = form(number === 40 ? CODE : `wrong ${number}`);
    return api.call(author.token, 'POST /api/notes', {
      body,
      headers: { 'idempotency-key': `try-${number}` },
    });
  });
  expect(countOutcomes(answers)).toEqual({ invalid: 5, too_many: 36 });
  expect(await api.ok(author.token, 'GET /api/notes/my')).toEqual([]);
  expect((await guess(author, client.id, CODE)).status).toBe(429);
});

test('of 60 concurrent wrong guesses by six people 20 answer 200, and managers are notified [10.5.8]', async () => {
  const client = await createClient(api, business, { signatureCode: CODE });
  const people = await repeatConcurrently(6, () => createPerson(api, business));
  for (const { id } of people) await createAssignment(api, business, { clientId: client.id, employeeId: id });
  const answers = await repeatConcurrently(60, (number) =>
    guess(people[number % 6] ?? business.admin, client.id, `wrong ${number}`),
  );
  expect(countOutcomes(answers)).toEqual({ 200: 20, too_many: 40 });
  const [locked] = await api.sql(
    `select count(*) from audit_log where business_id = $1 and action = 'code_locked' and object_id = $2`,
    [business.id, client.id],
  );
  // At the fifth wrong guess of a person, and at the twentieth of all.
  expect(Number(locked?.['count'])).toBeGreaterThanOrEqual(1);
});

test('of 20 clients added at once as many succeed as the plan allows [10.3.12 T22]', async () => {
  await api.sql(
    `insert into clients (business_id, company_name, contact_name)
     select $1, 'C-' || n, 'Cleo' from generate_series(1, 73) n`,
    [business.id],
  );
  const answers = await repeatConcurrently(20, () =>
    api.call(admin, 'POST /api/clients', { body: buildClientForm() }),
  );
  expect(countOutcomes(answers)).toEqual({ 201: 7, plan_limit_reached: 13 });
  const [row] = await api.sql(
    `select count(*) from clients where business_id = $1 and status = 'active' and archived_at is null`,
    [business.id],
  );
  expect(row).toEqual({ count: 80 });
});

test('ten concurrent requests for the same assignment create it once', async () => {
  const client = await createClient(api, business);
  const body = { clientId: client.id, employeeId: (await createPerson(api, business)).id };
  const answers = await repeatConcurrently(10, () =>
    api.call(admin, 'POST /api/client-assignments', { body }),
  );
  expect(countOutcomes(answers)).toEqual({ 201: 1, already_assigned: 9 });
  expect(await api.ok(admin, 'GET /api/client-assignments')).toHaveLength(1);
});

test('a client that is archived during its assignment has no assignment', async () => {
  const employeeId = (await createPerson(api, business)).id;
  await repeatConcurrently(25, async () => {
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

test('concurrent changes of a total are all in the ledger', async () => {
  const { id } = await createClient(api, business, { totalTimeUnits: 10 });
  const params = { id };
  await repeatConcurrently(40, (number) => {
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
