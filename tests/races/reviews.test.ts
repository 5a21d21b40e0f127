/** Notes that are reviewed, edited and deleted at the same time. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** 500 in `npm run test:faults`. */
const PAIRS = Number(process.env['REVIEW_PAIRS'] ?? 60);

test(
  'when two managers approve and deny the same note, one succeeds and one gets 409 [4.note.6 10.5.22 R-24]',
  { timeout: 60_000 + PAIRS * 400 },
  async ({ task }) => {
    const business = await createBusiness(api);
    const client = await createClient(api, business, { totalTimeUnits: 10_000 });
    const author = await createPerson(api, business);
    await createAssignment(api, business, { clientId: client.id, employeeId: author.id });
    const managers = await Promise.all([
      createPerson(api, business, { role: 'manager' }),
      createPerson(api, business, { role: 'manager' }),
    ]);
    const written = await callConcurrently(
      8,
      listNumbers(PAIRS).map(
        () => () => createSignedNote(api, author, { clientId: client.id, endTime: '09:15' }),
      ),
    );
    const pairs = await callConcurrently(
      8,
      written.map(({ id }) => () => {
        const review = (index: 0 | 1, body: unknown) =>
          api.call(managers[index].token, 'PATCH /api/notes/:id/review', { params: { id }, body });
        return Promise.all([review(0, { action: 'approve' }), review(1, { action: 'deny', reason: 'No' })]);
      }),
    );
    for (const pair of pairs) expect(countOutcomes(pair)).toEqual({ 200: 1, note_not_pending: 1 });

    const approved = pairs.filter(([approval]) => approval.status === 200).length;
    const stats = await api.ok(business.admin.token, 'GET /api/management/stats');
    expect(stats).toMatchObject({ pending: 0, approved, denied: PAIRS - approved, total: PAIRS });
    const now = await api.ok(business.admin.token, 'GET /api/clients/:id', { params: { id: client.id } });
    expect(now.usedTimeUnits).toBe(`${approved}.00`);
    const [rows] = await api.sql(
      `select
      (select count(*) from messages where business_id = $1 and recipient_id = $2) as letters,
      (select count(*) from unit_ledger where business_id = $1 and kind = 'reversal') as reversals,
      (select count(*) from time_entries where business_id = $1 and reversed_at is not null) as reversed`,
      [business.id, author.id],
    );
    expect(rows).toEqual({ letters: PAIRS, reversals: PAIRS - approved, reversed: PAIRS - approved });
    await expectInvariants(api);
    task.meta.metrics = { pairs: PAIRS, approved, denied: PAIRS - approved };
  },
);

test('a note that is deleted, denied and signed again at the same time returns its units once [10.4.15]', async () => {
  const business = await createBusiness(api);
  const { token } = business.admin;
  const client = await createClient(api, business, { totalTimeUnits: 1000 });
  const written = await callConcurrently(
    8,
    listNumbers(40).map(() => () => createSignedNote(api, business.admin, { clientId: client.id })),
  );
  const rounds = await callConcurrently(
    8,
    written.map(({ id }) => () => {
      const params = { id };
      return Promise.all<ApiResponse<unknown>>([
        api.call(token, 'DELETE /api/notes/:id', { params }),
        api.call(token, 'PATCH /api/notes/:id/review', { params, body: { action: 'deny', reason: 'No' } }),
        api.call(token, 'PUT /api/notes/:id', { params, body: buildNoteForm(client.id) }),
        api.call(token, 'DELETE /api/notes/:id', { params }),
      ]);
    }),
  );
  for (const answers of rounds) {
    for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  }
  const now = await api.ok(token, 'GET /api/clients/:id', { params: { id: client.id } });
  expect(now).toMatchObject({ usedTimeUnits: '0.00', availableTimeUnits: '1000.00' });
  expect(await api.ok(token, 'GET /api/management/stats')).toMatchObject({ pending: 0, denied: 0, total: 0 });
  expect(await api.ok(token, 'GET /api/time-entries/all')).toEqual([]);
  await expectInvariants(api);
});
