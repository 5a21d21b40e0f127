/** The service of a note: its key as `category`, its rounding rule, and what happens when it changes later. */

import { describe, expect, test } from 'vitest';
import { verifyNotes } from '#features/evidence/server/verifyReads.ts';
import { verifyLedger } from '#features/units/server/verifyReads.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { createService } from '#tests/support/factories/services.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const visit = setUpEach(() => createAssignedClient(api, business, { totalTimeUnits: 10 }));

const change = (id: number, body: object) =>
  api.ok(business.admin.token, 'PUT /api/business-services/:id', { params: { id }, body });
const archive = (id: number) =>
  api.ok(business.admin.token, 'DELETE /api/business-services/:id', { params: { id } });
const submit = (fields: Record<string, unknown>) =>
  createSignedNote(api, visit.author, { clientId: visit.client.id, ...fields });
const readEvidence = async (id: number) => {
  const { canonical, billing, matches } = await api.ok(business.admin.token, 'GET /api/notes/:id/evidence', {
    params: { id },
  });
  const signed = JSON.parse(canonical ?? '{}') as Record<string, unknown>;
  return { signed, billing: JSON.parse(billing ?? '{}') as Record<string, unknown>, matches };
};
const clientUnits = async () => {
  const { usedTimeUnits, availableTimeUnits } = await api.ok(business.admin.token, 'GET /api/clients/:id', {
    params: { id: visit.client.id },
  });
  return [usedTimeUnits, availableTimeUnits];
};
const expectVerified = async () => {
  const now = new Date();
  expect((await verifyNotes(api.server.services, now)).fault).toBeNull();
  expect((await verifyLedger(api.server.services, now)).fault).toBeNull();
};

/** 80 minutes. */
const EIGHTY = { startTime: '09:00', endTime: '10:20' };
/** 7 minutes. */
const SEVEN = { startTime: '09:00', endTime: '09:07' };

describe('the rounding rule of a service', () => {
  test.each([
    ['up', '6.00'],
    ['nearest', '5.00'],
    ['complete', '5.00'],
  ])('%s makes 80 minutes %s units [11.rounding.2]', async (rounding, units) => {
    const { key } = await createService(api, business, { rounding });
    const note = await submit({ category: key, ...EIGHTY });
    expect(note).toMatchObject({ category: key, rounding, timeUnitsUsed: units, minutes: 80 });
    expect(await clientUnits()).toEqual([units, (10 - Number(units)).toFixed(2)]);
    await expectVerified();
  });

  test('applies to resubmitted notes, not to signed ones [11.rounding.3]', async () => {
    const service = await createService(api, business, { rounding: 'nearest' });
    const { id } = await submit({ category: service.key, ...EIGHTY });
    await change(service.id, { rounding: 'up' });
    const params = { id };
    expect(await api.ok(visit.author.token, 'GET /api/notes/:id', { params })).toMatchObject({
      rounding: 'nearest',
      timeUnitsUsed: '5.00',
    });
    expect((await readEvidence(id)).matches).toBe(true);
    const body = buildNoteForm(visit.client.id, { category: service.key, ...EIGHTY });
    const second = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body });
    expect(second).toMatchObject({ rounding: 'up', timeUnitsUsed: '6.00' });
    expect(await clientUnits()).toEqual(['6.00', '4.00']);
    await expectVerified();
  });

  test('can yield 0 units, which change no balance and are accepted at any [11.rounding.4]', async () => {
    const { key } = await createService(api, business, { rounding: 'nearest' });
    await submit({ category: key, startTime: '09:00', endTime: '11:30' });
    await api.ok(business.admin.token, 'PUT /api/business', { body: { overusePolicy: 'block' } });
    expect(await clientUnits()).toEqual(['10.00', '0.00']);
    const note = await submit({ category: key, ...SEVEN });
    expect(note).toMatchObject({ timeUnitsUsed: '0.00', minutes: 7 });
    expect(await clientUnits()).toEqual(['10.00', '0.00']);
    const params = { id: visit.client.id };
    const ledger = await api.ok(business.admin.token, 'GET /api/clients/:id/ledger', { params });
    expect(ledger.map(({ noteId }) => noteId)).not.toContain(note.id);
    const [hours] = await api.ok(visit.author.token, 'GET /api/time-entries/my');
    expect(hours).toMatchObject({ noteId: note.id, minutes: 7, timeUnits: '0.00' });
    await expectVerified();

    const deny = { params: { id: note.id }, body: { action: 'deny' as const, reason: 'Too short.' } };
    expect((await api.call(business.admin.token, 'PATCH /api/notes/:id/review', deny)).status).toBe(200);
    expect(await clientUnits()).toEqual(['10.00', '0.00']);
    const body = buildNoteForm(visit.client.id, { category: key });
    expectError(await api.call(visit.author.token, 'POST /api/notes', { body }), 409, 'not_enough_units');
    await expectVerified();
  });
});

