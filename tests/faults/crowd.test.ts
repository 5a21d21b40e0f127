/**
 * Users of two businesses act at random while one in twenty statements fails. Afterwards the data is consistent, and
 * everything acknowledged is stored. `CROWD_SEEDS` and `CROWD_ACTIONS` set the length, `CROWD_SEED` repeats a run.
 */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '#app/server.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createReviewScenario, type ReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { FAULTS, startFaultyPostgres, type FaultyPostgres } from '#tests/support/fakes/faultyPostgres.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { createRandom } from '#tests/support/helpers/random.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const SEEDS = Number(process.env['CROWD_SEEDS'] ?? 1);
const ACTIONS = Number(process.env['CROWD_ACTIONS'] ?? 80);
const FIRST_SEED = Number(process.env['CROWD_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CONCURRENT = 6;
const FAULT_RATE = 0.05;
const SERVER_KEY = randomBytes(32).toString('hex');

const api = useApi({ SERVER_KEY, RATE_LIMITS: 'off' });
let node: RunningServer;
let network: FaultyPostgres;
let stopNode: () => Promise<void>;
let visits: ReviewScenario[];
beforeAll(async () => {
  visits = [await createReviewScenario(api), await createReviewScenario(api)];
  network = await startFaultyPostgres(String(api.database.settings.DATABASE_URL));
  const environment = { SERVER_KEY, RATE_LIMITS: 'off', DATABASE_URL: network.url };
  ({ node, stop: stopNode } = await startSecondNode(api, environment));
});
afterAll(async () => {
  await stopNode();
  await network.stop();
});

/** Progress of the users of one seed. */
interface Crowd {
  random: () => number;
  /** Titles of the submitted notes, with the ids of the acknowledged ones. */
  sent: Map<string, { visit: ReviewScenario; id: number | null }>;
  /** Acknowledged contents, with their table. */
  acknowledged: { table: 'announcements' | 'messages'; content: string; visit: ReviewScenario }[];
  statuses: Map<number, number>;
  keys: number;
  seed: number;
}

async function ask(crowd: Crowd, token: string, name: string, body?: object) {
  const [method, url = ''] = name.split(' ');
  crowd.keys += 1;
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `${crowd.seed}-${crowd.keys}` };
  const request = { method: method as 'POST', url, headers, ...(body && { payload: body }) };
  let answer = await node.app.inject(request);
  // Users retry with the same key.
  if (answer.statusCode >= 500 && crowd.random() < 0.5) answer = await node.app.inject(request);
  crowd.statuses.set(answer.statusCode, (crowd.statuses.get(answer.statusCode) ?? 0) + 1);
  return answer;
}

const oneOf = <T>({ random }: Crowd, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const isSuccess = ({ statusCode }: { statusCode: number }) => statusCode < 300;

/** A random acknowledged note of the business; null when there is none yet. */
function pickNote(crowd: Crowd, visit: ReviewScenario): Note | null {
  const notes = [...crowd.sent].flatMap(([title, { visit: of, id }]) =>
    of === visit && id !== null ? [{ title, id }] : [],
  );
  return notes.length > 0 ? oneOf(crowd, notes) : null;
}

interface Note {
  id: number;
  title: string;
}

type Action = (crowd: Crowd, visit: ReviewScenario) => Promise<unknown>;

const submit: Action = async (crowd, visit) => {
  const title = `Visit ${crowd.seed} ${crowd.sent.size}`;
  crowd.sent.set(title, { visit, id: null });
  const endTime = oneOf(crowd, ['09:15', '10:00', '11:30']);
  const form = buildNoteForm(visit.clientId, { title, endTime });
  const answer = await ask(crowd, visit.author.token, 'POST /api/notes', form);
  if (isSuccess(answer)) crowd.sent.set(title, { visit, id: answer.json<{ id: number }>().id });
};

const onANote =
  (act: (crowd: Crowd, visit: ReviewScenario, note: Note) => Promise<unknown>): Action =>
  async (crowd, visit) => {
    const note = pickNote(crowd, visit);
    if (note) await act(crowd, visit, note);
  };

const REVIEWS = [
  { action: 'approve' },
  { action: 'deny', reason: 'The wrong day' },
  { action: 'return', comment: 'Which bills?' },
  { action: 'hold' },
  { action: 'resume' },
];
const sendContent = async (
  crowd: Crowd,
  visit: ReviewScenario,
  {
    table,
    token,
    call,
    form,
  }: { table: 'announcements' | 'messages'; token: string; call: string; form: object },
) => {
  const content = `Message ${crowd.seed} ${crowd.keys}`;
  const answer = await ask(crowd, token, call, { ...form, content });
  if (isSuccess(answer)) crowd.acknowledged.push({ table, content, visit });
};

const ACTION_WEIGHTS: [weight: number, action: Action][] = [
  [30, submit],
  [
    25,
    onANote((crowd, { manager }, { id }) =>
      ask(crowd, manager.token, `PATCH /api/notes/${id}/review`, oneOf(crowd, REVIEWS)),
    ),
  ],
  [
    10,
    onANote((crowd, { author, clientId }, { id, title }) =>
      ask(crowd, author.token, `PUT /api/notes/${id}`, buildNoteForm(clientId, { title, endTime: '12:00' })),
    ),
  ],
  [5, onANote((crowd, { author }, { id }) => ask(crowd, author.token, `GET /api/notes/${id}`))],
  [
    10,
    (crowd, { manager, clientId }) =>
      ask(crowd, manager.token, `PUT /api/clients/${clientId}/time-units`, {
        totalTimeUnits: 500 + Math.floor(crowd.random() * 1_000),
      }),
  ],
  [
    10,
    (crowd, visit) =>
      sendContent(crowd, visit, {
        table: 'messages',
        token: visit.author.token,
        call: 'POST /api/messages',
        form: { recipientId: visit.manager.id, subject: 'Thursday' },
      }),
  ],
  [
    5,
    (crowd, visit) =>
      sendContent(crowd, visit, {
        table: 'announcements',
        token: visit.manager.token,
        call: 'POST /api/announcements',
        form: buildAnnouncementForm(),
      }),
  ],
  [5, (crowd, { manager }) => ask(crowd, manager.token, 'GET /api/management/notes')],
];

function actionOf({ random }: Crowd): Action {
  let offset = random() * ACTION_WEIGHTS.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, action] of ACTION_WEIGHTS) {
    if (offset < weight) return action;
    offset -= weight;
  }
  return submit;
}

