/** Accounts to which the units of a note are allocated, and what returns to them. */

import { beforeEach, describe, expect, test } from 'vitest';
import { verifyNotes } from '#features/evidence/server/verifyReads.ts';
import { buildNoteForm, createAssignedClient } from '#tests/support/factories/notes.ts';
import { createService } from '#tests/support/factories/services.ts';
import { listUnitChecks, toTimes, useVisits } from '#tests/support/factories/visits.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';

const api = useApi();
const { business, visit, authorize, setPolicy, submit, trySubmit, review, readAccounts, expectVerified } =
  useVisits(api);
let admin: string;

beforeEach(() => {
  admin = business.admin.token;
});

describe('the units of a note are allocated to', () => {
  test('the authorization of its service that expires first and can hold all of it [11.accounts.4]', async () => {
    const small = await authorize({ unitsAuthorized: 5, expiryDate: '2026-03-31' });
    const late = await authorize({ unitsAuthorized: 50, expiryDate: '2026-06-30' });
    const never = await authorize({ unitsAuthorized: 50 });
    expect(await submit(6)).toMatchObject({ authorizationId: late.id, unitChecks: [] });
    expect(await submit(5)).toMatchObject({ authorizationId: small.id });
    expect(await submit(45)).toMatchObject({ authorizationId: never.id });
    expect((await readAccounts()).accounts).toEqual([
      [null, '100.00', '0.00'],
      [small.id, '5.00', '5.00'],
      [late.id, '50.00', '6.00'],
      [never.id, '50.00', '45.00'],
    ]);
    await expectVerified();
  });

  test('the general account when no authorization of its service is in force on its day [11.accounts.4,5]', async () => {
    await authorize({ startDate: '2026-03-03' });
    await authorize({ expiryDate: '2026-03-01' });
    await authorize({ status: 'pending' });
    await authorize({ status: 'suspended' });
    await authorize({ category: 'transitional' });
    expect(await submit(4)).toMatchObject({ authorizationId: null, unitChecks: [] });
    const [general] = (await readAccounts()).accounts;
    expect(general).toEqual([null, '100.00', '4.00']);
    await expectVerified();
  });

  test.each([
    ['its first day', { startDate: '2026-03-02', expiryDate: '2026-03-10' }],
    ['its last day', { startDate: '2026-02-01', expiryDate: '2026-03-02' }],
  ])('an authorization on %s [11.accounts.3]', async (_, fields) => {
    const { id } = await authorize(fields);
    expect(await submit(4)).toMatchObject({ authorizationId: id });
  });

  test('an authorization that was ended after it was approved, on earlier days [11.accounts.3]', async () => {
    const { id } = await authorize({ expiryDate: '2026-03-31' });
    await api.ok(admin, 'PUT /api/services/:id', { params: { id }, body: { status: 'expired' } });
    expect(await submit(4)).toMatchObject({ authorizationId: id });
  });

  test.each(['pending', 'suspended', 'expired'])(
    'an authorization that was %s before it was ended, on earlier days [11.accounts.3]',
    async (status) => {
      const { id } = await authorize({ status });
      expect((await api.call(admin, 'DELETE /api/services/:id', { params: { id } })).status).toBe(204);
      const params = { id: visit.client.id };
      expect(await api.ok(admin, 'GET /api/clients/:id/services', { params })).toMatchObject([
        { id, status: 'expired', expiryDate: expect.any(String) },
      ]);
      expect(await submit(4)).toMatchObject({ authorizationId: id });
    },
  );

  test('the general account under a permission without units, which it names [11.accounts.4]', async () => {
    const { id } = await authorize({ unitsAuthorized: null, expiryDate: '2026-12-31', reference: 'PA-7' });
    const note = await submit(4);
    expect(note).toMatchObject({ authorizationId: id });
    expect((await readAccounts()).accounts).toEqual([[null, '100.00', '4.00']]);
    const [entry] = await api.ok(admin, 'GET /api/clients/:id/ledger', { params: { id: visit.client.id } });
    expect(entry).toMatchObject({ noteId: note.id, authorizationId: null, balanceAfter: '96.00' });
    await expectVerified();
  });

  test('never the general account when its authorization is exhausted [11.accounts.8]', async () => {
    const { id } = await authorize({ unitsAuthorized: 4 });
    await submit(4);
    expect(await submit(4)).toMatchObject({
      authorizationId: id,
      unitChecks: ['over_units'],
    });
    expect((await readAccounts()).accounts).toEqual([
      [null, '100.00', '0.00'],
      [id, '4.00', '8.00'],
    ]);
    await setPolicy('block');
    expectError(await trySubmit(1), 409, 'not_enough_units');
  });

  test('the authorization with units left when none can hold it and overuse is allowed [11.accounts.4]', async () => {
    const empty = await authorize({ unitsAuthorized: 0, expiryDate: '2026-03-31' });
    const some = await authorize({ unitsAuthorized: 3, expiryDate: '2026-04-30' });
    await authorize({ unitsAuthorized: 2, expiryDate: '2026-05-31' });
    expect(await submit(8)).toMatchObject({ authorizationId: some.id });
    await setPolicy('block');
    const { error } = await trySubmit(8);
    expect(error).toMatchObject({
      code: 'not_enough_units',
      message: 'Not enough time units: 8.00 needed, 2.00 available.',
    });
    expect(empty.unitsAvailable).toBe('0.00');
  });
});

