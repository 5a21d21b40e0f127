/** The units that an authorization allows per week and per month. */

import { describe, expect, test } from 'vitest';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { toTimes, useVisits } from '#tests/support/factories/visits.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';

const api = useApi();
const { business, visit, authorize, setPolicy, submit, trySubmit, review, expectVerified } = useVisits(api);

describe('a cap', () => {
  test('per week answers 409 with cap, used and needed under `block` [11.accounts.6]', async () => {
    await setPolicy('block');
    await authorize({ unitsPerWeek: 10 });
    // The week of Sunday, March 1.
    await submit(6, { workDate: '2026-03-01' });
    await submit(4, { workDate: '2026-03-07' });
    const answer = await trySubmit(1, { workDate: '2026-03-04' });
    expectError(answer, 409, 'cap_exceeded');
    expect(answer.error?.message).toBe(
      'The authorization allows 10 units per week. 10 are used, and this note needs 1.',
    );
    await submit(1, { workDate: '2026-03-08' });
    await expectVerified();
  });

  test('per month counts the calendar month of the work [11.accounts.6]', async () => {
    await setPolicy('block');
    await authorize({ unitsAuthorized: 40, unitsPerMonth: 10 });
    await submit(10, { workDate: '2026-02-28' });
    await submit(7, { workDate: '2026-03-31' });
    const { error } = await trySubmit(4, { workDate: '2026-03-01' });
    expect(error?.message).toBe(
      'The authorization allows 10 units per month. 7 are used, and this note needs 4.',
    );
    await submit(3, { workDate: '2026-03-01' });
  });

  test('follows the weeks of the business [11.accounts.6]', async () => {
    await setPolicy('block');
    await authorize({ unitsPerWeek: 4 });
    await api.sql('insert into week_starts (business_id, from_date, week_start) values ($1, $2, 1)', [
      business.id,
      '2026-03-02',
    ]);
    await submit(4, { workDate: '2026-03-01' });
    await submit(4, { workDate: '2026-03-08' });
    expectError(await trySubmit(1, { workDate: '2026-03-02' }), 409, 'cap_exceeded');
  });

  test('is a warning when overuse is allowed, and not counted for denied and deleted notes [11.accounts.7,9]', async () => {
    await authorize({ unitsPerWeek: 4 });
    const first = await submit(4);
    const second = await submit(1);
    expect(second).toMatchObject({ unitChecks: ['cap_exceeded'] });
    await review(first.id, { action: 'deny', reason: 'Wrong client.' });
    await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params: { id: second.id } });
    expect(await submit(4)).toMatchObject({ unitChecks: [] });
  });

  test('of a permission without units limits it too [11.accounts.6]', async () => {
    await setPolicy('block');
    await authorize({ unitsAuthorized: null, unitsPerWeek: 4 });
    await submit(4);
    expectError(await trySubmit(1), 409, 'cap_exceeded');
  });

  test('does not count the note that is edited [11.accounts.10]', async () => {
    await setPolicy('block');
    await authorize({ unitsAuthorized: 4, unitsPerWeek: 4 });
    const { id } = await submit(4);
    const body = buildNoteForm(visit.client.id, toTimes(3));
    const note = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect(note).toMatchObject({ timeUnitsUsed: '3.00' });
  });
});
