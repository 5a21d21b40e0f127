import { describe, expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { closeTime, reopenTime } from '#tests/support/factories/closedPeriods.ts';
import { buildNoteForm, createAssignedClient } from '#tests/support/factories/notes.ts';
import { useOfflineVisits, type OfflineVisit as Visit } from '#tests/support/factories/offlineVisits.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisit, send, readMessages, readArrived } = useOfflineVisits(api, business);

async function endAssignment({ client }: Visit): Promise<void> {
  const [row] = await api.sql<{ id: number }>(
    'select id from client_assignments where business_id = $1 and client_id = $2',
    [business.id, client.id],
  );
  await api.ok(business.admin.token, 'DELETE /api/client-assignments/:id', { params: { id: row?.id ?? 0 } });
}

const archive = ({ client: { id } }: Visit) =>
  api.ok(business.admin.token, 'DELETE /api/clients/:id', { params: { id } });
const deactivate = ({ client: { id } }: Visit) =>
  api.ok(business.admin.token, 'PUT /api/clients/:id', { params: { id }, body: { status: 'inactive' } });

describe('a note that was written offline', () => {
  test.each([
    ['unassigned', endAssignment],
    ['archived', archive],
    ['inactive', deactivate],
  ])(
    'is pending when its client is %s since a day after its work date [13.capture.17]',
    async (_, change) => {
      const visit = await createVisit();
      await change(visit);
      expect(await readArrived(await send(visit))).toMatchObject({ state: 'pending', entries: 1 });
      await expectInvariants(api);
    },
  );

  test('is sent back when its author was no longer assigned on its work date [13.capture.18]', async () => {
    const visit = await createVisit();
    await endAssignment(visit);
    await api.sql(
      `update past_assignments set ended_at = '2026-02-01' where business_id = $1 and client_id = $2`,
      [business.id, visit.client.id],
    );
    const checks = expect.arrayContaining(['not_assigned_then']);
    expect(await readArrived(await send(visit))).toMatchObject({ state: 'in-progress', checks, entries: 0 });
    await expectInvariants(api);
    const [message] = await readMessages(visit);
    expect(message?.content).toContain(
      `was not assigned to Cleo Client on Mar 2, 2026. Check the client and date, or ask a manager to assign you first.`,
    );
  });

  test('is sent back when its client was archived or inactive on its work date [13.capture.18]', async () => {
    const checks = expect.arrayContaining(['client_inactive_then']);
    const archived = await createVisit();
    await archive(archived);
    const row = [business.id, archived.client.id];
    await api.sql(`update clients set archived_at = '2026-02-01' where business_id = $1 and id = $2`, row);
    expect(await readArrived(await send(archived))).toMatchObject({ state: 'in-progress', checks });
    const inactive = await createVisit();
    await deactivate(inactive);
    await api.sql(
      `update client_inactive_periods set started_at = '2026-02-01' where business_id = $1 and client_id = $2`,
      [business.id, inactive.client.id],
    );
    expect(await readArrived(await send(inactive))).toMatchObject({ state: 'in-progress', checks });
    const [message] = await readMessages(inactive);
    expect(message?.content).toContain(
      'Cleo Client was inactive on Mar 2, 2026. Check the client and date, or ask a manager to make the client active first.',
    );
  });

  test('is refused for a client that its author was never assigned to, before the code is checked [13.capture.19]', async () => {
    const { client } = await createVisit();
    const author = await createPerson(api, business);
    expectError(await send({ author, client }), 403, 'forbidden');
    expectError(await send({ author, client }, { sealedCode: 'AAAA' }), 403, 'forbidden');
  });

  test('is sent back in a closed period, without hours until it is submitted again [13.capture.20]', async () => {
    const visit = await createVisit();
    await closeTime(api, business.admin, '2026-03-15');
    const answer = await send(visit);
    const { id } = answer.body;
    expect(await readArrived(answer)).toMatchObject({
      state: 'in-progress',
      checks: expect.arrayContaining(['period_closed']),
      entries: 0,
    });
    expect(answer.body.checks.find(({ code }) => code === 'period_closed')?.message).toBe(
      'The period of Mar 2, 2026 was closed before the note arrived.',
    );
    const readHours = () => api.ok(visit.author.token, 'GET /api/time-entries/my');
    expect(await readHours()).toEqual([]);
    await expectInvariants(api);
    const body = buildNoteForm(visit.client.id);
    const resubmit = () => api.call(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
    expectError(await resubmit(), 409, 'period_locked');
    await reopenTime(api, business);
    expect((await resubmit()).body.status).toBe('pending');
    expect(await readHours()).toMatchObject([{ noteId: id }]);
    await expectInvariants(api);

    // One that is deleted instead keeps its hours reversed since its arrival.
    await closeTime(api, business.admin, '2026-03-15');
    const other = await send(await createVisit());
    await reopenTime(api, business);
    const params = { id: other.body.id };
    await api.ok(business.admin.token, 'DELETE /api/notes/:id', { params });
    await expectInvariants(api);
  });
});

test('a note that was sent back when it arrived is marked and found as resubmitted once it is signed again [13.capture.36]', async () => {
  const visit = await createVisit();
  const offline = await buildOfflineFields(api, { clientId: visit.client.id, code: 'wrong1' });
  const sentBack = (await send(visit, offline)).body;
  const corrected = (await send(visit, { startTime: '12:00', endTime: '12:15' })).body;
  const listQueue = async (query: Record<string, string> = {}) => {
    const rows = await api.ok(business.admin.token, 'GET /api/review/queue', {
      query: { clientId: visit.client.id, ...query },
    });
    return rows.map(({ id, resubmitted }) => [id, resubmitted]);
  };
  expect(await listQueue()).toEqual([[corrected.id, false]]);
  for (const { id } of [sentBack, corrected]) {
    const body = buildNoteForm(visit.client.id);
    await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
  }
  expect(await listQueue()).toEqual([
    [sentBack.id, true],
    [corrected.id, false],
  ]);
  expect(await listQueue({ resubmitted: 'true' })).toEqual([[sentBack.id, true]]);
});

describe('the author of a note that is sent back when it arrives', () => {
  test('gets one system message that names the note, each reason and what to do [13.capture.22]', async () => {
    const visit = await createVisit();
    await closeTime(api, business.admin, '2026-03-15');
    const offline = await buildOfflineFields(api, { clientId: visit.client.id, code: 'wrong1' });
    const { id, title } = (await send(visit, offline)).body;
    expect(await send(visit, offline)).toMatchObject({ status: 200, body: { id } });
    await reopenTime(api, business);
    expect(await readMessages(visit)).toEqual([
      expect.objectContaining({
        senderName: 'Quarterhour',
        noteId: id,
        isRead: false,
        can: { read: true, reply: false, delete: true },
        subject: 'Sent back: Cleo Client, Mar 2, 2026',
        content: [
          `Your note "${title}" was sent back automatically. It uses no units until it is signed again. Edit it in My Notes, then sign it again with the client.`,
          'The code entered when Cleo Client signed did not match, so the note has to be signed again. Check with management for the correct code.',
          'The period of Mar 2, 2026 was closed before the note arrived. Ask an admin to reopen the period first.',
        ].join('\n\n'),
      }),
    ]);
    expect(await api.ok(visit.author.token, 'GET /api/messages/unread')).toEqual({ unread: 1 });
    expect(await api.ok(visit.author.token, 'GET /api/messages/sent')).toEqual([]);

    // No message for a note that is pending.
    const params = { id };
    await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body: buildNoteForm(visit.client.id) });
    await send(visit, { startTime: '12:00', endTime: '12:15' });
    expect(await readMessages(visit)).toHaveLength(1);
  });
});

