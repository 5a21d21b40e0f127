/** The statement of a client. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { createApprovedNote } from '#tests/support/factories/invoices.ts';
import { buildNoteForm, createSignedNote, toQuarterHour } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

/** A client with 100 units before March; visits of 9, 1 and 1 units in March, of which one is recorded in April. */
async function createMarch() {
  await setTime(api, '2026-02-10T15:00:00Z');
  const scenario = await createReviewScenario(api, 100);
  const { author, manager, clientId, review } = scenario;
  await setTime(api, '2026-03-05T15:00:00Z');
  await createApprovedNote(api, scenario, { clientId });
  await createSignedNote(api, author, { clientId, workDate: '2026-03-03', ...toQuarterHour(1) });
  const denied = await createSignedNote(api, author, {
    clientId,
    workDate: '2026-03-04',
    ...toQuarterHour(2),
  });
  await review(denied.id, { action: 'deny', reason: 'Not our client', version: 1 });
  await api.ok(manager.token, 'PUT /api/clients/:id/time-units', {
    params: { id: clientId },
    body: { totalTimeUnits: 120, reason: 'Bought 20 more' },
  });
  // Before midnight of April 1 in Chicago, where the business is.
  await setTime(api, '2026-04-01T04:59:00Z');
  await createSignedNote(api, author, { clientId, workDate: '2026-02-27', ...toQuarterHour(3) });
  await setTime(api, '2026-04-01T05:00:00Z');
  await createSignedNote(api, author, { clientId, workDate: '2026-03-31', ...toQuarterHour(4) });
  const read = (query: Record<string, string>, token = manager.token) =>
    api.server.app.inject({
      method: 'GET',
      url: `/api/clients/${clientId}/statement?${new URLSearchParams({ ...MARCH, ...query }).toString()}`,
      cookies: { quarterhour_read: token },
    });
  return { ...scenario, read };
}

test('a statement has the visits of a period with their units, and what changed the balance in it [14.statement.1,2]', async () => {
  const { read } = await createMarch();
  const answer = await read({});
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="statement-Cleo-Client-2026-03-01-2026-03-31.pdf"',
  });
  const { pages, title } = await readPdf(answer.rawPayload);
  expect(title).toBe('Statement of units');
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatch(
    new RegExp(
      [
        'For Cleo Client',
        'Period Mar 1, 2026 to Mar 31, 2026',
        'Mar 2, 2026 9:00 AM– 11:15 AM .* 9 Approved',
        'Mar 3, 2026 .* 1 Not approved yet',
        'Mar 31, 2026 .* 1 Not approved yet',
        'Units used in these visits 11',
        // The visit of February 27 was recorded in March, that of March 31 in April; the denied one was returned.
        'General units 100 20 11 109',
        'page 1 of 1',
      ].join('.*'),
    ),
  );
  // Neither the denied visit nor that of another month.
  for (const day of ['Mar 4, 2026', 'Feb 27, 2026']) expect(pages[0]).not.toContain(day);
});

test('a visit that was sent back when it arrived uses no units in a statement until it is signed again [14.statement.1]', async () => {
  const { read, author, clientId } = await createMarch();
  const offline = await buildOfflineFields(api, { clientId, code: 'wrong1' });
  const fields = { clientId, workDate: '2026-03-09', startTime: '09:00', endTime: '10:15' };
  const { id, status } = await createSignedNote(api, author, { ...offline, ...fields });
  expect(status).toBe('in-progress');
  const readPage = async () => (await readPdf((await read({})).rawPayload)).pages[0];
  expect(await readPage()).toMatch(/Mar 9, 2026 .* 0 Being corrected .*Units used in these visits 11 /);
  const body = buildNoteForm(clientId, fields);
  await api.ok(author.token, 'PUT /api/notes/:id', { params: { id }, body });
  expect(await readPage()).toMatch(/Mar 9, 2026 .* 5 Not approved yet .*Units used in these visits 16 /);
});

