import { describe, expect, test } from 'vitest';
import type { MemberContext } from '#platform/server/context.ts';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import { refreshChecks } from '#features/notes/server/checks/actions.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { setTime, useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, readNote, listCodes, findCheck, remove, review, explain, unexplain } =
  useCheckedNotes(api, business);

/** Two notes at the same time. */
async function createOverlap(role: 'employee' | 'manager' = 'employee') {
  const visits = await createVisits(2, role);
  const first = await submit(visits.author, { clientId: visits.clientId });
  const second = await submit(visits.author, { clientId: visits.otherClientId });
  return { ...visits, first, second };
}

const listRows = (clientId: number) =>
  api.ok(business.admin.token, 'GET /api/management/notes', { query: { clientId } });

describe('an explanation', () => {
  test('has reason, name and time, no longer counts in lists, and is in the audit log [12.checks.25,26]', async () => {
    const { first, second, clientId } = await createOverlap();
    const answer = await explain(first.id, 'author_overlap', undefined, ' Handover between visits ');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      code: 'author_overlap',
      relatedNoteIds: [second.id],
      explanation: { reason: 'Handover between visits', byName: 'Ada Owner', at: '2026-03-03T17:05:00.000Z' },
    });
    expect(await findCheck(first.id, 'author_overlap')).toEqual(answer.body);
    expect(await listRows(clientId)).toMatchObject([{ checks: [], level: 'clear' }]);
    expect((await findCheck(second.id, 'author_overlap'))?.explanation).toBeNull();

    expect((await unexplain(first.id, 'author_overlap')).status).toBe(204);
    expect(await listRows(clientId)).toMatchObject([{ checks: ['author_overlap'], level: 'warning' }]);
    expectError(await unexplain(first.id, 'author_overlap'), 404, 'not_found');
    const audited = await api.sql(
      `select action, details from audit_log where object_id = $1 and action like 'check%' order by seq`,
      [first.id],
    );
    const details = { code: 'author_overlap', version: 1 };
    expect(audited).toEqual([
      { action: 'check_explained', details: { ...details, reason: 'Handover between visits' } },
      { action: 'check_explanation_removed', details },
    ]);
  });

  test('ends when another note causes the check, or one no longer does [12.checks.27]', async () => {
    const { author, clientId, first, second } = await createOverlap();
    await explain(first.id, 'author_overlap');
    const third = await submit(author, { clientId });
    expect(await findCheck(first.id, 'author_overlap')).toMatchObject({
      relatedNoteIds: [second.id, third.id],
      explanation: null,
    });
    await explain(first.id, 'author_overlap');
    await remove(third.id);
    expect(await findCheck(first.id, 'author_overlap')).toMatchObject({
      relatedNoteIds: [second.id],
      explanation: null,
    });
  });

  test('ends with a new version of its note, outlives one of the other note, and is for the version named [12.checks.27]', async () => {
    const { author, clientId, otherClientId, first, second } = await createOverlap();
    const resubmit = (id: number, client: number) =>
      api.ok(author.token, 'PUT /api/notes/:id', {
        params: { id },
        body: buildNoteForm(client, { workDate: '2026-03-03', startTime: '10:00', endTime: '10:30' }),
      });
    await explain(first.id, 'author_overlap');
    await setTime(api, '2026-03-03T17:10:00Z');
    await resubmit(second.id, otherClientId);
    expect(await findCheck(first.id, 'author_overlap')).toMatchObject({
      detail: { otherEnd: '10:30' },
      explanation: { reason: 'Handover between visits' },
    });
    await resubmit(first.id, clientId);
    expect((await findCheck(first.id, 'author_overlap'))?.explanation).toBeNull();

    const explainVersion = (version: number) =>
      api.call(business.admin.token, 'POST /api/notes/:id/checks/:code/explain', {
        params: { id: first.id, code: 'author_overlap' },
        body: { reason: 'Handover', version },
      });
    expectError(await explainVersion(1), 409, 'version_changed');
    expect((await explainVersion(2)).status).toBe(201);
  });

  test('is for the related notes named, in any order: 409 check_changed for others [12.checks.27]', async () => {
    const { author, clientId, first, second } = await createOverlap();
    const explainFor = (relatedNoteIds: number[], code = 'author_overlap') =>
      api.call(business.admin.token, 'POST /api/notes/:id/checks/:code/explain', {
        params: { id: first.id, code },
        body: { reason: 'Handover', relatedNoteIds },
      });
    const third = await submit(author, { clientId });
    expectError(await explainFor([second.id]), 409, 'check_changed');
    expectError(await explainFor([]), 409, 'check_changed');
    expectError(await explainFor([second.id], 'late_entry'), 404, 'not_found');
    expect((await findCheck(first.id, 'author_overlap'))?.explanation).toBeNull();
    expect((await explainFor([third.id, second.id])).body).toMatchObject({
      relatedNoteIds: [second.id, third.id],
      explanation: { reason: 'Handover' },
    });
  });

  test('stays readable and as it was after the decision: 409 note_decided [12.checks.28]', async () => {
    const { first, second } = await createOverlap();
    await explain(first.id, 'author_overlap');
    await review(first.id, { action: 'approve' });
    expectError(await explain(first.id, 'author_overlap'), 409, 'note_decided');
    expectError(await unexplain(first.id, 'author_overlap'), 409, 'note_decided');
    await review(second.id, { action: 'deny', reason: 'Wrong day' });
    expectError(await explain(second.id, 'author_overlap'), 409, 'note_decided');
    await remove(second.id);
    expect(await findCheck(first.id, 'author_overlap')).toMatchObject({
      explanation: { byName: 'Ada Owner' },
    });
  });

  test('is for managers who did not write the note: 403 otherwise [12.checks.29]', async () => {
    const { author, first } = await createOverlap('manager');
    expectError(await explain(first.id, 'author_overlap', author.token), 403, 'forbidden');
    await explain(first.id, 'author_overlap');
    expectError(await unexplain(first.id, 'author_overlap', author.token), 403, 'forbidden');
    const employee = await createPerson(api, business);
    expectError(await explain(first.id, 'author_overlap', employee.token), 403, 'forbidden');
    expectError(await unexplain(first.id, 'author_overlap', employee.token), 403, 'forbidden');
  });

  test('is hidden from employees, who see the check [12.checks.30]', async () => {
    const { author, first } = await createOverlap();
    await explain(first.id, 'author_overlap');
    expect(await findCheck(first.id, 'author_overlap', author.token)).toMatchObject({ explanation: null });
  });

  test('answers 404 without the check, for an unknown code, for own_note and for another business [12.checks.31]', async () => {
    const { first } = await createOverlap();
    expectError(await explain(first.id, 'late_entry'), 404, 'not_found');
    expectError(await explain(999_999_999, 'late_entry'), 404, 'not_found');
    const foreign = await createBusiness(api);
    expectError(await explain(first.id, 'author_overlap', foreign.admin.token), 404, 'not_found');
    const { first: own } = await createOverlap('manager');
    expectError(await explain(own.id, 'own_note'), 404, 'not_found');
    for (const code of ['no_such_check', 'a\0b']) {
      expectError(await explain(first.id, code), 404, 'not_found');
      expectError(await unexplain(first.id, code), 404, 'not_found');
    }
  });

  test.each([
    ['', 'A reason is required'],
    ['  ', 'A reason is required'],
    [undefined, 'A reason is required'],
    ['x'.repeat(501), 'At most 500 characters'],
  ])('answers 400 for the reason %j [12.checks.32]', async (reason, message) => {
    const { first } = await createOverlap();
    const params = { id: first.id, code: 'author_overlap' };
    const call = { params, body: { reason } };
    const answer = await api.call(business.admin.token, 'POST /api/notes/:id/checks/:code/explain', call);
    expectIssue(answer, { path: 'reason', message });
  });
});

