/**
 * One statement of a submission, an edit or a review fails, at random. `FAULT_SEED` repeats a run, `FAULT_ROUNDS` sets
 * its length (`npm run test:faults`).
 */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import type { RunningServer } from '#app/server.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createReviewScenario, type ReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import {
  FAULTS,
  startFaultyPostgres,
  type Fault,
  type FaultyPostgres,
} from '#tests/support/fakes/faultyPostgres.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const seed = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20);

const SERVER_KEY = randomBytes(32).toString('hex');

/** The first node has a reliable network; the second one runs the rounds. */
const api = useApi({ SERVER_KEY, RATE_LIMITS: 'off' });
let second: RunningServer;
let network: FaultyPostgres;
let visit: ReviewScenario;
let stopSecond: () => Promise<void>;
let statement: string;
beforeAll(async () => {
  // Enough units for the longest run: using the last one notifies the managers.
  visit = await createReviewScenario(api, 90_000);
  statement = await buildTraceStatement();
  network = await startFaultyPostgres(String(api.database.settings.DATABASE_URL));
  const environment = { SERVER_KEY, RATE_LIMITS: 'off', DATABASE_URL: network.url };
  ({ node: second, stop: stopSecond } = await startSecondNode(api, environment));
});
afterAll(async () => {
  await stopSecond();
  await network.stop();
});

interface Request {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  token: string;
  body: object;
  key: string;
}

let keys = 0;
const request = (call: string, token: string, body: object): Request => {
  const [method, url = ''] = call.split(' ');
  return { method: method as 'POST', url, token, body, key: `round-${(keys += 1)}` };
};

let visits = 0;
/** A visit on a day of its own: one at the time of another would have one check more for each that was there before. */
function buildVisit(fields: Record<string, unknown> = {}) {
  visits += 1;
  return buildNoteForm(visit.clientId, { workDate: addDays('2026-03-02', -visits), ...fields });
}

/** Actions on notes; each starts with a new note, sent over the reliable network. */
const ACTIONS = {
  submit: () => Promise.resolve(request('POST /api/notes', visit.author.token, buildVisit())),
  approve: () => review({ action: 'approve' }),
  deny: () => review({ action: 'deny', reason: 'The wrong day' }),
  sendBack: () => review({ action: 'return', comment: 'Which bills?' }),
  edit: async () => {
    const returned = await ACTIONS.sendBack();
    expect((await ask(api.server, returned)).status).toBe(200);
    return request(returned.url.replace(/^(.*)\/review$/, 'PUT $1'), visit.author.token, {
      // Another length, so that units change.
      ...buildVisit({ endTime: '12:00' }),
    });
  },
};

type Action = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as Action[];

async function review(body: object): Promise<Request> {
  const { body: note } = await ask(api.server, await ACTIONS.submit());
  return request(`PATCH /api/notes/${(note as { id: number }).id}/review`, visit.manager.token, body);
}

async function ask(node: RunningServer, { token, key, body, ...where }: Request) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  const answer = await node.app.inject({ ...where, headers, payload: body });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

/** Tables that change for other reasons. */
const UNRELATED = ['outgoing_mails', 'sessions'];

/** Sums over values that change in existing rows. */
const SUMS = {
  versions: 'select sum(version) from notes',
  decided: `select count(*) filter (where status <> 'pending') from notes`,
  units: 'select sum(used_time_units) from client_units',
  counted: 'select sum(count) from note_counts',
  letters: 'select sum(inbox) from message_counts',
  hours: 'select count(*) filter (where reversed_at is null) from time_entries',
  chained: 'select seq from audit_heads',
};

