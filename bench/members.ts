/** Requests of many businesses, sent at a fixed rate whether the server keeps up or not. */

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { person, query, type Office } from './data/fill.ts';

/** How often due requests are sent. */
const TICK_MS = 5;
/** The clients' signature code. */
export const CODE = 'harbor';

export interface Member {
  author: string;
  manager: string;
  managerId: number;
  clientId: number;
}

interface Call {
  token: string;
  method: string;
  path: string;
  body?: object;
}

/** The kinds of requests, with their share in a hundred. */
const KINDS: [share: number, call: (member: Member) => Call][] = [
  [30, ({ author }) => get(author, '/api/notes/my')],
  [20, ({ manager }) => get(manager, '/api/management/notes?status=pending')],
  [10, ({ author }) => get(author, '/api/clients')],
  [10, ({ author }) => get(author, '/api/messages/inbox')],
  [10, ({ manager }) => get(manager, '/api/notes/search?q=quinoa')],
  [10, ({ author, clientId: id }) => post(author, '/api/notes', { ...noteForm, clientId: id })],
  [5, ({ author, managerId }) => post(author, '/api/messages', buildMessageForm(managerId))],
  [5, ({ author }) => get(author, '/api/profile')],
];
/** Shared by all requests, because drawing its signatures is slow. */
const noteForm = buildNoteForm(0, { clientSignatureCode: CODE });
export const get = (token: string, path: string): Call => ({ token, method: 'GET', path });
const post = (token: string, path: string, body: object): Call => ({ token, method: 'POST', path, body });

/** Creates the n-th request of a load: every hundred has all kinds in a fixed, mixed order. */
export function createCall(n: number, member: Member): Call {
  let remaining = (n * 37) % 100;
  for (const [share, call] of KINDS) {
    if (remaining < share) return call(member);
    remaining -= share;
  }
  throw new Error('The shares must add up to a hundred');
}

export interface LoadResults {
  /** Milliseconds of successful requests, and of those refused with 429 or 503. */
  successes: number[];
  refusals: number[];
  /** How often each other status was answered; 0 is a broken connection. */
  others: Record<string, number>;
}

export const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

function send(url: string, { token, method, path, body }: Call): Promise<number> {
  const payload = body && JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(payload && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject).end(payload);
  });
}

/** Sends requests at a fixed rate. Times count from when a request was due, so that a stall is not hidden. */
export async function runLoad(url: string, { rate, seconds, call }: Load): Promise<LoadResults> {
  const results: LoadResults = { successes: [], refusals: [], others: {} };
  const open = new Set<Promise<void>>();
  const started = performance.now();
  for (let sent = 0; sent < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - started) * rate) / 1000));
    for (; sent < due; sent += 1) {
      const at = started + (sent * 1000) / rate;
      const one: Promise<void> = send(url, call(sent))
        .catch(() => 0)
        .then((status) => record(results, status, performance.now() - at))
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

function record({ successes, refusals, others }: LoadResults, status: number, ms: number): void {
  if (status >= 200 && status < 300) successes.push(ms);
  else if (status === 503 || status === 429) refusals.push(ms);
  else others[status] = (others[status] ?? 0) + 1;
}

/** Lists for each business a manager, its busiest author and one of the author's clients. */
export async function listMembers(connectionString: string): Promise<Member[]> {
  const rows = await query<Record<'manager' | 'author' | 'client', string>>(
    connectionString,
    `select distinct on (business_id) author_id as author, client_id as client,
       (select min(id) from users u where u.business_id = n.business_id and role = 'manager') as manager
     from (select business_id, author_id, client_id, count(*) as notes from notes group by 1, 2, 3) n
     order by business_id, notes desc, author_id, client_id`,
  );
  return rows.map((row) => ({
    author: person(Number(row.author)).token,
    manager: person(Number(row.manager)).token,
    managerId: Number(row.manager),
    clientId: Number(row.client),
  }));
}

/** Sets the clients' signature codes, which SQL cannot do because the server encrypts them. */
export async function setCodes(url: string, members: Pick<Member, 'manager' | 'clientId'>[]): Promise<void> {
  for (const { manager: token, clientId } of members) {
    const path = `/api/clients/${clientId}`;
    await send(url, { token, method: 'PUT', path, body: { signatureCode: CODE } });
  }
}

/** Sets the codes of all clients of an office. */
export const setCodesOf = (url: string, { manager, clientIds }: Office): Promise<void> =>
  setCodes(
    url,
    clientIds.map((clientId) => ({ manager: manager.token, clientId })),
  );