test('lists for managers have codes and the highest level, other lists none [12.checks.33]', async () => {
  const { author, first, clientId } = await createOverlap();
  await setTime(api, '2026-03-10T17:00:00Z');
  const late = await submit(author, { clientId, workDate: '2026-03-06' }, '2026-03-10T17:00:00Z');
  expect(await listRows(clientId)).toMatchObject([
    { id: late.id, checks: ['late_entry'], level: 'info' },
    { id: first.id, checks: ['author_overlap'], level: 'warning' },
  ]);
  expect(await listCodes(late.id, author.token)).toEqual(['late_entry']);
  for (const [token, name] of [
    [author.token, 'GET /api/notes/my'],
    [business.admin.token, 'GET /api/notes'],
  ] as const) {
    const [row] = await api.ok(token, name, { query: { clientId } });
    expect(row).not.toHaveProperty('checks');
    expect(row).not.toHaveProperty('level');
  }
  expect(await readNote(first.id)).toHaveProperty('overlaps');
});

test('a note that is undecided again gets the checks that it missed while it was decided [12.checks.5]', async () => {
  const { author, clientId, otherClientId } = await createVisits();
  const first = await submit(author, { clientId });
  await review(first.id, { action: 'approve' });
  const second = await submit(author, { clientId: otherClientId });
  await api.sql(`update notes set status = 'pending' where id = $1`, [first.id]);
  const session = { userId: business.admin.id, timeZone: 'America/Chicago' };
  const scope = { services: api.server.services, businessId: business.id, now: new Date(), ip: '', session };
  await writeInBusiness(scope, (tx) => refreshChecks(tx, scope as unknown as MemberContext, first.id));
  expect((await findCheck(first.id, 'author_overlap'))?.relatedNoteIds).toEqual([second.id]);
});

test('the settings of checks have defaults, limits and an audit entry [12.checks.34]', async () => {
  const { token } = business.admin;
  await setTime(api, '2026-03-10T17:00:00Z');
  expect(await api.ok(token, 'GET /api/business')).toMatchObject({
    lateEntryHours: 48,
    longDayHours: 14,
    allowTwoEmployees: false,
  });
  for (const [path, value, max] of [
    ['lateEntryHours', 0, 720],
    ['lateEntryHours', 721, 720],
    ['lateEntryHours', 1.5, 720],
    ['longDayHours', 0, 24],
    ['longDayHours', 25, 24],
  ] as const) {
    const answer = await api.call(token, 'PUT /api/business', { body: { [path]: value } });
    expectIssue(answer, { path, message: `Enter whole hours from 1 to ${max}` });
  }
  const body = { lateEntryHours: 720, longDayHours: 24, allowTwoEmployees: true };
  expect(await api.ok(token, 'PUT /api/business', { body })).toMatchObject(body);
  const [row] = await api.sql(
    `select details from audit_log where business_id = $1 and object = 'business' and action = 'changed' order by seq desc limit 1`,
    [business.id],
  );
  expect(row?.['details']).toMatchObject({ ...body, changed: Object.keys(body) });
});