/** A statement that returns the row counts of all tables of a business, and the sums. */
async function buildTraceStatement(): Promise<string> {
  const tables = await api.sql<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all ($1)`,
    [UNRELATED],
  );
  const counts = tables.map(({ name }) => [name, `select count(*) from ${name}`]);
  const parts = [...counts, ...Object.entries(SUMS)];
  return `select ${parts.map(([name, sql]) => `(${sql} where business_id = $1)::float as ${name}`).join(', ')}`;
}

async function readTraces(): Promise<Record<string, number>> {
  const [row] = await api.sql<Record<string, number>>(statement, [visit.business.id]);
  return row ?? {};
}

const diffTraces = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  );

/** The effect of an action without a fault, and its number of statements. */
async function measureAction(name: Action) {
  const action = await ACTIONS[name]();
  const before = await readTraces();
  network.expect(null);
  expect((await ask(second, action)).status).toBeLessThan(300);
  const { statements } = network.getStatistics();
  return { statements, change: diffTraces(before, await readTraces()) };
}

type Effect = Awaited<ReturnType<typeof measureAction>>;

/**
 * Runs an action with a fault, checks its effect, and repeats it without a fault.
 * @returns the fault and whether the action took effect; null when the fault hit no statement
 */
async function runWithFault(name: Action, fault: Fault, { change }: Effect): Promise<string | null> {
  const action = await ACTIONS[name]();
  const before = await readTraces();
  network.expect(fault);
  const answer = await ask(second, action);
  const { struck } = network.getStatistics();
  network.expect(null);
  const left = diffTraces(before, await readTraces());
  const isConfirmed = answer.status < 300;
  const isThere = Object.keys(left).length > 0;
  // Part of every comparison, so that a failure prints it.
  const round = { seed, name, ...fault, struck, answer };
  expect({ round, left }).toEqual({ round, left: isConfirmed || isThere ? change : {} });
  expect({ round, isServers: isConfirmed || answer.status >= 500 }).toEqual({ round, isServers: true });
  const again = await ask(api.server, action);
  expect({ round, again: isConfirmed ? again : again.status < 300 }).toEqual({
    round,
    again: isConfirmed ? answer : true,
  });
  expect({ round, left: diffTraces(before, await readTraces()) }).toEqual({ round, left: change });
  await expectInvariants(api);
  return struck && `${fault.kind}, ${isThere ? 'done' : 'undone'}`;
}

const effects = new Map<Action, Effect>();
const getEffect = (name: Action) => effects.get(name) ?? { statements: 0, change: {} };
beforeAll(async () => {
  // Three times: the first run creates rows that later ones update, the second adds the check for many notes at once.
  for (const name of [...NAMES, ...NAMES, ...NAMES]) effects.set(name, await measureAction(name));
});

test('an error in any statement of a submission rolls back all of it, also at the begin of the transaction [R-16]', async () => {
  const { statements } = getEffect('submit');
  const outcomes: (string | null)[] = [];
  for (let step = 1; step <= statements; step += 1)
    outcomes.push(await runWithFault('submit', { kind: 'error', step }, getEffect('submit')));
  expect(outcomes.filter((one) => one === 'error, undone').length).toBeGreaterThan(8);
});

test.each([
  ['a list', 'begins', /^BEGIN/, 500],
  ['a list', 'reads', /from "clients"/, 500],
  ['a client', 'begins', /^BEGIN/, 500],
  ['a client', 'reads', /from "clients"/, 500],
  // Everything was read by then.
  ['a client', 'ends', /^COMMIT/, 200],
] as const)(
  '%s does not look empty when the read fails where it %s [R-16]',
  async (what, _, among, expected) => {
    const headers = { authorization: `Bearer ${visit.author.token}` };
    const url = what === 'a list' ? '/api/clients' : `/api/clients/${visit.clientId}`;
    network.expect({ kind: 'error', step: 1, among });
    const answer = await second.app.inject({ url, headers });
    expect(answer.statusCode).toBe(expected);
    await expect.poll(() => network.getStatistics().struck).toEqual(expect.stringMatching(among));
    network.expect(null);
  },
);

test(
  `${rounds} random faults leave no partial write and lose nothing (seed ${seed}) [R-16]`,
  { timeout: 60_000 + rounds * 2_000 },
  async () => {
    const random = createRandom(seed);
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const met = new Map<string, number>();
    for (let round = 1; round <= rounds; round += 1) {
      const name = oneOf(NAMES);
      const step = 1 + Math.floor(random() * getEffect(name).statements);
      const outcome = await runWithFault(name, { kind: oneOf(FAULTS), step }, getEffect(name));
      if (outcome) met.set(outcome, (met.get(outcome) ?? 0) + 1);
    }
    const count = [...met.values()].reduce((sum, one) => sum + one, 0);
    // Without faults there would be no partial writes either.
    expect(count).toBeGreaterThan(rounds / 2);
    // As many rounds meet every kind of fault.
    const each = rounds < 500 ? [] : ['cut, undone', 'error, undone', 'lost, undone', 'lost, done'];
    expect([...met.keys()]).toEqual(expect.arrayContaining(each));
  },
);