describe('a service that requires an authorization', () => {
  test('answers 409 without one under `block`, naming client, service and date, and stores nothing [11.accounts.5]', async () => {
    const service = await createService(api, business, { name: 'Respite', authorizationRequired: 'block' });
    const answer = await trySubmit(4, { category: service.key });
    expectError(answer, 409, 'authorization_required');
    expect(answer.error?.message).toBe('Cleo Client has no authorization for Respite on Mar 2, 2026.');
    expect(await api.ok(admin, 'GET /api/notes')).toEqual([]);
    const { id } = await authorize({ category: service.key, unitsAuthorized: 4 });
    expect(await submit(4, { category: service.key })).toMatchObject({ authorizationId: id });
  });

  test('stores a warning under `warn`, with either overuse policy [11.accounts.7]', async () => {
    const service = await createService(api, business, { authorizationRequired: 'warn' });
    const unitChecks = ['no_authorization'];
    expect(await submit(4, { category: service.key })).toMatchObject({ authorizationId: null, unitChecks });
    await setPolicy('block');
    expect(await submit(4, { category: service.key })).toMatchObject({ authorizationId: null, unitChecks });
  });

  test('applies to a note of 0 units too [11.accounts.13]', async () => {
    const service = await createService(api, business, {
      rounding: 'nearest',
      authorizationRequired: 'block',
    });
    const short = { category: service.key, startTime: '06:00', endTime: '06:05' };
    const body = buildNoteForm(visit.client.id, short);
    expectError(
      await api.call(visit.author.token, 'POST /api/notes', { body }),
      409,
      'authorization_required',
    );
  });
});

test('the accounts of a client have the general one, also without units beside authorizations [11.accounts.19]', async () => {
  const params = { id: visit.client.id };
  await api.ok(admin, 'PUT /api/clients/:id/time-units', { params, body: { totalTimeUnits: 0 } });
  const { id } = await authorize();
  expect((await readAccounts()).accounts).toEqual([
    [null, '0.00', '0.00'],
    [id, '20.00', '0.00'],
  ]);
  const [client] = await api.ok(visit.author.token, 'GET /api/clients');
  expect(client?.accounts).toMatchObject([
    { serviceKey: null, available: '0.00', level: 'none' },
    { serviceKey: 'sustaining', available: '20.00', level: 'enough' },
  ]);
});

