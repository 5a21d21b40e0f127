import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createService } from '#tests/support/factories/services.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const visit = setUpEach(() => createAssignedClient(api, business, { totalTimeUnits: 100 }));

const readUnits = (id: number, token = visit.author.token) =>
  api.call(token, 'GET /api/notes/:id/units', { params: { id } });

describe('GET /api/notes/:id/units', () => {
  test('explains the calculation, the balance and every movement [11.explanation.1]', async () => {
    const { key } = await createService(api, business, { rounding: 'nearest' });
    const fields = { category: key, startTime: '09:00', endTime: '10:20' };
    const { id } = await createSignedNote(api, visit.author, { clientId: visit.client.id, ...fields });
    const { status, body } = await readUnits(id);
    expect([status, body]).toEqual([
      200,
      {
        minutes: 80,
        startTime: '09:00',
        endTime: '10:20',
        startOccurrence: null,
        endOccurrence: null,
        timeZone: 'America/Chicago',
        clockChangeMinutes: 0,
        rounding: 'nearest',
        units: '5.00',
        steps: ['80 min = 5 × 15 + 5; 5 is under 8, so 5 units'],
        account: { authorizationId: null, reference: null, before: '100.00', after: '95.00' },
        movements: [{ kind: 'note', delta: '-5.00', at: expect.any(String), actorName: 'Eve Worker' }],
      },
    ]);
    const params = { id };
    const form = buildNoteForm(visit.client.id, { ...fields, endTime: '10:30' });
    await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body: form });
    const deny = { params, body: { action: 'deny' as const, reason: 'Wrong day.' } };
    await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', deny);
    const { body: denied } = await readUnits(id, business.admin.token);
    expect(denied.account).toMatchObject({ before: '100.00', after: '94.00' });
    expect(denied.movements.map(({ kind, delta, actorName }) => [kind, delta, actorName])).toEqual([
      ['note', '-5.00', 'Eve Worker'],
      ['reversal', '5.00', 'Eve Worker'],
      ['note', '-6.00', 'Eve Worker'],
      ['reversal', '6.00', 'Ada Owner'],
    ]);
  });

  test.each([
    ['2026-03-07', -60, 'Clocks moved forward 60 min: 480 min on the clock = 420 min worked'],
    ['2026-10-31', 60, 'Clocks moved back 60 min: 480 min on the clock = 540 min worked'],
  ])('names the clock change of the night from %s [11.explanation.1]', async (workDate, change, step) => {
    const fields = { workDate, startTime: '22:00', endTime: '06:00' };
    const { id } = await createSignedNote(api, visit.author, { clientId: visit.client.id, ...fields });
    const { body } = await readUnits(id);
    expect(body).toMatchObject({ minutes: 480 + change, clockChangeMinutes: change });
    expect(body.steps[0]).toBe(step);
  });

  test('names the account of a note of 0 units and its balance when it was signed [11.explanation.3]', async () => {
    const { key } = await createService(api, business, { rounding: 'complete' });
    const clientId = visit.client.id;
    const fields = { category: key, startTime: '09:00', endTime: '09:14' };
    const submit = (work = {}) => createSignedNote(api, visit.author, { clientId, ...fields, ...work });
    await submit({ endTime: '10:00' });
    const general = await submit();
    await submit({ startTime: '11:00', endTime: '12:00' });
    const account = { authorizationId: null, reference: null, before: '96.00', after: '96.00' };
    expect((await readUnits(general.id)).body).toMatchObject({ units: '0.00', account, movements: [] });

    const authorize = (body: object) =>
      api.ok(business.admin.token, 'POST /api/clients/:id/services', {
        params: { id: clientId },
        body: { category: key, ...body },
      });
    const permission = await authorize({ expiryDate: '2030-01-31' });
    const permitted = await submit();
    expect(permitted.authorizationId).toBe(permission.id);
    expect((await readUnits(permitted.id)).body).toMatchObject({
      account: { ...account, before: '92.00', after: '92.00' },
    });

    const { id } = await authorize({ unitsAuthorized: 20, reference: 'PA-7' });
    const authorized = await submit();
    await submit({ startTime: '13:00', endTime: '14:00' });
    const allocated = { authorizationId: id, reference: 'PA-7', before: '20.00', after: '20.00' };
    expect((await readUnits(authorized.id, business.admin.token)).body).toMatchObject({ account: allocated });
    expect((await readUnits(authorized.id)).body).toMatchObject({
      account: { ...allocated, reference: null },
    });
  });

  test('answers 403 to a colleague', async () => {
    const { id } = await createSignedNote(api, visit.author, { clientId: visit.client.id });
    const colleague = await createPerson(api, business);
    expect((await readUnits(id, colleague.token)).status).toBe(403);
  });
});
