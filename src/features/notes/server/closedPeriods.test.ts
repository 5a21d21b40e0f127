/** Refusals in a closed period, and what an admin may still do. */

import { describe, expect, test } from 'vitest';
import { backdateAssignments } from '#tests/support/factories/clients.ts';
import { closeTime, reopenTime } from '#tests/support/factories/closedPeriods.ts';
import { createCheck } from '#tests/support/factories/noteChecks.ts';
import { buildNoteForm, createSignedNote, toQuarterHour } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpEach(() => createReviewScenario(api));

const CLOSED = 'The period through Mar 2, 2026 is closed.';
const REOPEN = 'Ask an admin to reopen it first.';
/** The day of the notes is closed, the next one is open. */
const close = () => closeTime(api, visit.manager, '2026-03-02');
const NEXT_DAY = { workDate: '2026-03-03' };

const write = (fields: Record<string, unknown> = {}) =>
  createSignedNote(api, visit.author, { clientId: visit.clientId, ...fields });
const send = (fields: Record<string, unknown> = {}) =>
  api.call(visit.author.token, 'POST /api/notes', { body: buildNoteForm(visit.clientId, fields) });
const resend = (id: number, fields: Record<string, unknown> = {}) =>
  api.call(visit.author.token, 'PUT /api/notes/:id', {
    params: { id },
    body: buildNoteForm(visit.clientId, fields),
  });
const remove = (id: number, token = visit.author.token) =>
  api.call(token, 'DELETE /api/notes/:id', { params: { id } });
const read = (id: number, token = visit.author.token) =>
  api.ok(token, 'GET /api/notes/:id', { params: { id } });

function expectClosed(answer: ApiResponse<unknown>, hint = REOPEN): void {
  expectError(answer, 409, 'period_locked');
  expect(answer.error?.message).toBe(`${CLOSED} ${hint}`);
}

/** All that a refused call must leave as it is. */
async function readState() {
  const [rows, entries, used, ledger, counts] = await Promise.all([
    api.sql('select to_jsonb(notes) as note from notes where business_id = $1 order by id', [
      visit.business.id,
    ]),
    api.sql('select to_jsonb(time_entries) as entry from time_entries where business_id = $1 order by id', [
      visit.business.id,
    ]),
    visit.used(),
    api.sql('select id, delta from unit_ledger where business_id = $1 order by id', [visit.business.id]),
    api.ok(visit.manager.token, 'GET /api/management/stats'),
  ]);
  return { rows, entries, used, ledger, counts };
}

