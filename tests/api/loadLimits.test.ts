/** Rate limits per business and concurrency limits of the server. */

import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildTxt, buildUploadForm } from '#tests/support/factories/files.ts';
import { buildCsv, buildImportForm } from '#tests/support/factories/imports.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { startApi, useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';

/** Requests of one business at the same moment. */
const RATE_LIMIT = 400;
/** Over the rate limit and over the concurrency limit. */
const BURST = RATE_LIMIT + 50;
const POLL = { timeout: 15_000 };

const api = useApi();

const send = (token: string) => api.call(token, 'GET /api/business');
const listStatuses = (answers: ApiResponse<unknown>[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);

test('answers 429 to all users of a business over its rate limit, and serves other businesses [R-23]', async () => {
  const greedy = await createBusiness(api);
  const modest = await createBusiness(api);
  const colleague = await createPerson(api, greedy);
  // The businesses of these tokens are cached from here on.
  await Promise.all([send(greedy.admin.token), send(colleague.token), send(modest.admin.token)]);
  const answers = await repeatConcurrently(BURST, (n) =>
    send(n % 2 === 0 ? greedy.admin.token : colleague.token),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(BURST - RATE_LIMIT);
  for (const { error, headers } of refused) {
    expect(error?.code).toBe('rate_limited');
    expect(headers['retry-after']).toMatch(/^[1-4]$/);
  }
  expect((await send(modest.admin.token)).status).toBe(200);
  await expect.poll(async () => (await send(greedy.admin.token)).status, POLL).toBe(200);
});

test('does not count requests with an ended session against the business [R-23]', async () => {
  const business = await createBusiness(api);
  const leaver = await createPerson(api, business);
  await Promise.all([send(leaver.token), send(business.admin.token)]);
  await api.ok(leaver.token, 'POST /api/auth/logout');
  await repeatConcurrently(BURST, () => send(leaver.token));
  expect((await send(leaver.token)).status).toBe(401);
  expect((await send(business.admin.token)).status).toBe(200);
});

test('serves users during a flood of unknown tokens [R-18]', async () => {
  const { admin } = await createBusiness(api);
  await send(admin.token);
  const unknown = repeatConcurrently(300, (n) => send(`${'A'.repeat(40)}${n}`));
  const member = send(admin.token);
  expect(listStatuses(await unknown)).toEqual([401, 503]);
  expect((await member).status).toBe(200);
});

test('answers 429 to heavy requests of a business over its queue limit [R-23]', async () => {
  const business = await createBusiness(api);
  const search = () => api.call(business.admin.token, 'GET /api/notes/search', { query: { q: 'visit' } });
  await search();
  const answers = await repeatConcurrently(60, search);
  expect(listStatuses(answers)).toEqual([200, 429]);
  await expect.poll(async () => (await search()).status, POLL).toBe(200);
});

test('answers 503 over the concurrency limit, and executes nothing of what it rejects [R-18]', async () => {
  const unlimited = await startApi({ RATE_LIMITS: 'off' });
  try {
    const { admin } = await createBusiness(unlimited);
    const announce = () =>
      unlimited.call(admin.token, 'POST /api/announcements', { body: buildAnnouncementForm() });
    expect((await announce()).status).toBe(201);
    const answers = await repeatConcurrently(300, announce);
    expect(listStatuses(answers)).toEqual([201, 503]);
    const refused = answers.filter(({ status }) => status === 503);
    for (const { error, headers } of refused) {
      expect(error?.code).toBe('overloaded');
      expect(headers['retry-after']).toBe('1');
    }
    const query = { limit: 200 };
    const written = await unlimited.ok(admin.token, 'GET /api/announcements', { query });
    expect(written).toHaveLength(301 - refused.length);
  } finally {
    await unlimited.stop();
  }
});

test.runIf(process.env['TESTS'] === 'all')(
  'serves other users while 150 downloads are stalled [R-18]',
  async () => {
    const slow = await startApi({ RATE_LIMITS: 'off' });
    const agent = new Agent({ keepAlive: false });
    try {
      const address = await slow.server.app.listen({ port: 0, host: '127.0.0.1' });
      const [{ admin }, other] = [await createBusiness(slow), await createBusiness(slow)];
      const { id } = await createClient(slow, { admin });
      const body = buildUploadForm(
        { name: 'large.txt', bytes: buildTxt('All of it. '.repeat(2_000_000)) },
        {},
      );
      const { body: document } = await slow.call(admin.token, 'POST /api/clients/:id/documents', {
        params: { id },
        body,
      });
      const headers = { authorization: `Bearer ${admin.token}` };
      const start = async () => {
        const request = get(`${address}/api/documents/${document.id}/file`, { agent, headers });
        request.on('error', () => undefined);
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return { status: response.statusCode, request };
      };
      const downloads: Awaited<ReturnType<typeof start>>[] = [];
      // More than the concurrency limit, but fewer at once.
      while (downloads.length < 150) downloads.push(...(await repeatConcurrently(25, start)));
      expect(downloads.filter(({ status }) => status === 200)).toHaveLength(150);
      expect((await slow.call(other.admin.token, 'GET /api/business')).status).toBe(200);
      for (const { request } of downloads) request.destroy();
    } finally {
      agent.destroy();
      await slow.stop();
    }
  },
);

test.runIf(process.env['TEST_POSTGRES'] !== 'nodes')(
  'answers 503 with Retry-After when no database connection becomes free in time',
  async () => {
    const { admin } = await createBusiness(api);
    const { pool } = api.server.services.database;
    expect(pool.options.connectionTimeoutMillis).toBeGreaterThan(0);
    const usual = pool.options.connectionTimeoutMillis;
    const connections = await repeatConcurrently(pool.options.max, () => pool.connect());
    onTestFinished(() => {
      pool.options.connectionTimeoutMillis = usual;
      for (const connection of connections) connection.release();
    });
    pool.options.connectionTimeoutMillis = 50;
    const { status, error, headers } = await send(admin.token);
    expect([status, error?.code, headers['retry-after']]).toEqual([503, 'database_away', '2']);
  },
);

test('a business has one spreadsheet being read and one waiting; other businesses are not affected [16.turns.3]', async () => {
  const [greedy, modest] = [await createBusiness(api), await createBusiness(api)];
  const upload = (token: string) => {
    const body = buildImportForm('clients', buildCsv(['Client ID', 'Contact name'], ['C-1', 'Ana Ruiz']));
    return api.call(token, 'POST /api/imports', { body });
  };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => upload(greedy.admin.token)).concat(upload(modest.admin.token)),
  );
  const ofModest = answers.pop();
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429]);
  expect(ofModest?.status).toBe(201);
  expect(answers.find(({ status }) => status === 429)?.error).toMatchObject({
    code: 'too_many',
    message: 'Another file from your business is waiting to be read. Please try again in a moment.',
  });
  expect((await upload(greedy.admin.token)).status).toBe(201);
});

test('PDF documents of one business do not delay those of another, and too many are refused [16.turns.1]', async () => {
  const offices = await Promise.all(
    [1, 2].map(async () => {
      const business = await createBusiness(api);
      const { admin } = business;
      const client = await createClient(api, business);
      const { id } = await api.ok(admin.token, 'POST /api/notes', { body: buildNoteForm(client.id) });
      return () => api.call(admin.token, 'GET /api/notes/:id/pdf', { params: { id } });
    }),
  );
  const [readGreedy, readModest] = offices as [(typeof offices)[0], (typeof offices)[0]];
  const ended: string[] = [];
  const greedy = repeatConcurrently(40, async () => {
    const answer = await readGreedy();
    if (answer.status === 200) ended.push('greedy');
    return answer;
  });
  const modest = await readModest();
  const before = ended.length;
  const answers = await greedy;
  expect(modest.status).toBe(200);
  expect(listStatuses(answers)).toEqual([200, 429]);
  // The one that was drawn when it asked, and perhaps one more until it had its turn.
  expect([before <= 3, ended.length >= 17]).toEqual([true, true]);
});
