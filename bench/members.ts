/** A crowd of businesses, whose calls come whether the server keeps up or not. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { person } from './data/fill.ts';
import type { Office } from './data/fill.ts';

/** Every so often the calls go out that are due by then. */
const TICK_MS = 5;
/** What opens the clients' pads. */
export const CODE = 'harbor';

export interface Member {
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
const visit = buildNoteForm(0, { clientSignatureCode: CODE });
export const get = (token: string, path: string): Call => ({ token, method: 'GET', path });
const post = (token: string, path: string, body: object): Call => ({ token, method: 'POST', path, body });

/** The kind of the n-th call: each hundred has all of them, well mixed. */
export function kindOf(n: number): (member: Member) => Call {
  let remaining = (n * 37) % 100;
  for (const [share, call] of KINDS) {
    if (remaining < share) return call;
    remaining -= share;
  }
  throw new Error('The shares are less than a hundred');
}

export interface LoadResults {
  /** Milliseconds of what was answered with success, and of what was refused. */
  taken: number[];
  refused: number[];
  /** How often each other answer came. */
  others: Record<string, number>;
}

export const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

export function ask(url: string, { token, method, path, body }: Call): Promise<number> {
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
export async function load(url: string, { rate, seconds, call }: Load): Promise<LoadResults> {
  const results: LoadResults = { taken: [], refused: [], others: {} };
  const open = new Set<Promise<void>>();
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - began) * rate) / 1000));
    for (; sent < due; sent += 1) {
      const at = began + (sent * 1000) / rate;
      const one: Promise<void> = ask(url, call(sent))
        .catch(() => 0)
        .then((status) => note(results, status, performance.now() - at))
        .finally(() => open.delete(one));
      open.add(one);
    }
    await pause(TICK_MS);
  }
  await Promise.all(open);
  return results;
}

export interface Load {
  rate: number;
  seconds: number;
  call: (n: number) => Call;
}

function note({ taken, refused, others }: LoadResults, status: number, ms: number): void {
  if (status >= 200 && status < 300) taken.push(ms);
  else if (status === 503 || status === 429) refused.push(ms);
  else others[status] = (others[status] ?? 0) + 1;
}

/** For each business a manager, its busiest author and one of the author's clients. */
export async function membersOf(connectionString: string): Promise<Member[]> {
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

/** The codes of clients are sealed with the server's key, so that no SQL can make them. */
export async function giveCodes(url: string, members: Pick<Member, 'manager' | 'clientId'>[]): Promise<void> {
  for (const { manager: token, clientId } of members) {
    const path = `/api/clients/${clientId}`;
    await ask(url, { token, method: 'PUT', path, body: { signatureCode: CODE } });
  }
}

/** The same for the clients of one office. */
export const giveCodesOf = (url: string, { manager, clientIds }: Office): Promise<void> =>
  giveCodes(
    url,
    clientIds.map((clientId) => ({ manager: manager.token, clientId })),
  );