describe('a note in a closed period', () => {
  test('cannot be submitted [12.periods.5]', async () => {
    await close();
    const before = await readState();
    expectClosed(await send());
    expectClosed(await send({ workDate: '2020-01-01' }));
    expect(await readState()).toEqual(before);
    expect((await send(NEXT_DAY)).status).toBe(201);
    // The work ends on an open day, but its work date is closed.
    expectClosed(await send({ startTime: '23:00', endTime: '01:00' }));
  });

  test('cannot be resubmitted, neither from nor to a closed day [12.periods.5]', async () => {
    const [closed, open] = [await write(), await write(NEXT_DAY)];
    await close();
    const before = await readState();
    expectClosed(await resend(closed.id));
    expectClosed(await resend(closed.id, NEXT_DAY));
    expectClosed(await resend(open.id));
    expect(await readState()).toEqual(before);
    expect((await resend(open.id, NEXT_DAY)).body.version).toBe(2);
  });

  test.each([
    ['denied', { action: 'deny', reason: 'No' }, undefined],
    ['put on hold', { action: 'hold' }, undefined],
    ['resumed', { action: 'resume' }, { action: 'hold' }],
    ['sent back', { action: 'return', comment: 'Which bills?' }, undefined],
    ['reopened', { action: 'reopen', reason: 'The client was away.' }, { action: 'approve' }],
  ])('cannot be %s, not even by an admin [12.periods.6]', async (_, body, first) => {
    const note = await write();
    if (first) await visit.review(note.id, first);
    await close();
    const before = await readState();
    for (const { token } of [visit.manager, visit.business.admin]) {
      expectClosed(await visit.review(note.id, body, token));
      expectClosed(await visit.review(note.id, { ...body, version: 1 }, token));
      const params = { id: note.id };
      if (body.action === 'deny')
        expectClosed(await api.call(token, 'PATCH /api/management/notes/:id/deny', { params, body }));
    }
    expect(await readState()).toEqual(before);
    await reopenTime(api, visit.business);
    expect((await visit.review(note.id, body)).status).toBe(200);
    await expectInvariants(api);
  });

  test.each(['pending', 'approved', 'denied', 'sent back'])(
    'cannot be deleted when it is %s [12.periods.6]',
    async (status) => {
      const note = await write();
      const reviews: Record<string, object> = {
        approved: { action: 'approve' },
        denied: { action: 'deny', reason: 'No' },
        'sent back': { action: 'return', comment: 'Which bills?' },
      };
      if (reviews[status]) await visit.review(note.id, reviews[status]);
      await close();
      const before = await readState();
      expectClosed(await remove(note.id));
      expectClosed(await remove(note.id, visit.business.admin.token));
      expect(await readState()).toEqual(before);
      await reopenTime(api, visit.business);
      expect((await remove(note.id)).status).toBe(204);
    },
  );

  test('is approved by an admin with a reason, which the audit log has [12.periods.7]', async () => {
    const [first, second] = [await write({ title: 'Late approval' }), await write()];
    await close();
    const before = await readState();
    const asAdmin = visit.business.admin.token;
    const approve = (token: string, body: object) =>
      api.call(token, 'PATCH /api/management/notes/:id/approve', { params: { id: second.id }, body });
    const askAdmin = 'An admin can approve this note with a reason.';
    for (const reason of [undefined, 'Payroll needs it']) {
      expectClosed(await visit.review(first.id, { action: 'approve', reason }), askAdmin);
      expectClosed(await approve(visit.manager.token, { reason }), askAdmin);
    }
    const enterReason = 'Enter a reason to approve this note.';
    expectClosed(await visit.review(first.id, { action: 'approve' }, asAdmin), enterReason);
    expectClosed(await approve(asAdmin, {}), enterReason);
    const missing = { path: 'reason', message: 'A reason for the approval is required' };
    expectIssue(await visit.review(first.id, { action: 'approve', reason: ' ' }, asAdmin), missing);
    expect(await readState()).toEqual(before);

    const body = { action: 'approve', reason: ' Payroll needs it \ud800' };
    const answer = await visit.review(first.id, body, asAdmin);
    expect(answer).toMatchObject({ status: 200, body: { status: 'resolved', can: { approve: false } } });
    expect((await approve(asAdmin, { reason: 'Agreed by phone' })).status).toBe(200);
    expect((await visit.audited(first.id)).at(-1)).toMatchObject({
      action: 'approved',
      actor_id: visit.business.admin.id,
      details: { reason: 'Payroll needs it \ufffd' },
    });
    expect((await visit.audited(second.id)).at(-1)?.details).toMatchObject({ reason: 'Agreed by phone' });
    expect(await visit.letters('Late approval')).toMatchObject([{ subject: 'Approved: Cleo Client, Mar 2' }]);
    expect(await visit.used()).toBe(before.used);
    await expectInvariants(api);
  });

  test('allows only the approval of an admin in its permissions [12.periods.10]', async () => {
    const [closed, open] = [await write(), await write(NEXT_DAY)];
    const returned = await write();
    await visit.review(returned.id, { action: 'return', comment: 'Which bills?' });
    await close();
    const none = {
      approve: false,
      deny: false,
      hold: false,
      resume: false,
      return: false,
      reopen: false,
      edit: false,
      delete: false,
    };
    const { author, manager, business } = visit;
    for (const [token, can] of [
      [author.token, none],
      [manager.token, none],
      [business.admin.token, { ...none, approve: true }],
    ] as const) {
      expect((await read(closed.id, token)).can).toEqual(can);
      expect((await read(returned.id, token)).can).toEqual(none);
      const list = await api.ok(token, 'GET /api/notes');
      const search = await api.ok(token, 'GET /api/notes/search');
      for (const rows of [list, search]) {
        expect(rows.find(({ id }) => id === closed.id)?.can).toEqual(can);
        expect(rows.find(({ id }) => id === open.id)?.can.delete).toBe(true);
      }
    }
    expect((await read(open.id)).can).toMatchObject({ edit: true, delete: true });
    await reopenTime(api, business);
    expect((await read(closed.id)).can).toMatchObject({ edit: true, delete: true });
  });

  test('can be written again after an admin moves the date back [12.periods.4]', async () => {
    await close();
    expectClosed(await send());
    const body = { date: '2026-03-01', reason: 'A late note' };
    await api.ok(visit.business.admin.token, 'PUT /api/business/locked-through', { body });
    expect((await send()).status).toBe(201);
  });

  test('is refused after a wrong signature code, which is counted [12.periods.5]', async () => {
    await close();
    expectIssue(await send({ clientSignatureCode: '0000' }), {
      path: 'clientSignatureCode',
      message: 'The verification code is incorrect. Please check with management for the correct code.',
    });
  });
});

