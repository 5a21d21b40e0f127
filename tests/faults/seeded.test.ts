/**
 * A fault at any statement of a submission, an edit or a review, between a node and its PostgreSQL server. Seed and
 * rounds decide what happens; `FAULT_SEED` repeats a run, `FAULT_ROUNDS` makes it longer (`npm run test:faults`).
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '#app/server.ts';
import { verifyAudit } from '#features/audit/server/verifyReads.ts';
import { verifyNotes } from '#features/notes/server/evidence/verifyReads.ts';
import { verifyLedger } from '#features/units/server/verifyReads.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { FAULTS, startFaultyPostgres } from '#tests/support/fakes/faultyPostgres.ts';
import type { Fault, FaultyPostgres } from '#tests/support/fakes/faultyPostgres.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import type { ReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const seed = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20);

const SERVER_KEY = randomBytes(32).toString('hex');

/** The first node has a network without faults; the second one does what the rounds are about. */
const api = useApi({ SERVER_KEY, RATE_LIMITS: 'off' });
let second: RunningServer;
let network: FaultyPostgres;
let visit: ReviewScenario;
let stopSecond: () => Promise<void>;
let statement: string;
beforeAll(async () => {
  // Enough for every round of the longest run: using the last one also notifies the managers.
  visit = await createReviewScenario(api, 90_000);
  statement = await statementOfTraces();
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

/** Actions on notes; each starts with a note of its own, sent over the working network. */
const ACTIONS = {
  submit: () =>
    Promise.resolve(request('POST /api/notes', visit.author.token, buildNoteForm(visit.clientId))),
  approve: () => review({ action: 'approve' }),
  deny: () => review({ action: 'deny', reason: 'The wrong day' }),
  sendBack: () => review({ action: 'return', comment: 'Which bills?' }),
  edit: async () => {
    const returned = await ACTIONS.sendBack();
    expect((await ask(api.server, returned)).status).toBe(200);
    return request(returned.url.replace(/^(.*)\/review$/, 'PUT $1'), visit.author.token, {
      ...buildNoteForm(visit.clientId),
      // Of another length, so that units move.
      endTime: '12:00',
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

/** They change beside what is done: sessions are used, mails leave. */
const RESTLESS = ['outgoing_mails', 'sessions'];

/** Sums of what is counted and moved in rows that stay. */
const SUMS = {
  versions: 'select sum(version) from notes',
  decided: `select count(*) filter (where status <> 'pending') from notes`,
  units: 'select sum(used_time_units) from client_units',
  counted: 'select sum(count) from note_counts',
  letters: 'select sum(inbox) from message_counts',
  hours: 'select count(*) filter (where reversed_at is null) from time_entries',
  chained: 'select seq from audit_heads',
};

/** One statement with the number of rows of each table of a business, and the sums. */
async function statementOfTraces(): Promise<string> {
  const tables = await api.sql<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all ($1)`,
    [RESTLESS],
  );
  const counts = tables.map(({ name }) => [name, `select count(*) from ${name}`]);
  const parts = [...counts, ...Object.entries(SUMS)];
  return `select ${parts.map(([name, sql]) => `(${sql} where business_id = $1)::float as ${name}`).join(', ')}`;
}

async function traces(): Promise<Record<string, number>> {
  const [row] = await api.sql<Record<string, number>>(statement, [visit.business.id]);
  return row ?? {};
}

const moved = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, change]) => change !== 0),
  );

const proofs = async () =>
  Promise.all(
    [verifyLedger, verifyAudit, verifyNotes].map(
      async (verify) => (await verify(api.server.services, new Date())).fault,
    ),
  );

/** What an action leaves when nothing is in its way, and in how many statements. */
async function undisturbed(name: Action) {
  const wanted = await ACTIONS[name]();
  const before = await traces();
  network.expect(null);
  expect((await ask(second, wanted)).status).toBeLessThan(300);
  const { statements } = network.seen();
  return { statements, change: moved(before, await traces()) };
}

type Usual = Awaited<ReturnType<typeof undisturbed>>;

/**
 * Does something while a fault waits for it, looks at what is left, and does it again where nothing is in the way.
 * @returns what the fault was and whether the action was done all the same; null when it met no statement
 */
async function disturbed(name: Action, fault: Fault, { change }: Usual): Promise<string | null> {
  const wanted = await ACTIONS[name]();
  const before = await traces();
  network.expect(fault);
  const answer = await ask(second, wanted);
  const { struck } = network.seen();
  network.expect(null);
  const left = moved(before, await traces());
  const isConfirmed = answer.status < 300;
  const isThere = Object.keys(left).length > 0;
  // Beside what is compared, so that a failure shows all of it.
  const round = { seed, name, ...fault, struck, answer };
  expect({ round, left }).toEqual({ round, left: isConfirmed || isThere ? change : {} });
  expect({ round, isServers: isConfirmed || answer.status >= 500 }).toEqual({ round, isServers: true });
  const again = await ask(api.server, wanted);
  expect({ round, again: isConfirmed ? again : again.status < 300 }).toEqual({
    round,
    again: isConfirmed ? answer : true,
  });
  expect({ round, left: moved(before, await traces()) }).toEqual({ round, left: change });
  expect({ round, proofs: await proofs() }).toEqual({ round, proofs: [null, null, null] });
  return struck && `${fault.kind}, ${isThere ? 'done' : 'undone'}`;
}

const usual = new Map<Action, Usual>();
const usualOf = (name: Action) => usual.get(name) ?? { statements: 0, change: {} };
beforeAll(async () => {
  // Twice: the first time makes rows that later ones count in.
  for (const name of [...NAMES, ...NAMES]) usual.set(name, await undisturbed(name));
});

test('an error in any statement of a submission undoes all of it, also where the transaction begins [R-16]', async () => {
  const { statements } = usualOf('submit');
  const outcomes: (string | null)[] = [];
  for (let step = 1; step <= statements; step += 1)
    outcomes.push(await disturbed('submit', { kind: 'error', step }, usualOf('submit')));
  expect(outcomes.filter((one) => one === 'error, undone').length).toBeGreaterThan(8);
});

test.each([
  ['a list', 'enters the business', /set_config\('app.business_id'/, 500],
  ['a list', 'reads', /from "clients"/, 500],
  ['a client', 'begins', /^BEGIN/, 500],
  ['a client', 'enters the business', /set_config\('app.business_id'/, 500],
  ['a client', 'reads', /from "clients"/, 500],
  // All was read by then.
  ['a client', 'ends', /^COMMIT/, 200],
] as const)(
  '%s whose read fails where it %s is not taken for nothing [R-16]',
  async (what, _, among, expected) => {
    const headers = { authorization: `Bearer ${visit.author.token}` };
    const url = what === 'a list' ? '/api/clients' : `/api/clients/${visit.clientId}`;
    network.expect({ kind: 'error', step: 1, among });
    const answer = await second.app.inject({ url, headers });
    expect(answer.statusCode).toBe(expected);
    await expect.poll(() => network.seen().struck).toEqual(expect.stringMatching(among));
    network.expect(null);
  },
);

test(
  `${rounds} faults at statements chosen by a seed leave nothing half done and lose nothing (seed ${seed}) [R-16]`,
  { timeout: 60_000 + rounds * 2_000 },
  async () => {
    const random = createRandom(seed);
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const met = new Map<string, number>();
    for (let round = 1; round <= rounds; round += 1) {
      const name = oneOf(NAMES);
      const step = 1 + Math.floor(random() * usualOf(name).statements);
      const outcome = await disturbed(name, { kind: oneOf(FAULTS), step }, usualOf(name));
      if (outcome) met.set(outcome, (met.get(outcome) ?? 0) + 1);
    }
    const count = [...met.values()].reduce((sum, one) => sum + one, 0);
    // A network that let everything through would leave nothing half done either.
    expect(count).toBeGreaterThan(rounds / 2);
    // So many meet with everything.
    const each = rounds < 500 ? [] : ['cut, undone', 'error, undone', 'lost, undone', 'lost, done'];
    expect([...met.keys()]).toEqual(expect.arrayContaining(each));
  },
);
