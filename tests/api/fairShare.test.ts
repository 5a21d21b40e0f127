/** No business takes what the others need, and a server that has too much to do says so at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../world/api.ts';
import type { Answer, Api } from '../world/api.ts';
import { aBusiness } from '../world/business.ts';
import { announcementForm } from '../world/announcements.ts';
import { range } from '../world/atOnce.ts';
import { aPerson } from '../world/people.ts';

/** More than a business may ask for in one breath, which is 200. */
const BREATH = 250;
/** Fewer than the server works on at the same time. */
const WAVE = 60;
const PATIENCE = { timeout: 15_000 };

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const ask = (token: string) => api.call(token, 'GET /api/business');
const statusesOf = (answers: Answer<unknown>[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);

test('a business that asks without end waits, with all its people, and others are served', async () => {
  const greedy = await aBusiness(api);
  const modest = await aBusiness(api);
  const colleague = await aPerson(api, greedy);
  // From here on it is known whose tokens these are.
  await Promise.all([ask(greedy.admin.token), ask(colleague.token)]);
  const answers = await Promise.all(
    range(BREATH).map((turn) => ask(turn % 2 === 0 ? greedy.admin.token : colleague.token)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(BREATH - 200);
  for (const { error, headers } of refused) {
    expect(error?.code).toBe('too_many');
    expect(headers['retry-after']).toMatch(/^[12]$/);
  }
  expect((await ask(modest.admin.token)).status).toBe(200);
  await expect.poll(async () => (await ask(greedy.admin.token)).status, PATIENCE).toBe(200);
});

test('made-up tokens are counted for themselves, and an end of theirs is no end of a business', async () => {
  const business = await aBusiness(api);
  const madeUp = 'A'.repeat(43);
  const answers = await Promise.all(range(WAVE).map(() => ask(madeUp)));
  expect(statusesOf(answers)).toEqual([401]);
  expect((await ask(business.admin.token)).status).toBe(200);
});

test('of many heavy calls at once some run, some wait, and the rest are told to come again', async () => {
  const business = await aBusiness(api);
  const search = () => api.call(business.admin.token, 'GET /api/notes/search', { query: { q: 'visit' } });
  const answers = await Promise.all(range(WAVE).map(search));
  expect(statusesOf(answers)).toEqual([200, 429]);
  // Two of them run and sixteen wait.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(18);
  await expect.poll(async () => (await search()).status, PATIENCE).toBe(200);
});

test('what is more than can be worked on at once is refused at once, and nothing of it is done', async () => {
  const unlimited = await startApi({ RATE_LIMITS: 'off' });
  try {
    const { admin } = await aBusiness(unlimited);
    const announce = () =>
      unlimited.call(admin.token, 'POST /api/announcements', { body: announcementForm() });
    const answers = await Promise.all(range(300).map(announce));
    expect(statusesOf(answers)).toEqual([201, 503]);
    const refused = answers.filter(({ status }) => status === 503);
    for (const { error, headers } of refused) {
      expect(error?.code).toBe('overloaded');
      expect(headers['retry-after']).toBe('1');
    }
    const query = { limit: 200 };
    const written = await unlimited.ok(admin.token, 'GET /api/announcements', { query });
    expect(written).toHaveLength(300 - refused.length);
  } finally {
    await unlimited.stop();
  }
});
