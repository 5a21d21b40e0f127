import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createCheck } from '#tests/support/factories/noteChecks.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));
/** The notes by name. */
const ids: Record<string, number> = {};
let otherClient: number;

const read = (query: Record<string, string | number> = {}, token = visit.manager.token) =>
  api.call(token, 'GET /api/review/queue', { query });
const names = new Map<number, string>();
async function list(query: Record<string, string | number> = {}) {
  const { body, headers } = await read(query);
  expect(Number(headers['x-total-count'])).toBe(body.length);
  return body.map(({ id }) => names.get(id));
}

beforeAll(async () => {
  otherClient = (await createClient(api, visit.business)).id;
  const notes: [name: string, fields: Record<string, unknown>][] = [
    ['march 4', { workDate: '2026-03-04' }],
    ['march 2', { workDate: '2026-03-02', category: 'transitional' }],
    ['march 3', { workDate: '2026-03-03' }],
    ['march 2 again', { workDate: '2026-03-02' }],
    ['approved', { workDate: '2026-03-01' }],
    ['on hold', { workDate: '2026-03-05' }],
    ['corrected', { workDate: '2026-03-06' }],
    ['deleted', { workDate: '2026-03-01' }],
  ];
  for (const [name, fields] of notes) {
    ids[name] = (await createSignedNote(api, visit.author, { clientId: visit.clientId, ...fields })).id;
  }
  const own = { clientId: otherClient, workDate: '2026-03-09' };
  ids['of the admin'] = (await createSignedNote(api, visit.business.admin, own)).id;
  for (const [name, id] of Object.entries(ids)) names.set(id, name);
  const idOf = (name: string) => ids[name] ?? 0;
  await visit.review(idOf('approved'), { action: 'approve' });
  await visit.review(idOf('on hold'), { action: 'hold' });
  await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params: { id: idOf('deleted') } });
  const sign = (name: string, workDate: string) =>
    api.ok(visit.author.token, 'PUT /api/notes/:id', {
      params: { id: idOf(name) },
      body: buildNoteForm(visit.clientId, { workDate }),
    });
  await visit.review(idOf('march 3'), { action: 'return', comment: 'Which bills?' });
  await sign('march 3', '2026-03-03');
  await sign('corrected', '2026-03-06');
  // Checks that arose by themselves are tested elsewhere.
  await api.sql('delete from note_checks where business_id = $1', [visit.business.id]);
  const check = (name: string, one: Parameters<typeof createCheck>[2]) =>
    createCheck(api, { businessId: visit.business.id, id: idOf(name) }, one);
  const explainedBy = visit.manager.id;
  await check('march 4', { code: 'late_entry', level: 'info' });
  await check('march 4', { code: 'signed_early', level: 'warning' });
  await check('march 2', { code: 'text_repeated', level: 'warning', explainedBy });
  await check('march 2', { code: 'late_entry', level: 'info' });
  await check('march 3', { code: 'text_repeated', level: 'warning', explainedBy });
});

