import { describe, expect, test } from 'vitest';
import { createAnnouncement, buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
const manager = setUpEach(() =>
  createPerson(api, business, {
    role: 'manager',
    form: { firstName: 'Mia', lastName: 'Boss' },
  }),
);
const employee = setUpEach(() => createPerson(api, business));

const list = (query: RequestOptions['query'] = {}, who = employee) =>
  api.ok(who.token, 'GET /api/announcements', { query });
const titles = async (query: RequestOptions['query'] = {}) => (await list(query)).map(({ title }) => title);
const create = (fields: Record<string, unknown>, who = manager) =>
  api.call(who.token, 'POST /api/announcements', { body: buildAnnouncementForm(fields) });
const change = (id: number, fields: Record<string, unknown> = {}, who = manager) =>
  api.call(who.token, 'PUT /api/announcements/:id', { params: { id }, body: buildAnnouncementForm(fields) });
const remove = (id: number, who = manager) =>
  api.call(who.token, 'DELETE /api/announcements/:id', { params: { id } });

const HOUR_MS = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

test('POST /api/announcements shows an announcement to everyone in the business [1.roles.2 6.capability.7 7.mail.6]', async () => {
  const { status, body } = await create({
    title: ' Staff meeting ',
    content: ' Bring your calendar. ',
    priority: 'high',
    scheduledDate: '2026-11-27T09:30:00-06:00',
    location: ' Room 2 ',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    title: 'Staff meeting',
    content: 'Bring your calendar.',
    type: 'meeting',
    priority: 'high',
    scheduledDate: '2026-11-27T15:30:00.000Z',
    location: 'Room 2',
    isActive: true,
    createdBy: manager.id,
    createdByName: 'Mia Boss',
    createdAt: expect.any(String),
    updatedAt: body.createdAt,
    can: { edit: true, delete: true },
  });
  expect(await list()).toEqual([{ ...body, can: { edit: false, delete: false } }]);
  expect(await list({}, manager)).toEqual([body]);
});

test('optional fields may be empty, and the default priority is medium [5.announcement.4 9.defaults.5]', async () => {
  const { body } = await create({ priority: undefined, scheduledDate: '', location: '' });
  expect(body).toMatchObject({ priority: 'medium', scheduledDate: null, location: null });
});

describe('validation', () => {
  test.each<[path: string, value: string | null | undefined, message: string]>([
    ['title', '', 'Title is required'],
    ['title', undefined, 'Title is required'],
    ['title', 'x'.repeat(256), 'At most 255 characters'],
    ['content', '  ', 'Content is required'],
    ['content', 'x'.repeat(10_001), 'At most 10000 characters'],
    ['type', undefined, 'Type is required'],
    ['type', 'party', 'Type is required'],
    ['priority', null, 'Priority is required'],
    ['priority', 'highest', 'Priority is required'],
    ['scheduledDate', 'tomorrow', 'Please enter a valid date'],
    ['scheduledDate', '2026-11-27T09:30', 'Please enter a valid date'],
    ['scheduledDate', '0000-01-01T00:00:00Z', 'Please enter a valid date'],
    ['location', 'x'.repeat(256), 'At most 255 characters'],
  ])('%s, case %$ [5.announcement.1,3 9.texts.3]', async (path, value, message) => {
    expectIssue(await create({ [path]: value }), { path, message });
    const { id } = await createAnnouncement(api, manager.token);
    expect((await change(id, { [path]: value })).error?.issues).toEqual([{ path, message }]);
    expect(await titles()).toEqual(['Staff meeting']);
  });
});

test('announcements of the next seven days are upcoming, all others are not [4.announcement.1 9.weeks.4]', async () => {
  const times = { past: -1, 'in an hour': 1, 'in a week': 7 * 24 - 1, later: 7 * 24 + 1 };
  await createAnnouncement(api, manager.token, { title: 'never' });
  for (const [title, hours] of Object.entries(times)) {
    await createAnnouncement(api, manager.token, { title, scheduledDate: inHours(hours) });
  }
  expect(await titles({ when: 'upcoming' })).toEqual(['in a week', 'in an hour']);
  expect(await titles({ when: 'other' })).toEqual(['later', 'past', 'never']);
  expect(await titles()).toEqual(['later', 'in a week', 'in an hour', 'past', 'never']);
});

test('GET /api/announcements pages the list, newest first', async () => {
  for (const title of ['one', 'two', 'three']) await createAnnouncement(api, manager.token, { title });
  const first = await api.call(employee.token, 'GET /api/announcements', { query: { limit: 2 } });
  expect(first.headers['x-total-count']).toBe('3');
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
  expect(await titles({ limit: 2, cursor })).toEqual(['one']);
});

test('PUT /api/announcements/:id by a colleague keeps the creator [7.mail.8 10.1.18]', async () => {
  const { id } = await createAnnouncement(api, manager.token, {
    scheduledDate: inHours(5),
    location: 'Here',
  });
  const { status, body } = await change(id, { title: 'Moved', type: 'event' }, business.admin);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    title: 'Moved',
    type: 'event',
    scheduledDate: null,
    location: null,
    createdByName: 'Mia Boss',
  });
  expect((await list())[0]).toMatchObject({ id, title: 'Moved' });
});

test('DELETE /api/announcements/:id removes an announcement from all lists and keeps its row [2.home.12 7.mail.9]', async () => {
  const { id } = await createAnnouncement(api, manager.token);
  expect((await remove(id)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect([(await remove(id)).status, (await change(id)).status]).toEqual([404, 404]);
  expect(await api.sql('select title, is_active from announcements where id = $1', [id])).toEqual([
    { title: 'Staff meeting', is_active: false },
  ]);
});

test('every change returns 403 to employees and 404 to users of other businesses [1.roles.3 6.capability.15]', async () => {
  const { id } = await createAnnouncement(api, manager.token);
  const answers = [await create({}, employee), await change(id, {}, employee), await remove(id, employee)];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  const other = (await createBusiness(api)).admin;
  expect([(await change(id, {}, other)).status, (await remove(id, other)).status]).toEqual([404, 404]);
  expect(await list({}, other)).toEqual([]);
  expect((await api.call(null, 'GET /api/announcements')).status).toBe(401);
  expect(await titles()).toEqual(['Staff meeting']);
});

test('a business without a subscription reads announcements and gets 402 for a new one', async () => {
  const unpaid = await createBusiness(api, { unpaid: true });
  expect((await create({}, unpaid.admin)).status).toBe(402);
  expect(await list({}, unpaid.admin)).toEqual([]);
});

test('the audit log records every change without the text', async () => {
  const { id } = await createAnnouncement(api, manager.token, { content: 'Between us' });
  await change(id, { priority: 'urgent' });
  await remove(id);
  const rows = await api.sql<{ action: string; details: object }>(
    `select action, actor_id, details from audit_log
     where business_id = $1 and object = 'announcement' and object_id = $2 order by seq`,
    [business.id, id],
  );
  const details = { type: 'meeting', priority: 'medium', scheduledDate: null };
  expect(rows).toEqual([
    { action: 'created', actor_id: expect.anything(), details },
    { action: 'changed', actor_id: expect.anything(), details: { ...details, priority: 'urgent' } },
    { action: 'deleted', actor_id: expect.anything(), details: {} },
  ]);
  expect(JSON.stringify(rows)).not.toContain('Between us');
});
