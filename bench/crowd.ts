/**
 * `npm run bench:crowd`: fifty businesses at once, whose calls come whether the server keeps up or not. First at a rate
 * that it can hold, then at three times that, then at the first again while one business calls a thousand times a
 * second. `BENCH_RATE` is the rate in calls a second (60), `BENCH_SECONDS` how long each part takes (60).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { noteForm } from '../tests/world/notes.ts';
import { startCluster } from '../tests/world/postgres.ts';
import type { Cluster } from '../tests/world/postgres.ts';
import { startProduct } from '../tests/world/process.ts';
import { fillDatabase, person } from './data/fill.ts';
import { memoryOf, quantile } from './load.ts';

const RATE = Number(process.env['BENCH_RATE'] ?? 60);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const NOTES = 100_000;
const GREED = 1_000;
/** Every so often the calls go out that are due by then. */
const TICK_MS = 5;
const CODE = 'harbor';
const DATABASE = 'crowd';

interface Member {
  author: string;
  manager: string;
  managerId: number;
  clientId: number;
}

/** A call of the crowd: whose, and what. */
interface Call {
  token: string;
  method: string;
  path: string;
  body?: object;
}

/** How often each kind comes in a hundred: seventy lists, searches, notes, mails and profiles. */
const KINDS: [share: number, call: (member: Member) => Call][] = [
  [30, ({ author }) => get(author, '/api/notes/my')],
  [20, ({ manager }) => get(manager, '/api/management/notes?status=pending')],
  [10, ({ author }) => get(author, '/api/clients')],
  [10, ({ author }) => get(author, '/api/messages/inbox')],
  [10, ({ manager }) => get(manager, '/api/notes/search?q=quinoa')],
  [10, ({ author, clientId: id }) => post(author, '/api/notes', { ...visit, clientId: id })],
  [
    5,
    ({ author, managerId: recipientId }) =>
      post(author, '/api/messages', {
        recipientId,
        subject: 'Thursday',
        content: 'Can you take over at ten?',
      }),
  ],
  [5, ({ author }) => get(author, '/api/profile')],
];
/** Drawn once: the crowd shall not be slower than the server. */
const visit = noteForm(0, { clientSignatureCode: CODE });
const get = (token: string, path: string): Call => ({ token, method: 'GET', path });
const post = (token: string, path: string, body: object): Call => ({ token, method: 'POST', path, body });

/** The kind of the n-th call: each hundred has all of them, well mixed. */
function kindOf(n: number): (member: Member) => Call {
  let place = (n * 37) % 100;
  for (const [share, call] of KINDS) {
    if (place < share) return call;
    place -= share;
  }
  throw new Error('The shares are less than a hundred');
}

interface Heard {
  /** Milliseconds of what was answered with success, and of what was refused. */
  taken: number[];
  refused: number[];
  /** How often each other answer came. */
  others: Record<string, number>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

function ask(url: string, { token, method, path, body }: Call): Promise<number> {
  const sent = body && JSON.stringify(body);
  const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject).end(sent);
  });
}

/** Calls at a rate for some seconds. What is late is counted from when it was due, so that no stall is hidden. */
async function load(url: string, { rate, seconds, call }: Load): Promise<Heard> {
  const heard: Heard = { taken: [], refused: [], others: {} };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1000));
    for (; sent < due; sent += 1) {
      const at = began + (sent * 1000) / rate;
      const one: Promise<void> = ask(url, call(sent))
        .catch(() => 0)
        .then((status) => note(heard, status, performance.now() - at))
        .finally(() => open.delete(one));
      open.add(one);
    }
    await pause(TICK_MS);
  }
  await Promise.all(open);
  return heard;
}

interface Load {
  rate: number;
  seconds: number;
  call: (n: number) => Call;
}

function note({ taken, refused, others }: Heard, status: number, ms: number): void {
  if (status >= 200 && status < 300) taken.push(ms);
  else if (status === 503 || status === 429) refused.push(ms);
  else others[status] = (others[status] ?? 0) + 1;
}

function lineOf(what: string, { taken, refused, others }: Heard, seconds: number): string {
  const times = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    return `p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p99 ${quantile(sorted, 0.99).toFixed(1)} ms`;
  };
  const no = refused.length > 0 ? `; ${refused.length} refused, ${times(refused)}` : '';
  const odd = Object.keys(others).length > 0 ? `; others ${JSON.stringify(others)}` : '';
  return `${what}: ${(taken.length / seconds).toFixed(1)} taken a second, ${times(taken)}${no}${odd}`;
}

async function main({ url }: Cluster): Promise<void> {
  await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const members = await membersOf(url(DATABASE));
  const product = await startProduct({ DATABASE_URL: url(DATABASE), DATA_DIR: join(folder, 'data') });
  const memory = () => `${Math.round(memoryOf(product.child.pid ?? 0) / 1024)} MB`;
  try {
    for (const { manager, clientId } of members) {
      const path = `/api/clients/${clientId}`;
      await ask(product.url, { token: manager, method: 'PUT', path, body: { signatureCode: CODE } });
    }
    const crowd = (n: number) => kindOf(n)(members[(n * 7) % members.length] ?? greedy);
    const [greedy] = members as [Member];
    const others = members.slice(1);
    const modest = (n: number) => kindOf(n)(others[(n * 7) % others.length] ?? greedy);
    const run = async (what: string, chosen: Partial<Load>) => {
      const whole = { rate: RATE, seconds: SECONDS, call: crowd, ...chosen };
      const heard = await load(product.url, whole);
      console.log(`${lineOf(what, heard, whole.seconds)}; ${memory()}`);
    };
    await run('warm', { rate: RATE / 2, seconds: 10 });
    await run(`${RATE} a second`, {});
    await run(`${RATE * 3} a second`, { rate: RATE * 3 });
    await run('ten seconds after', { seconds: 10 });
    const half = { rate: RATE / 2, call: modest };
    await run('the others alone', half);
    const greed = { rate: GREED, seconds: SECONDS, call: () => get(greedy.author, '/api/notes/my') };
    const [heard] = await Promise.all([
      load(product.url, greed),
      run(`the others beside one that calls ${GREED} times a second`, half),
    ]);
    console.log(lineOf('that one', heard, SECONDS));
  } finally {
    agent.destroy();
    await product.end('SIGTERM');
  }
}

/** For each business a manager, its busiest author and one of the author's clients. */
async function membersOf(connectionString: string): Promise<Member[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Record<'manager' | 'author' | 'client', string>>(
    `select distinct on (business_id) author_id as author, client_id as client,
       (select min(id) from users u where u.business_id = n.business_id and role = 'manager') as manager
     from (select business_id, author_id, client_id, count(*) as notes from notes group by 1, 2, 3) n
     order by business_id, notes desc, author_id, client_id`,
  );
  await client.end();
  return rows.map((row) => ({
    author: person(Number(row.author)).token,
    manager: person(Number(row.manager)).token,
    managerId: Number(row.manager),
    clientId: Number(row.client),
  }));
}

const folder = mkdtempSync(join(tmpdir(), 'crowd-'));
const cluster = await startCluster({ durable: true, settings: { shared_buffers: '1GB' } });
try {
  await main(cluster);
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}