test('a reason for approving a note of open time is recorded too [12.periods.7]', async () => {
  const note = await write();
  const answer = await visit.review(note.id, { action: 'approve', reason: 'Discussed' });
  expect(answer.status).toBe(200);
  expect((await visit.audited(note.id)).at(-1)?.details).toMatchObject({ reason: 'Discussed' });
});

describe('a decision is refused for the first reason', () => {
  /** Notes that are refused for one reason and all later ones. */
  async function createRefused() {
    await backdateAssignments(api, visit.business, { since: '2026-01-01' });
    const create = async (
      index: number,
      fields: Record<string, unknown> = {},
      token = visit.manager.token,
    ) => {
      const times = toQuarterHour(index);
      const { id } = await createSignedNote(
        api,
        { token },
        { clientId: visit.clientId, ...times, ...fields },
      );
      return id;
    };
    const warn = (id: number) =>
      createCheck(api, { businessId: visit.business.id, id }, { code: 'signed_early', level: 'warning' });
    const [decided, changed, closed, own, warned, clean] = [
      await create(1),
      await create(2),
      await create(3),
      await create(4, NEXT_DAY),
      await create(5, NEXT_DAY, visit.author.token),
      await create(6, NEXT_DAY, visit.author.token),
    ];
    await visit.review(decided, { action: 'deny', reason: 'No' });
    for (const id of [decided, changed, closed, own, warned]) await warn(id);
    await close();
    return [
      { id: 999_999_999, version: 7, reason: 'not_found' },
      { id: decided, version: 7, reason: 'note_not_pending' },
      { id: changed, version: 7, reason: 'version_changed' },
      { id: closed, version: 1, reason: 'period_locked' },
      { id: own, version: 1, reason: 'own_note' },
      { id: warned, version: 1, reason: 'has_warnings' },
      { id: clean, version: 1, reason: 'approved' },
    ];
  }

  test('of approve-many, also by an admin: period_locked comes after version_changed and before own_note [12.review.8 12.periods.7]', async () => {
    const refused = await createRefused();
    const notes = refused.map(({ id, version }) => ({ id, version }));
    const approve = (token: string, some: typeof notes) =>
      api.ok(token, 'POST /api/management/notes/approve-many', { body: { notes: some } });
    expect(await approve(visit.manager.token, notes)).toEqual(
      refused.map(({ id, reason }) => ({ id, result: reason })),
    );
    const asAdmin = visit.business.admin.token;
    const closed = notes.slice(3, 4);
    expect(await approve(asAdmin, closed)).toEqual([{ id: closed[0]?.id, result: 'period_locked' }]);
  });

  test('of both single calls, which approve notes with warnings [12.review.8]', async () => {
    const refused = (await createRefused()).slice(0, 5);
    for (const { id, version, reason } of refused) {
      const body = { version, reason: 'I was there.' };
      const params = { id };
      const answers = [
        await visit.review(id, { action: 'approve', ...body }),
        await api.call(visit.manager.token, 'PATCH /api/management/notes/:id/approve', { params, body }),
      ];
      for (const answer of answers) expectError(answer, reason === 'not_found' ? 404 : 409, reason);
    }
  });
});
