/** Closing a period through a date, and reopening it. */

import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { closeTime } from '#tests/support/factories/closedPeriods.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const team = setUpEach(async () => {
  const business = await createBusiness(api);
  const [manager, { author, client }] = await Promise.all([
    createPerson(api, business, { role: 'manager' }),
    createAssignedClient(api, business, { totalTimeUnits: 1000 }),
  ]);
  return { business, admin: business.admin, manager, author, client };
});

const close = ({ token }: Account, body: unknown) =>
  api.call(token, 'PUT /api/business/locked-through', { body });
const readDate = async () => (await api.ok(team.author.token, 'GET /api/business')).lockedThrough;
const write = (workDate: string) =>
  createSignedNote(api, team.author, { clientId: team.client.id, workDate, endTime: '09:15' });
const review = (id: number, body: unknown) =>
  api.ok(team.manager.token, 'PATCH /api/notes/:id/review', { params: { id }, body });
const listAudit = async () => {
  const rows = await api.ok(team.admin.token, 'GET /api/audit', { query: { object: 'business' } });
  return rows
    .filter(({ action }) => action.startsWith('period_'))
    .map(({ action, actorId, details }) => ({ action, actorId, details }));
};

describe('closing a period', () => {
  test('is up to managers, who move the date forward [12.periods.1]', async () => {
    expect(await readDate()).toBeNull();
    const answer = await close(team.manager, { date: '2026-03-07' });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: team.business.id, lockedThrough: '2026-03-07' },
    });
    expect(await readDate()).toBe('2026-03-07');
    expect((await close(team.manager, { date: '2026-03-14' })).status).toBe(200);
    expect(await readDate()).toBe('2026-03-14');
    expect((await close(team.author, { date: '2026-03-21' })).status).toBe(403);
    expect(await readDate()).toBe('2026-03-14');
  });

  test('has a call of its own: the settings leave the date as it is [12.periods.1]', async () => {
    const change = async (token: string, lockedThrough: string | null) => {
      const body = { lockedThrough, phone: '555 0123' };
      return (await api.ok(token, 'PUT /api/business', { body })).lockedThrough;
    };
    expect(await change(team.admin.token, '2026-03-07')).toBeNull();
    await closeTime(api, team.manager, '2026-03-07');
    for (const date of ['2026-03-14', '2026-03-01', null]) {
      expect(await change(team.admin.token, date)).toBe('2026-03-07');
    }
    expect(await readDate()).toBe('2026-03-07');
  });

  test('reaches the signed-in user with a login and each validation [12.periods.9]', async () => {
    const { author } = team;
    const validate = () => api.ok(author.token, 'GET /api/auth/validate');
    expect((await validate()).user.lockedThrough).toBeNull();
    await closeTime(api, team.manager, '2026-03-07');
    expect((await validate()).user.lockedThrough).toBe('2026-03-07');
    const body = { username: author.username, password: author.password };
    expect((await api.ok(null, 'POST /api/auth/login', { body })).user.lockedThrough).toBe('2026-03-07');
  });

  test('needs a date before today in the time zone of the business [12.periods.2]', async () => {
    // Their days always differ.
    for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      const { admin } = await createBusiness(api, { form: { timeZone } });
      const today = dayInZone(new Date(), timeZone);
      const issue = { path: 'date', message: 'Choose a date before today' };
      expectIssue(await close(admin, { date: today }), issue);
      expectIssue(await close(admin, { date: addDays(today, 1) }), issue);
      expect((await close(admin, { date: addDays(today, -1) })).status).toBe(200);
    }
  });

  test.each([undefined, '', '2026-02-30', '0000-01-01', '1999-12-31', '2026-03-07T00:00:00Z', 20_260_307])(
    'answers 400 to the date %j [12.periods.2]',
    async (date) => {
      expectIssue(await close(team.admin, { date, reason: 'x' }), { path: 'date', message: 'Choose a date' });
      expect(await readDate()).toBeNull();
    },
  );

  test('names the notes without a decision by status until they are confirmed [12.periods.3]', async () => {
    const [held, returned, approved, denied, removed] = [
      await write('2026-03-02'),
      await write('2026-03-03'),
      await write('2026-03-04'),
      await write('2026-03-05'),
      await write('2026-03-05'),
    ];
    await write('2026-03-06');
    await write('2026-03-07');
    await write('2026-03-08');
    await review(held.id, { action: 'hold' });
    await review(returned.id, { action: 'return', comment: 'Which bills?' });
    await review(approved.id, { action: 'approve' });
    await review(denied.id, { action: 'deny', reason: 'No' });
    await api.ok(team.author.token, 'DELETE /api/notes/:id', { params: { id: removed.id } });

    for (const body of [{ date: '2026-03-07' }, { date: '2026-03-07', pendingConfirmed: false }]) {
      const answer = await close(team.manager, body);
      expectError(answer, 409, 'pending_notes');
      expect(answer.error?.message).toBe('4 notes with work dates through Mar 7, 2026 have no decision yet.');
      expect(answer.error?.issues).toEqual([
        { path: 'pending', message: 'Pending: 2' },
        { path: 'in-review', message: 'In review: 1' },
        { path: 'in-progress', message: 'Sent back: 1' },
      ]);
    }
    expect(await readDate()).toBeNull();
    expect((await close(team.manager, { date: '2026-03-01' })).status).toBe(200);
    expect((await close(team.manager, { date: '2026-03-07', pendingConfirmed: true })).status).toBe(200);
    expect(await readDate()).toBe('2026-03-07');
    // Notes of the period that was closed before are counted again.
    const later = await close(team.manager, { date: '2026-03-08' });
    expect(later.error?.message).toBe('5 notes with work dates through Mar 8, 2026 have no decision yet.');
  });

  test('is refused when more notes have no decision than were confirmed [12.periods.3]', async () => {
    await write('2026-03-06');
    await write('2026-03-07');
    const closeWith = (body: object) => close(team.manager, { date: '2026-03-07', ...body });
    for (const body of [{ pendingCount: 1 }, { pendingCount: 1, pendingConfirmed: true }]) {
      const answer = await closeWith(body);
      expectError(answer, 409, 'pending_notes');
      expect(answer.error?.issues).toEqual([{ path: 'pending', message: 'Pending: 2' }]);
    }
    expect((await closeWith({ pendingCount: -1 })).status).toBe(400);
    expect(await readDate()).toBeNull();
    expect((await closeWith({ pendingCount: 2 })).status).toBe(200);
    expect(await readDate()).toBe('2026-03-07');
  });

  test('is in the audit log with its dates and the number of notes without a decision [12.periods.8]', async () => {
    await write('2026-03-06');
    await close(team.manager, { date: '2026-03-07' });
    await close(team.manager, { date: '2026-03-07', pendingConfirmed: true });
    await close(team.admin, { date: '2026-03-14', pendingConfirmed: true, reason: ' Payroll is done ' });
    const [second, first, ...more] = await listAudit();
    expect(more).toEqual([]);
    expect(first).toEqual({
      action: 'period_closed',
      actorId: team.manager.id,
      details: { lockedThrough: '2026-03-07', previousLockedThrough: null, reason: null, undecided: 1 },
    });
    expect(second).toMatchObject({
      actorId: team.admin.id,
      details: {
        lockedThrough: '2026-03-14',
        previousLockedThrough: '2026-03-07',
        reason: 'Payroll is done',
      },
    });
  });

  test('through the same date changes nothing [12.periods.1]', async () => {
    await closeTime(api, team.manager, '2026-03-07');
    await write('2026-03-08');
    expect((await close(team.manager, { date: '2026-03-07' })).status).toBe(200);
    expect((await close(team.admin, { date: '2026-03-07', reason: 'Again' })).status).toBe(200);
    expect(await listAudit()).toHaveLength(1);
  });

  test('concerns one business [12.periods.11]', async () => {
    const other = await createBusiness(api);
    await write('2026-03-06');
    expect((await close(other.admin, { date: '2026-03-07' })).status).toBe(200);
    expect(await readDate()).toBeNull();
    expect((await write('2026-03-05')).status).toBe('pending');
  });

  test('is refused to a business without a subscription [12.periods.1]', async () => {
    const unpaid = await createBusiness(api, { unpaid: true });
    expect((await close(unpaid.admin, { date: '2026-03-07' })).status).toBe(402);
  });
});