test('under the policy block, a note without units, cap or authorization is sent back instead of refused [13.capture.21]', async () => {
  const strict = await createBusiness(api, { plan: 'professional' });
  const { token } = strict.admin;
  await api.ok(token, 'PUT /api/business', { body: { overusePolicy: 'block' } });
  const service = { name: 'Needed', key: 'needed', authorizationRequired: 'block' };
  await api.ok(token, 'POST /api/business-services', { body: service });
  const arrive = async (visit: Visit, fields: Record<string, unknown> = {}) => {
    const offline = await buildOfflineFields(api, { clientId: visit.client.id });
    const body = buildNoteForm(visit.client.id, { ...offline, ...fields });
    const { id } = await api.ok(visit.author.token, 'POST /api/notes', { body });
    const { status, checks } = await api.ok(token, 'GET /api/notes/:id', { params: { id } });
    return { id, status, checks: checks.map(({ code }) => code) };
  };
  const empty = await createAssignedClient(api, strict, { totalTimeUnits: 8 });
  const over = await arrive(empty);
  expect(over).toMatchObject({ status: 'in-progress', checks: expect.arrayContaining(['over_units']) });
  const needed = await arrive(empty, { category: 'needed' });
  expect(needed).toMatchObject({
    status: 'in-progress',
    checks: expect.arrayContaining(['no_authorization']),
  });

  const capped = await createAssignedClient(api, strict);
  await createAuthorization(api, strict, {
    clientId: capped.client.id,
    unitsAuthorized: 90,
    unitsPerWeek: 10,
  });
  expect(await arrive(capped)).toMatchObject({ status: 'pending' });
  const beyond = await arrive(capped);
  expect(beyond).toMatchObject({ status: 'in-progress', checks: expect.arrayContaining(['cap_exceeded']) });
  const contents = async (visit: Visit) => (await readMessages(visit)).map((message) => message?.content);
  expect(await contents(empty)).toEqual([
    expect.stringMatching(/No authorization covers .* Ask a manager to add an authorization first\.$/),
    expect.stringMatching(/more units than are left\. Ask a manager to add units first\.$/),
  ]);
  expect(await contents(capped)).toEqual([
    expect.stringMatching(/weekly or monthly limit\. Ask a manager to raise the limit first\.$/),
  ]);
  // It counts against no cap, because it has used nothing.
  const short = buildNoteForm(capped.client.id, { startTime: '12:00', endTime: '12:15' });
  await api.ok(capped.author.token, 'POST /api/notes', { body: short });
  await expectInvariants(api);

  const resubmit = () =>
    api.call(empty.author.token, 'PUT /api/notes/:id', {
      params: { id: over.id },
      body: buildNoteForm(empty.client.id),
    });
  expectError(await resubmit(), 409, 'not_enough_units');
  await api.ok(token, 'PUT /api/clients/:id/time-units', {
    params: { id: empty.client.id },
    body: { totalTimeUnits: 20, reason: 'More' },
  });
  expect((await resubmit()).body.status).toBe('pending');
  await expectInvariants(api);
});

test('a note that was written offline leaves its draft when that was changed after the submit [13.capture.123]', async () => {
  const visit = await createVisit();
  const { token } = visit.author;
  const HOUR_MS = 3_600_000;
  const { id: draftId } = await api.ok(token, 'POST /api/drafts', { body: { draftName: 'Lunch' } });
  const sendAt = async (ms: number) => {
    const submittedAt = new Date(Date.now() + ms).toISOString();
    const offline = await buildOfflineFields(api, { clientId: visit.client.id, submittedAt });
    expect((await send(visit, { ...offline, draftId })).status).toBe(201);
    return (await api.ok(token, 'GET /api/drafts')).map(({ id }) => id);
  };
  expect(await sendAt(-HOUR_MS)).toEqual([draftId]);
  // The clock was fast and was corrected before the note was sent.
  expect(await sendAt(24 * HOUR_MS)).toEqual([draftId]);
  await api.sql(
    `update note_drafts set updated_at = ${subtractInterval('updated_at', `interval '2 hours'`)} where id = $1`,
    [draftId],
  );
  expect(await sendAt(-HOUR_MS)).toEqual([]);
});