test("a statement is in the client's language unless another one is chosen [14.statement.3]", async () => {
  const { read, manager, clientId } = await createMarch();
  await api.ok(manager.token, 'PUT /api/clients/:id', { params: { id: clientId }, body: { language: 'es' } });
  const spanish = await readPdf((await read({})).rawPayload);
  expect(spanish.title).toBe('Estado de cuenta de unidades');
  expect(spanish.pages[0]).toMatch(
    new RegExp(
      [
        'Atendido por Unidades Estado',
        '2 mar 2026 9:00 a\\.m\\.– 11:15 a\\.m\\. .* 9 Aprobada',
        '1 Pendiente de aprobación',
        'Cuenta Saldo inicial Agregadas Usadas Saldo final',
        'página 1 de 1',
      ].join('.*'),
    ),
  );
  expect((await readPdf((await read({ language: 'en' })).rawPayload)).title).toBe('Statement of units');
});

test('only managers read a statement, of one year at most [14.statement.4]', async () => {
  const { read, author, manager, clientId } = await createMarch();
  expect((await read({}, author.token)).statusCode).toBe(403);
  const call = (query: Record<string, string>) =>
    api.call(manager.token, 'GET /api/clients/:id/statement', { params: { id: clientId }, query });
  expectIssue(await call({ from: '2026-03-02', to: '2026-03-01' }), {
    path: 'to',
    message: "The last day can't be before the first",
  });
  expectIssue(await call({ from: '2025-01-01', to: '2026-03-01' }), {
    path: 'to',
    message: 'A file holds one year at most',
  });
  expectIssue(await call({ from: '2026-03-01', to: '2026-02-30' }), {
    path: 'to',
    message: 'Choose a day between 2000 and 2099',
  });
  const other = await createReviewScenario(api);
  const params = { id: other.clientId };
  expectError(
    await api.call(manager.token, 'GET /api/clients/:id/statement', { params, query: MARCH }),
    404,
    'not_found',
  );
});

test('a period without visits has a statement with balances only [14.statement.1]', async () => {
  const { read } = await createMarch();
  const { pages } = await readPdf((await read({ from: '2026-05-01', to: '2026-05-31' })).rawPayload);
  expect(pages[0]).toMatch(/There were no visits in this period\..* General units 108 0 0 108/);
});

test('the balance has a row for the general account and for each authorization, in both languages [14.statement.2,3]', async () => {
  await setTime(api, '2026-02-10T15:00:00Z');
  const scenario = await createReviewScenario(api, 100);
  const { business, author, manager, clientId } = scenario;
  const terms = { clientId, payer: 'County of Cook', reference: 'A-77' };
  await createAuthorization(api, business, { ...terms, unitsAuthorized: 20 });
  await setTime(api, '2026-03-05T15:00:00Z');
  await createApprovedNote(api, scenario, { clientId });
  const general = { clientId, workDate: '2026-03-03', category: 'transitional', ...toQuarterHour(1) };
  await createSignedNote(api, author, general);
  await createAuthorization(api, business, {
    ...terms,
    reference: 'A-78',
    category: 'transitional',
    unitsAuthorized: 8,
  });
  const readText = async (language: 'en' | 'es') => {
    const answer = await api.server.app.inject({
      method: 'GET',
      url: `/api/clients/${clientId}/statement?${new URLSearchParams({ ...MARCH, language }).toString()}`,
      cookies: { quarterhour_read: manager.token },
    });
    return (await readPdf(answer.rawPayload)).pages.join(' ');
  };
  const rows = '100 0 1 99 Sustaining Services A-77 20 0 9 11 Transitional Services A-78 0 8 0 8';
  expect(await readText('en')).toContain(`Account Before Added Used After General units ${rows}`);
  expect(await readText('es')).toContain(
    `Cuenta Saldo inicial Agregadas Usadas Saldo final Unidades generales ${rows}`,
  );
});