describe('reopening a closed period', () => {
  test('is up to admins, with a reason [12.periods.4,8]', async () => {
    await closeTime(api, team.manager, '2026-03-14');
    for (const date of ['2026-03-07', null]) {
      expectError(await close(team.manager, { date, reason: 'A late note' }), 403, 'forbidden');
      for (const reason of [undefined, null, '', ' \n ']) {
        const issue = { path: 'reason', message: 'Enter a reason for reopening the period' };
        expectIssue(await close(team.admin, { date, reason }), issue);
      }
      const tooLong = { path: 'reason', message: 'At most 500 characters' };
      expectIssue(await close(team.admin, { date, reason: 'x'.repeat(501) }), tooLong);
    }
    expect(await readDate()).toBe('2026-03-14');
    // Half of a surrogate pair, which PostgreSQL cannot store.
    const back = await close(team.admin, { date: '2026-03-07', reason: ' A late note \ud800' });
    expect(back.body.lockedThrough).toBe('2026-03-07');
    expect((await close(team.admin, { date: null, reason: 'All of it' })).body.lockedThrough).toBeNull();
    expect((await close(team.manager, { date: null })).status).toBe(200);
    expect((await listAudit()).slice(0, 2)).toEqual([
      {
        action: 'period_reopened',
        actorId: team.admin.id,
        details: { lockedThrough: null, previousLockedThrough: '2026-03-07', reason: 'All of it' },
      },
      {
        action: 'period_reopened',
        actorId: team.admin.id,
        details: {
          lockedThrough: '2026-03-07',
          previousLockedThrough: '2026-03-14',
          reason: 'A late note \ufffd',
        },
      },
    ]);
  });

  test('names no notes [12.periods.4]', async () => {
    await write('2026-03-06');
    await closeTime(api, team.manager, '2026-03-14');
    expect((await close(team.admin, { date: '2026-03-07', reason: 'A late note' })).status).toBe(200);
    expect((await write('2026-03-08')).status).toBe('pending');
  });
});