describe('GET /api/review/queue', () => {
  test('lists pending notes, oldest work date first, then by id [12.review.14]', async () => {
    const pending = ['march 2', 'march 2 again', 'march 3', 'march 4', 'corrected', 'of the admin'];
    expect(await list()).toEqual(pending);
    expect(await list({ status: 'pending' })).toEqual(pending);
    expect(await list({ status: 'in-review' })).toEqual(['on hold']);
  });

  test('is paged by work date and id with the total [12.review.14]', async () => {
    const listed: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ limit: 2, ...(cursor !== undefined && { cursor }) });
      expect(page.headers['x-total-count']).toBe('6');
      listed.push(...page.body.map(({ id }) => names.get(id)));
      cursor = /cursor=([\w-]+)/.exec(String(page.headers['link']))?.[1];
    } while (cursor !== undefined);
    expect(listed).toEqual(['march 2', 'march 2 again', 'march 3', 'march 4', 'corrected', 'of the admin']);
  });

  test('has the fields of a list row, version, checks and their level; explained checks do not count [12.review.16]', async () => {
    const { body } = await read();
    const rows = new Map(body.map((row) => [names.get(row.id), row]));
    expect(rows.get('march 4')).toMatchObject({
      level: 'warning',
      checks: ['signed_early', 'late_entry'],
      version: 1,
      can: { approve: true, hold: true },
    });
    expect(rows.get('march 2')).toMatchObject({ level: 'info', checks: ['late_entry'] });
    const returned = { level: 'clear', checks: [], version: 2, resubmitted: true };
    expect(rows.get('march 3')).toMatchObject(returned);
    expect(rows.get('corrected')).toMatchObject({ version: 2, resubmitted: false });
    const [managed] = await api.ok(visit.manager.token, 'GET /api/management/notes', {
      query: { clientId: otherClient },
    });
    const { summary } = buildNoteForm(otherClient);
    expect(rows.get('of the admin')).toEqual({ ...managed, summary, resubmitted: false });
  });

  test('filters by author, client, service, warnings and notes sent back and signed again [12.review.15]', async () => {
    const { author, business, clientId } = visit;
    expect(await list({ authorId: business.admin.id })).toEqual(['of the admin']);
    expect(await list({ authorId: author.id, category: 'transitional' })).toEqual(['march 2']);
    expect(await list({ clientId: otherClient })).toEqual(['of the admin']);
    expect(await list({ warnings: 'true' })).toEqual(['march 4']);
    expect(await list({ resubmitted: 'true' })).toEqual(['march 3']);
    expect(await list({ resubmitted: 'true', warnings: 'true' })).toEqual([]);
    expect(await list({ clientId, warnings: 'false', status: 'in-review' })).toEqual(['on hold']);
  });

  test('filters by first and last work date, both included, with the total [12.review.15]', async () => {
    const days = { dateFrom: '2026-03-03', dateTo: '2026-03-04' };
    expect(await list(days)).toEqual(['march 3', 'march 4']);
    expect(await list({ dateFrom: '2026-03-04' })).toEqual(['march 4', 'corrected', 'of the admin']);
    expect(await list({ dateTo: '2026-03-02', dateFrom: '' })).toEqual(['march 2', 'march 2 again']);
    expect(await list({ ...days, warnings: 'true' })).toEqual(['march 4']);
    expect(await list({ ...days, clientId: otherClient })).toEqual([]);
    expect(await list({ dateFrom: '2026-03-05', status: 'in-review' })).toEqual(['on hold']);
    const page = await read({ ...days, limit: 1 });
    expect([page.body.length, page.headers['x-total-count']]).toEqual([1, '2']);
  });

  test('answers 400 to invalid filters and cursors, and 403 to employees [12.review.15]', async () => {
    const filters = {
      status: 'resolved',
      warnings: 'yes',
      resubmitted: 1,
      authorId: 0,
      clientId: 'x',
      category: 'none',
    };
    for (const [name, value] of Object.entries(filters)) {
      const answer = await read({ [name]: value });
      expect([answer.status, answer.error?.issues?.[0]?.path]).toEqual([400, name]);
    }
    for (const path of ['dateFrom', 'dateTo']) {
      expectIssue(await read({ [path]: '2026-02-30' }), { path, message: 'Please enter a date' });
    }
    const cursors = [
      'x',
      'MQ',
      ...['20261301.1', '19991231.1', '9007199254740991.1', '20260302'].map(encode),
    ];
    for (const cursor of cursors) {
      expectIssue(await read({ cursor }), { path: 'cursor', message: 'This cursor is not valid' });
    }
    expect((await read({}, visit.author.token)).status).toBe(403);
  });

  test('lists no note of another business [12.review.14]', async () => {
    const away = await createBusiness(api);
    const answer = await read({}, away.admin.token);
    expect([answer.body, answer.headers['x-total-count']]).toEqual([[], '0']);
  });
});

const encode = (text: string) => Buffer.from(text).toString('base64url');