test('expired units are listed with their date and are not in the balance, in both languages [14.statement.2,3]', async () => {
  await setTime(api, '2026-02-10T15:00:00Z');
  const { business, manager, clientId } = await createReviewScenario(api, 100);
  await createAuthorization(api, business, { clientId, unitsAuthorized: 20, expiryDate: '2026-02-28' });
  const readText = async (query: Record<string, string>) => {
    const answer = await api.server.app.inject({
      method: 'GET',
      url: `/api/clients/${clientId}/statement?${new URLSearchParams({ ...MARCH, ...query }).toString()}`,
      cookies: { quarterhour_read: manager.token },
    });
    return (await readPdf(answer.rawPayload)).pages.join(' ');
  };
  // Before its last day is over, also in a period that ends later.
  expect(await readText({ from: '2026-02-01' })).toContain('Sustaining Services 0 20 0 20');
  await setTime(api, '2026-03-05T15:00:00Z');
  expect(await readText({ from: '2026-02-01', to: '2026-02-28' })).toContain('Sustaining Services 0 20 0 20');
  const expired = 'Sustaining Services Expired on Feb 28, 2026 Unused units: 20';
  expect(await readText({})).toContain(`General units 100 0 0 100 ${expired} 20 0 0 0`);
  expect(await readText({ language: 'es' })).toContain(
    'Sustaining Services Venció el 28 feb 2026 Unidades sin usar: 20 20 0 0 0',
  );
  await setTime(api, '2026-04-05T15:00:00Z');
  expect(await readText({ from: '2026-04-01', to: '2026-04-30' })).toContain(`${expired} 0 0 0 0`);
});

test('the row of an expired account adds up when late visits use it, and shows an overdraft, in both languages [14.statement.2,3]', async () => {
  await setTime(api, '2026-02-10T15:00:00Z');
  const { business, author, manager, clientId } = await createReviewScenario(api, 100);
  const { id } = await createAuthorization(api, business, {
    clientId,
    unitsAuthorized: 20,
    expiryDate: '2026-02-28',
  });
  const readText = async (query: Record<string, string> = {}) => {
    const answer = await api.server.app.inject({
      method: 'GET',
      url: `/api/clients/${clientId}/statement?${new URLSearchParams({ ...MARCH, from: '2026-03-05', ...query }).toString()}`,
      cookies: { quarterhour_read: manager.token },
    });
    return (await readPdf(answer.rawPayload)).pages.join(' ');
  };
  await setTime(api, '2026-03-10T15:00:00Z');
  const late = { clientId, workDate: '2026-02-27', startTime: '09:00', endTime: '09:30' };
  await createSignedNote(api, author, late);
  // 0 and 20 unused units, less 2, are 0 and 18 unused units.
  expect(await readText()).toContain('Expired on Feb 28, 2026 Unused units: 20 before, 18 after 0 0 2 0');
  expect(await readText({ language: 'es' })).toContain(
    'Venció el 28 feb 2026 Unidades sin usar: 20 al inicio, 18 al final 0 0 2 0',
  );
  // Before its last day is over, the units are a balance.
  expect(await readText({ from: '2026-02-28' })).toContain('Unused units: 18 20 0 2 0');
  await setTime(api, '2026-04-02T15:00:00Z');
  await api.ok(business.admin.token, 'PUT /api/services/:id', {
    params: { id },
    body: { unitsAuthorized: 1 },
  });
  const april = { from: '2026-04-01', to: '2026-04-30' };
  expect(await readText(april)).toContain('Unused units: 18 before, 0 after 0 -19 0 -1');
  await setTime(api, '2026-05-02T15:00:00Z');
  expect(await readText({ from: '2026-05-01', to: '2026-05-31' })).toContain(
    'Expired on Feb 28, 2026 -1 0 0 -1',
  );
});
