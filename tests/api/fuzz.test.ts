/**
 * Random requests at every endpoint: never a fault of the server, always the shape of an error, and what is refused
 * changes nothing. 300 for each; `npm run test:fuzz` sends more. FUZZ_SEED repeats a run.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { errorBody } from '#platform/contract/errors.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import type { ApiResponse } from '#tests/support/helpers/api.ts';
import { arbitraryRequests } from '#tests/support/helpers/randomRequests.ts';
import type { FuzzBody, FuzzCase } from '#tests/support/helpers/randomRequests.ts';
import {
  createSeededBusiness,
  buildBody,
  hasBody,
  getRowKind,
} from '#tests/support/factories/twoBusinesses.ts';
import type { Ids, SeededBusiness, RowKind } from '#tests/support/factories/twoBusinesses.ts';
import { watchChangedTables } from '#tests/support/helpers/tableRows.ts';

const CASES = Number(process.env['FUZZ_CASES'] ?? 300);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const PATIENCE_MS = 60_000 + CASES * 1000;

/** A longer address is refused by the proxy itself, in its own text. */
const LONGEST_ADDRESS = process.env['TEST_POSTGRES'] === 'nodes' ? 15_000 : Infinity;

/** Refusals may write here: wrong guesses are counted, and managers are notified of many. */
const MAY_CHANGE = ['audit_heads', 'audit_log', 'messages'];
const WRITES_WHEN_REFUSED =
  /auth\/(login|change-password|totp)|verify-code|(POST|PUT) \/api\/notes|sandbox\/(card|confirm)|users\/:id\/(password|reset-password|totp)/;

/** A success may end the sessions that the next request is made with, or give them another role. */
const UNSEATS = /PUT \/api\/users\/:id\/profile|reset-password|change-password|sessions/;

// What removes things comes last, so that the calls before it find them.
const endpoints = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([name]) => name !== 'GET /api/events')
  .map(([name, endpoint]): Named => ({ name, endpoint }))
  .toSorted((a, b) => Number(a.name.startsWith('DELETE')) - Number(b.name.startsWith('DELETE')));

interface Named {
  name: string;
  endpoint: Endpoint;
}

const api = useApi({ RATE_LIMITS: 'off' });
let changes: () => Promise<string[]>;
let own: SeededBusiness;
let seeded: SeededBusiness;
/** Own rows of each kind; grows with what the requests make. */
const made = new Map<RowKind, number[]>();

beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  changes = await watchChangedTables(api);
  await begin();
});

async function begin(): Promise<void> {
  own = await createSeededBusiness(api);
  made.clear();
  for (const [thing, id] of Object.entries(own.ids)) made.set(thing as RowKind, [id]);
}

/** Some requests end the sessions they are made with, or the role; then a new business goes on. */
async function ready(): Promise<void> {
  const role = async (token: string) => (await api.call(token, 'GET /api/auth/validate')).body.user?.role;
  const roles = [await role(own.manager.token), await role(own.employee.token)];
  if (roles[0] !== 'manager' || roles[1] !== 'employee') await begin();
  if ((await role(seeded.manager.token)) !== 'manager') seeded = await createSeededBusiness(api);
}

const tokens = (): Record<FuzzCase['sender'], string | null> => ({
  manager: own.manager.token,
  employee: own.employee.token,
  other: seeded.manager.token,
  anonymous: null,
  guest: 'guessed-guessed-guessed-guessed-guessed-1',
});

