import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import {
  call,
  expectNotesStored,
  createAgency,
  sendNote,
  type NoteReceipt,
  type RunningAgency,
} from '#tests/support/helpers/agencyProcess.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';

/** Five seconds for a query, a few for the restart of the database; the rest is a margin. */
const ANSWERED_WITHIN_MS = 15_000;

let api: Api;
afterEach(async () => {
  await api.stop();
  vi.unstubAllEnvs();
});

interface Answered {
  outcomes: Set<string>;
  slowestMs: number;
  notes: Map<number, NoteReceipt>;
}

/** Reads and writes as several users, one request after the other, until `over` returns true. */
async function workDuring(office: RunningAgency, over: () => boolean): Promise<Answered> {
  const answered: Answered = { outcomes: new Set(), slowestMs: 0, notes: new Map() };
  const one = async (isNote: boolean) => {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const began = performance.now();
    const { token, url } = office;
    const answer = await (isNote
      ? sendNote(office, { signal })
      : call<NoteReceipt>(url, 'GET /api/notes', { token, signal }));
    answered.slowestMs = Math.max(answered.slowestMs, Math.round(performance.now() - began));
    const comesBack = Number(answer.headers.get('retry-after')) > 0;
    answered.outcomes.add(answer.status === 503 && !comesBack ? '503 without a time' : String(answer.status));
    if (answer.status === 201) answered.notes.set(answer.body.id, answer.body);
  };
  const person = async (isWriter: boolean) => {
    do await one(isWriter);
    while (!over());
  };
  await Promise.all([person(false), person(true), person(false), person(true)]);
  return answered;
}

/** Checks /healthz until it is over. @returns how often */
async function checkHealth({ url }: RunningAgency, over: () => boolean): Promise<number> {
  let looks = 0;
  const look = async () => {
    const { status } = await call(url, 'GET /healthz', { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
    expect(status).toBe(200);
    looks += 1;
    expect(over()).toBe(true);
  };
  await vi.waitFor(look, { interval: 50, timeout: 60_000 });
  return looks;
}

test('an endless query is canceled after five seconds, waiting requests are answered, and nothing is lost [R-6]', async ({
  task,
}) => {
  vi.stubEnv('TEST_DATABASE', 'embedded');
  api = await startApi({ RATE_LIMITS: 'off' }, 'server');
  await api.server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.server.app.server.address() as AddressInfo;
  const office = await createAgency(`http://127.0.0.1:${port}`);
  const before = await sendNote(office);

  let over = false;
  const endless = api.server.services.database.pool
    .query('select count(*) from generate_series(1, 100000000000)')
    .finally(() => (over = true));
  const [, answered, looks] = await Promise.all([
    expect(endless).rejects.toMatchObject({ code: '57014' }),
    workDuring(office, () => over),
    checkHealth(office, () => over),
  ]);

  expect([...answered.outcomes].filter((one) => !['200', '201', '503'].includes(one))).toEqual([]);
  expect(looks).toBeGreaterThan(10);
  await expect.poll(async () => (await call(office.url, 'GET /readyz')).status).toBe(200);
  const last = await sendNote(office);
  expect(last.status).toBe(201);
  const notes = new Map([before, last].map(({ body }) => [body.id, body] as const));
  for (const [id, note] of answered.notes) notes.set(id, note);
  await expectNotesStored(office, notes);
  task.meta.metrics = { looks, slowestMs: answered.slowestMs, acknowledged: notes.size, lost: 0 };
});
