import { beforeEach, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';

const CODE = '4711ab';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const employee = setUpEach(() => createPerson(api, business));
let clientId: number;

beforeEach(async () => {
  clientId = (await createClient(api, business, { signatureCode: CODE })).id;
  await createAssignment(api, business, { clientId, employeeId: employee.id });
});

test('returns whether the code is correct, and never the code [4.pad.1 10.5.5,6 10.8.5 T11 S-28]', async () => {
  expect((await guess(employee, CODE)).body).toEqual({ valid: true });
  expect((await guess(employee, ` ${CODE} `)).body).toEqual({ valid: true });
  for (const wrong of ['', '4711AB', '4711', `${CODE}0`]) {
    expect((await guess(employee, wrong)).body).toEqual({ valid: false });
  }
});

test.each([
  ['composed and decomposed', 'Rosé 7'.normalize('NFC'), 'Rosé 7'.normalize('NFD')],
  ['decomposed and composed', 'Rosé 7'.normalize('NFD'), 'Rosé 7'.normalize('NFC')],
  ['plain and full-width', '4711ab', '４７１１ａｂ'],
])('accepts the same code from every keyboard: %s', async (_, signatureCode, typed) => {
  const { id } = await createClient(api, business, { signatureCode });
  await createAssignment(api, business, { clientId: id, employeeId: employee.id });
  const guessed = await api.call(employee.token, 'POST /api/clients/:id/verify-code', {
    params: { id },
    body: { code: typed },
  });
  expect(guessed.body).toEqual({ valid: true });
  const signed = await api.call(employee.token, 'POST /api/notes', {
    body: buildNoteForm(id, { clientSignatureCode: typed }),
  });
  expect(signed.status).toBe(201);
});

test('no code is correct for a client without one, and no attempt is counted', async () => {
  const params = { id: clientId };
  await api.ok(business.admin.token, 'PUT /api/clients/:id', { params, body: { signatureCode: null } });
  for (let tries = 0; tries < 8; tries += 1) {
    expect((await guess(employee, '')).body).toEqual({ valid: false });
  }
});

test('a new code replaces the old one immediately', async () => {
  const params = { id: clientId };
  await api.ok(business.admin.token, 'PUT /api/clients/:id', { params, body: { signatureCode: 'new code' } });
  expect((await guess(employee, CODE)).body).toEqual({ valid: false });
  expect((await guess(employee, 'new code')).body).toEqual({ valid: true });
});

test('after five wrong codes of a user the next attempt gets 429, and managers are notified once [10.1.33 10.5.7 T11]', async () => {
  await sendWrongCodes(employee, 5);
  const refused = await guess(employee, CODE);
  expect(refused.status).toBe(429);
  expect(refused.error?.code).toBe('too_many');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  expect((await guess(business.admin, CODE)).body).toEqual({ valid: true });
  const notices = await api.sql<{ recipient_id: number; sender_id: number; content: string }>(
    'select recipient_id, sender_id, content from messages where business_id = $1',
    [business.id],
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ recipient_id: business.admin.id, sender_id: employee.id });
  expect(notices[0]?.content).not.toContain(CODE);
  expect(await auditCounts()).toEqual({ code_refused: 5, code_locked: 1 });
});

test('correct codes are not counted', async () => {
  for (let tries = 0; tries < 8; tries += 1) expect((await guess(employee, CODE)).status).toBe(200);
  await sendWrongCodes(employee, 4);
  expect((await guess(employee, CODE)).body).toEqual({ valid: true });
});

test('after twenty wrong codes of all users the next attempt gets 429 [10.5.8 S-28]', async () => {
  const colleagues = [employee];
  for (let number = 0; number < 4; number += 1) {
    const colleague = await createPerson(api, business);
    await createAssignment(api, business, { clientId, employeeId: colleague.id });
    colleagues.push(colleague);
  }
  for (const colleague of colleagues.slice(0, 4)) await sendWrongCodes(colleague, 4);
  const last = colleagues[4] ?? employee;
  await sendWrongCodes(last, 4);
  expect((await guess(business.admin, CODE)).status).toBe(429);
  expect(await auditCounts()).toEqual({ code_refused: 20, code_locked: 1 });
});