describe(`${CASES} random requests each, with the seed ${SEED}`, () => {
  test.each(endpoints)('$name [R-20]', { timeout: PATIENCE_MS }, async ({ name, endpoint }) => {
    await ready();
    const reads = name.startsWith('GET');
    await changes();
    const asked = new Set<string>();
    const property = fc.asyncProperty(arbitraryRequests(endpoint), async (one) => {
      const request = requestFor(name, one);
      const text = JSON.stringify([one.sender, request]);
      // Nothing changes between two reads, and some have few ways to be asked.
      if (reads && asked.has(text)) return;
      if (request.url.length + String(new URLSearchParams(request.query)).length > LONGEST_ADDRESS) return;
      asked.add(text);
      const answer = await api.send(tokens()[one.sender], request);
      const changed = answer.status >= 300 && !reads ? untold(name, await changes()) : [];
      const wrong = changed.map((table) => `${name} was refused and changed ${table}`);
      expect([...faultsOf({ name, endpoint }, one.sender, answer), ...wrong]).toEqual([]);
      remember(name, answer);
      if (answer.status >= 300) return;
      if (UNSEATS.test(name)) await ready();
      if (!reads) await changes();
    });
    await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: true });
  });
});

/** Every rule that an answer breaks, in text. */
function faultsOf(
  { name, endpoint }: Named,
  sender: FuzzCase['sender'],
  answer: ApiResponse<unknown>,
): string[] {
  const { status, error, headers } = answer;
  const isAnonymous = sender === 'anonymous' || sender === 'guest';
  const wanted = endpoint.status ?? (endpoint.response === null ? 204 : 200);
  const rules: [boolean, string][] = [
    [status < 500, `a fault of the server: ${status} ${error?.code}`],
    [status >= 300 || status === wanted, `a success that is not declared: ${status}`],
    [status < 400 || errorBody.safeParse(error).success, `another shape: ${JSON.stringify(error)}`],
    [status < 400 || error?.requestId === headers['x-request-id'], 'an error without its request'],
    [status !== 400 || (error?.issues?.length ?? 0) > 0 || error?.code !== 'invalid', '400 without an issue'],
    [!isAnonymous || endpoint.access === 'public' || status === 401, `${status} without a session`],
    [
      sender !== 'employee' || endpoint.access !== 'manager' || [401, 403].includes(status),
      `${status} for an employee`,
    ],
  ];
  return rules.flatMap(([holds, what]) => (holds ? [] : [`${name}: ${what}`]));
}

/** Of the tables that a refused request changed those in which a refusal is not written down. */
const untold = (name: string, changed: string[]): string[] =>
  WRITES_WHEN_REFUSED.test(name) ? changed.filter((table) => !MAY_CHANGE.includes(table)) : changed;

function requestFor(name: string, { id, query, body }: FuzzCase) {
  const address = buildAddress(name, { id: 0, clientId: 0, employeeId: 0 });
  const [, path = ''] = name.split(' ');
  const url = path.replace(/:\w+/, idIn(name, id));
  const sent = /^(GET|DELETE)/.test(name) && body.kind !== 'text' ? {} : payload(name, body);
  return { method: address.method, url, query, ...sent };
}

function idIn(name: string, id: FuzzCase['id']): string {
  if (typeof id === 'string' || !name.includes('/:')) return String(typeof id === 'string' ? id : 0);
  const thing = getRowKind(name);
  const ids = id.of === 'own' ? (made.get(thing) ?? []) : [seeded.ids[thing]];
  return String(ids[id.index % ids.length] ?? 0);
}

function payload(name: string, body: FuzzBody): { body: string; headers: Record<string, string> } {
  const json = (value: unknown) => ({
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  });
  if (body.kind === 'text') return { body: body.text, headers: { 'content-type': body.type } };
  if (body.kind === 'value') return json(body.value);
  const fields = { ...(hasBody(name) ? buildBody(name, idsFor(body.of)) : {}), ...body.changes };
  return json(Object.fromEntries(Object.entries(fields).filter(([field]) => !body.without.includes(field))));
}

const idsFor = (whose: 'own' | 'other'): Ids => (whose === 'own' ? own : seeded).ids;

/** What was made can be named by the requests that follow. */
function remember(name: string, { status, body }: ApiResponse<unknown>): void {
  const { id } = (body ?? {}) as { id?: number };
  const address = `GET ${name.split(' ')[1]}/:id`;
  if (status !== 201 || id === undefined || !knows(address)) return;
  made.get(getRowKind(address))?.push(id);
}

const knows = (address: string): boolean =>
  endpoints.some(({ name }) => name.split(' ')[1] === address.slice(4));