test('a note signed under another rounding rule answers 409, and nothing is stored [11.rounding.6]', async () => {
  const service = await createService(api, business, { rounding: 'nearest' });
  const body = buildNoteForm(visit.client.id, { category: service.key, rounding: 'nearest', ...EIGHTY });
  await change(service.id, { rounding: 'up' });
  expectError(await api.call(visit.author.token, 'POST /api/notes', { body }), 409, 'rounding_changed');
  expect(await clientUnits()).toEqual(['0.00', '10.00']);
  const { id } = await submit({ category: service.key, ...EIGHTY, rounding: 'up' });
  const params = { id };
  expectError(
    await api.call(visit.author.token, 'PUT /api/notes/:id', { params, body }),
    409,
    'rounding_changed',
  );
  expect(await clientUnits()).toEqual(['6.00', '4.00']);
});

test('a note of 0 units is resubmitted, moved to another client and deleted [11.rounding.4]', async () => {
  const { key } = await createService(api, business, { rounding: 'complete' });
  const other = await createAssignedClient(api, business, { totalTimeUnits: 10 });
  const assigned = { clientId: other.client.id, employeeId: visit.author.id };
  await api.ok(business.admin.token, 'POST /api/client-assignments', { body: assigned });
  const { id } = await submit({ category: key, ...SEVEN });
  const params = { id };
  const resubmit = (clientId: number, fields: object) =>
    api.ok(visit.author.token, 'PUT /api/notes/:id', {
      params,
      body: buildNoteForm(clientId, { category: key, ...fields }),
    });
  expect(await resubmit(visit.client.id, EIGHTY)).toMatchObject({ timeUnitsUsed: '5.00' });
  expect(await clientUnits()).toEqual(['5.00', '5.00']);
  expect(await resubmit(other.client.id, SEVEN)).toMatchObject({ timeUnitsUsed: '0.00' });
  expect(await clientUnits()).toEqual(['0.00', '10.00']);
  await expectVerified();
  expect((await api.call(visit.author.token, 'DELETE /api/notes/:id', { params })).status).toBe(204);
  expect(await clientUnits()).toEqual(['0.00', '10.00']);
  await expectVerified();
});

describe('an archived service', () => {
  test('rejects new notes, but allows edits of its own [11.services.7]', async () => {
    const service = await createService(api, business);
    const { id } = await submit({ category: service.key });
    await archive(service.id);
    const body = buildNoteForm(visit.client.id, { category: service.key });
    const issue = { path: 'category', message: 'This service is no longer offered' };
    expectIssue(await api.call(visit.author.token, 'POST /api/notes', { body }), issue);
    const params = { id };
    expect((await api.call(visit.author.token, 'PUT /api/notes/:id', { params, body })).status).toBe(200);
    const other = await submit({ category: 'sustaining' });
    expectIssue(
      await api.call(visit.author.token, 'PUT /api/notes/:id', { params: { id: other.id }, body }),
      issue,
    );
    const list = await api.ok(business.admin.token, 'GET /api/notes', { query: { category: service.key } });
    expect(list.map((note) => note.id)).toEqual([id]);
  });
});