test('the limit resets fifteen minutes after the first wrong code [10.5.7]', async () => {
  await sendWrongCodes(employee, 5);
  await api.sql(
    `update code_failures set window_start = ${subtractInterval('window_start', `interval '15 minutes'`)} where client_id = $1`,
    [clientId],
  );
  await sendWrongCodes(employee, 5);
  expect((await guess(employee, CODE)).status).toBe(429);
});

test('attempts count per client', async () => {
  await sendWrongCodes(employee, 5);
  const other = await createClient(api, business, { signatureCode: CODE });
  await createAssignment(api, business, { clientId: other.id, employeeId: employee.id });
  expect((await guess(employee, CODE, other.id)).body).toEqual({ valid: true });
});

test('a client that the caller cannot see answers 404', async () => {
  const otherBusiness = await createBusiness(api);
  const unassigned = await createPerson(api, business);
  expect((await guess(otherBusiness.admin, CODE)).status).toBe(404);
  expect((await guess(unassigned, CODE)).status).toBe(404);
  expect(await auditCounts()).toEqual({});
});

test('a code that is not text or is too long answers 400', async () => {
  for (const code of [undefined, 4711, 'x'.repeat(101)]) {
    const answer = await guess(employee, code);
    expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, 'code']);
  }
});

test('a repeated guess with the same idempotency key counts once', async () => {
  const headers = { 'idempotency-key': 'one-guess' };
  const parts = { params: { id: clientId }, body: { code: 'wrong' }, headers };
  for (let tries = 0; tries < 7; tries += 1) {
    expect((await api.call(employee.token, 'POST /api/clients/:id/verify-code', parts)).status).toBe(200);
  }
  expect(await auditCounts()).toEqual({ code_refused: 1 });
});

test('a wrong code on a note counts like a guess, and leaves the idempotency key to the correct one', async () => {
  const headers = { 'idempotency-key': 'one-note' };
  const submit = (code: string) =>
    api.call(employee.token, 'POST /api/notes', {
      body: buildNoteForm(clientId, { clientSignatureCode: code }),
      headers,
    });
  const wrong = await submit('not it');
  expect([wrong.status, wrong.error?.issues]).toEqual([
    400,
    [
      {
        path: 'clientSignatureCode',
        message: 'The verification code is incorrect. Please check with management for the correct code.',
      },
    ],
  ]);
  expect(await auditCounts()).toEqual({ code_refused: 1 });
  expect((await submit(CODE)).status).toBe(201);
  await sendWrongCodes(employee, 4);
  expect((await submit('not it')).status).toBe(409);
  const late = await api.call(employee.token, 'POST /api/notes', { body: buildNoteForm(clientId) });
  expect(late.status).toBe(429);
});

test('RATE_LIMITS=off disables the limit', async () => {
  const settings = { ...api.server.services.settings };
  api.server.services.settings.rateLimits = false;
  try {
    await sendWrongCodes(employee, 8);
    expect((await guess(employee, CODE)).body).toEqual({ valid: true });
  } finally {
    api.server.services.settings.rateLimits = settings.rateLimits;
  }
});

function guess(account: Account, code: unknown, id = clientId) {
  return api.call(account.token, 'POST /api/clients/:id/verify-code', { params: { id }, body: { code } });
}

async function sendWrongCodes(account: Account, times: number): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    expect((await guess(account, `wrong ${number}`)).body).toEqual({ valid: false });
  }
}

async function auditCounts(): Promise<Record<string, number>> {
  const rows = await api.sql<{ action: string; count: number }>(
    `select action, count(*) from audit_log where business_id = $1 and object_id = $2 and action like 'code%' group by 1`,
    [business.id, clientId],
  );
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]));
}