describe('what is reversed', () => {
  test('returns to its account, even after that lapsed [11.accounts.9]', async () => {
    const { id } = await authorize({ expiryDate: '2026-03-31' });
    const note = await submit(5);
    await review(note.id, { action: 'deny', reason: 'Not delivered.' });
    const { client, accounts } = await readAccounts();
    expect(accounts).toEqual([
      [null, '100.00', '0.00'],
      [id, '20.00', '0.00'],
    ]);
    // Its last day is over, so its units count as lapsed.
    expect(client).toMatchObject({
      totalTimeUnits: '100.00',
      usedTimeUnits: '0.00',
      availableTimeUnits: '100.00',
      generalTotalUnits: '100.00',
      lapsedTimeUnits: '20.00',
    });
    await expectVerified();
  });

  test.each(['allow', 'block'] as const)(
    'of a resubmitted note fits the account that it filled, under `%s` [11.accounts.10]',
    async (policy) => {
      await setPolicy(policy);
      const { id: authorizationId } = await authorize({ unitsAuthorized: 5, expiryDate: '2026-12-31' });
      await authorize({ unitsAuthorized: 50 });
      const { id } = await submit(5);
      const body = buildNoteForm(visit.client.id, toTimes(5));
      const again = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
      expect(again).toMatchObject({ authorizationId });
      expect(listUnitChecks(again)).toEqual([]);
      await expectVerified();
    },
  );

  test('of a resubmitted note is counted again for another client, service or date [11.accounts.10]', async () => {
    const march = await authorize({ startDate: '2026-03-01', expiryDate: '2026-03-31' });
    const april = await authorize({ startDate: '2026-04-01', expiryDate: '2026-04-30' });
    const { id } = await submit(5);
    const resubmit = (fields: Record<string, unknown>, clientId = visit.client.id) =>
      api.ok(visit.author.token, 'PUT /api/notes/:id', {
        params: { id },
        body: buildNoteForm(clientId, { ...toTimes(6), ...fields }),
      });
    expect(await resubmit({ workDate: '2026-04-02' })).toMatchObject({ authorizationId: april.id });
    expect((await readAccounts()).accounts).toEqual([
      [null, '100.00', '0.00'],
      [march.id, '20.00', '0.00'],
      [april.id, '20.00', '6.00'],
    ]);
    expect(await resubmit({ category: 'transitional' })).toMatchObject({ authorizationId: null });
    const other = await createAssignedClient(api, business, { totalTimeUnits: 10 });
    await api.ok(admin, 'POST /api/client-assignments', {
      body: { clientId: other.client.id, employeeId: visit.author.id },
    });
    expect(await resubmit({}, other.client.id)).toMatchObject({ authorizationId: null });
    expect((await readAccounts()).client).toMatchObject({ usedTimeUnits: '0.00' });
    await expectVerified();
  });
});

describe('a note under an authorization', () => {
  test('has its reference in the evidence and its rate at the approval [11.accounts.11,12]', async () => {
    const { id } = await authorize({ reference: 'PA-2041', payer: 'County', unitRate: '18.50' });
    const note = await submit(4);
    const params = { id: note.id };
    const read = async () => {
      const evidence = await api.ok(admin, 'GET /api/notes/:id/evidence', { params });
      const [signed, billing] = [evidence.canonical, evidence.billing].map(
        (one) => JSON.parse(one ?? '{}') as Record<string, unknown>,
      );
      return { signed, billing, matches: evidence.matches };
    };
    expect(await read()).toMatchObject({
      signed: { account: { authorizationId: id } },
      billing: { reference: 'PA-2041', unitRate: '18.50' },
      matches: true,
    });
    await api.ok(admin, 'PUT /api/services/:id', {
      params: { id },
      body: { reference: 'PA-2042', rates: [{ from: null, unitRate: 19 }] },
    });
    expect(await review(note.id, { action: 'approve' })).toMatchObject({ unitRate: '19.00' });
    expect((await read()).matches).toBe(true);
    await api.sql('update notes set authorization_id = null where id = $1', [note.id]);
    expect((await read()).matches).toBe(false);
    expect((await verifyNotes(api.server.services, new Date())).fault).toMatch(
      /is not what was signed|are not what was signed/,
    );
    await api.sql('update notes set authorization_id = $2 where id = $1', [note.id, id]);
    for (const other of [null, '{"reference":"PA-9","salt":"","unitRate":"18.50"}']) {
      const [stored] = await api.sql<{ billing: string }>(
        'select billing from note_versions where note_id = $1',
        [note.id],
      );
      await api.sql('alter table note_versions disable trigger user');
      await api.sql('update note_versions set billing = $2 where note_id = $1', [note.id, other]);
      expect((await read()).matches).toBe(false);
      expect((await verifyNotes(api.server.services, new Date())).fault).toMatch(
        /its rate and authorization number are not those that were signed/,
      );
      await api.sql('update note_versions set billing = $2 where note_id = $1', [note.id, stored?.billing]);
      await api.sql('alter table note_versions enable trigger user');
    }
    await expectVerified();
  });

  test('names its account with the balance before and after; employees get no reference [11.accounts.14]', async () => {
    const { id } = await authorize({ reference: 'PA-1' });
    const note = await submit(4);
    const params = { id: note.id };
    const account = { authorizationId: id, reference: 'PA-1', before: '20.00', after: '16.00' };
    expect(await api.ok(admin, 'GET /api/notes/:id/units', { params })).toMatchObject({ account });
    expect(await api.ok(visit.author.token, 'GET /api/notes/:id/units', { params })).toMatchObject({
      account: { ...account, reference: null },
    });
  });
});