describe('an unknown service', () => {
  const issue = { path: 'category', message: 'Please select a service' };

  test('is rejected in notes and drafts [11.services.7]', async () => {
    const other = await createBusiness(api);
    await createService(api, other, { key: 'foreign' });
    for (const category of ['foreign', 'Sustaining', '', 7]) {
      const body = buildNoteForm(visit.client.id, { category });
      expectIssue(await api.call(visit.author.token, 'POST /api/notes', { body }), issue);
      const draft = { draftName: 'Later', category };
      expectIssue(await api.call(visit.author.token, 'POST /api/drafts', { body: draft }), issue);
    }
    expect(await api.ok(visit.author.token, 'GET /api/drafts')).toEqual([]);
  });

  test('is rejected in filters, except for the other categories of list filters [11.services.7]', async () => {
    for (const name of ['GET /api/notes', 'GET /api/notes/my', 'GET /api/notes/search'] as const) {
      expectIssue(await api.call(visit.author.token, name, { query: { category: 'foreign' } }), issue);
      expect(await api.ok(visit.author.token, name, { query: { category: 'parking' } })).toEqual([]);
    }
  });
});

test('a renamed service has its new name in lists, and the old one in the evidence [11.services.8]', async () => {
  const service = await createService(api, business, { name: 'Home care Services', code: 'H2015' });
  const note = await submit({ category: service.key });
  expect(note).toMatchObject({ serviceName: 'Home care Services' });
  expect(note.title).toBe(`Home care, ${visit.client.companyName}, March 2, 2026`);
  await change(service.id, { name: 'Visits', code: '' });
  const [row] = await api.ok(visit.author.token, 'GET /api/notes/my');
  expect(row).toMatchObject({ id: note.id, serviceName: 'Visits', title: note.title });
  const { signed, billing, matches } = await readEvidence(note.id);
  expect(signed).toMatchObject({
    form: 'quarterhour-note-5',
    category: service.key,
    service: { key: service.key, name: 'Home care Services', code: 'H2015' },
    rounding: 'up',
    account: { authorizationId: null },
  });
  expect(billing).toMatchObject({ reference: null });
  expect(matches).toBe(true);
});

test('the approval freezes the rate of the work date: the service has one, or the client [11.services.10]', async () => {
  const service = await createService(api, business, { unitRate: 20 });
  const approve = (id: number) =>
    api.ok(business.admin.token, 'PATCH /api/notes/:id/review', {
      params: { id },
      body: { action: 'approve' },
    });
  const note = await submit({ category: service.key });
  expect((await readEvidence(note.id)).billing).toMatchObject({ unitRate: '20.00' });
  const read = (token: string) => api.ok(token, 'GET /api/notes/:id', { params: { id: note.id } });
  expect(await read(business.admin.token)).toMatchObject({ unitRate: null });
  // Holds from today, after the work date.
  await change(service.id, { unitRate: 21 });
  expect(await approve(note.id)).toMatchObject({ unitRate: '20.00' });
  await change(service.id, { unitRate: 22 });
  expect(await read(business.admin.token)).toMatchObject({ unitRate: '20.00' });
  const [row] = await api.ok(business.admin.token, 'GET /api/management/notes');
  expect(row).toMatchObject({ id: note.id, unitRate: '20.00' });
  expect(await read(visit.author.token)).not.toHaveProperty('unitRate');
  expect((await readEvidence(note.id)).matches).toBe(true);

  const other = await submit({ category: 'sustaining' });
  expect((await readEvidence(other.id)).billing).toMatchObject({ unitRate: '15.00' });
  expect(await approve(other.id)).toMatchObject({ unitRate: '15.00' });
});