/** Runs the actions of one seed while statements fail. */
async function act(seed: number): Promise<Crowd> {
  const random = createRandom(seed);
  const crowd: Crowd = { random, sent: new Map(), acknowledged: [], statuses: new Map(), keys: 0, seed };
  network.expect(null);
  network.randomFaults(() => (random() < FAULT_RATE ? oneOf(crowd, FAULTS) : null));
  let left = ACTIONS;
  const worker = async () => {
    while (left-- > 0) await actionOf(crowd)(crowd, oneOf(crowd, visits));
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  network.randomFaults(null);
  return crowd;
}

/** Differences between the responses and the stored rows. */
async function listDifferences({ sent, acknowledged }: Crowd): Promise<string[]> {
  const titles = [...sent.keys()];
  const notes = await api.sql<{ title: string; id: number }>(
    'select title, id from notes where title = any ($1)',
    [titles],
  );
  const wrong: string[] = [];
  for (const [title, { id }] of sent) {
    const ids = notes.filter((one) => one.title === title).map((one) => one.id);
    if (ids.length > 1) wrong.push(`${title} is ${ids.length} notes`);
    if (id !== null && !ids.includes(id)) wrong.push(`${title} was acknowledged and is not stored`);
  }
  for (const { table, content, visit } of acknowledged) {
    const rows = await api.sql(`select id from ${table} where business_id = $1 and content = $2`, [
      visit.business.id,
      content,
    ]);
    if (rows.length !== 1) wrong.push(`${content} is stored ${rows.length} times`);
  }
  return wrong;
}

test(
  `${SEEDS} times ${ACTIONS} random actions with faults leave consistent data (from seed ${FIRST_SEED}) [R-16]`,
  { timeout: 60_000 + SEEDS * ACTIONS * 500 },
  async ({ task }) => {
    let [accepted, broken] = [0, 0];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const crowd = await act(seed);
      expect({ seed, wrong: await listDifferences(crowd) }).toEqual({ seed, wrong: [] });
      await expectInvariants(api);
      for (const [status, count] of crowd.statuses) {
        if (status < 300) accepted += count;
        if (status >= 500) broken += count;
      }
    }
    // Without a failed request there was no fault.
    expect(broken).toBeGreaterThan((SEEDS * ACTIONS) / 50);
    // Random actions are often not allowed.
    expect(accepted).toBeGreaterThan((SEEDS * ACTIONS) / 8);
    task.meta.metrics = {
      seed: FIRST_SEED,
      crowds: SEEDS,
      actions: SEEDS * ACTIONS,
      accepted,
      broken,
      lost: 0,
    };
  },
);
