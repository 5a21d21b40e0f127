/** Units of a visit in the form before it is signed. */

import { beforeEach, describe, expect, test } from 'vitest';
import { createAssignedClient } from '#tests/support/factories/notes.ts';
import { createService } from '#tests/support/factories/services.ts';
import { toTimes, useVisits } from '#tests/support/factories/visits.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi();
const { business, visit, authorize, setPolicy, submit, review, readAccounts } = useVisits(api);
let admin: string;

beforeEach(() => {
  admin = business.admin.token;
});

describe('POST /api/units/preview', () => {
  const preview = (token: string, fields: Record<string, unknown> = {}) =>
    api.call(token, 'POST /api/units/preview', {
      body: {
        clientId: visit.client.id,
        category: 'sustaining',
        workDate: '2026-03-02',
        ...toTimes(6),
        ...fields,
      },
    });

  test('returns what a note would use, and writes nothing [11.preview.1]', async () => {
    const { id } = await authorize({ reference: 'PA-9', expiryDate: '2026-03-31' });
    const expected = {
      minutes: 90,
      units: '6.00',
      account: {
        authorizationId: id,
        expiryDate: '2026-03-31',
        total: '20.00',
        available: '20.00',
        level: 'enough',
      },
      after: '14.00',
      code: null,
      message: null,
      checks: [],
    };
    const { body } = await preview(visit.author.token);
    expect(body).toEqual(expected);
    const { body: managers } = await preview(admin);
    expect(managers.account).toEqual({ ...expected.account, reference: 'PA-9' });
    expect((await readAccounts()).accounts[1]).toEqual([id, '20.00', '0.00']);
  });

  test('returns the refusal of a note as its code [11.preview.2]', async () => {
    const service = await createService(api, business, { name: 'Respite', authorizationRequired: 'block' });
    const { body } = await preview(visit.author.token, { category: service.key });
    expect(body).toMatchObject({
      code: 'authorization_required',
      message: 'Cleo Client has no authorization for Respite on Mar 2, 2026.',
    });
    await setPolicy('block');
    await authorize({ unitsAuthorized: 5 });
    expect((await preview(visit.author.token)).body).toMatchObject({
      code: 'not_enough_units',
      after: '-1.00',
    });
  });

  test('returns the units of an edited note first [11.preview.3]', async () => {
    await setPolicy('block');
    await authorize({ unitsAuthorized: 8 });
    const { id: noteId } = await submit(5);
    expect((await preview(visit.author.token)).body).toMatchObject({ code: 'not_enough_units' });
    expect((await preview(visit.author.token, { noteId })).body).toMatchObject({ code: null, after: '2.00' });
    await review(noteId, { action: 'approve' });
    expect((await preview(visit.author.token, { noteId })).status).toBe(404);
  });

  test('answers 404 for a client who is not assigned, and 400 at invalid fields [11.preview.4]', async () => {
    const other = await createAssignedClient(api, business);
    expect((await preview(other.author.token)).status).toBe(404);
    for (const [path, value] of [
      ['category', 'unknown'],
      ['endTime', '06:00'],
      ['workDate', '2026-02-30'],
      ['clientId', 0],
    ] as const) {
      const { status, error } = await preview(visit.author.token, { [path]: value });
      expect([status, error?.issues?.[0]?.path]).toEqual([400, path]);
    }
  });
});
