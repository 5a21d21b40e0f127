/**
 * Random requests to every endpoint: no 5xx, errors in the standard shape, and no change by a refused request.
 * 30 for each endpoint, in `npm run test:all` 150; `npm run test:fuzz` sends more, `FUZZ_SEED` repeats a run.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '#platform/contract/errors.ts';
import { toCanonicalAddress } from '#platform/server/http/canonicalAddress.ts';
import {
  buildBody,
  EVENT_STREAM,
  getRowKind,
  hasBody,
  listEndpoints,
  type NamedEndpoint,
} from '#tests/support/factories/endpointRequests.ts';
import {
  createSeededBusiness,
  mayCall,
  type RowKind,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { arbitraryRequests, type FuzzBody, type FuzzCase } from '#tests/support/helpers/randomRequests.ts';
import { unwatchChangedTables, watchChangedTables } from '#tests/support/helpers/tableRows.ts';

const CASES = Number(process.env['FUZZ_CASES'] ?? (process.env['TESTS'] === 'all' ? 150 : 30));
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const TIMEOUT_MS = 60_000 + CASES * 1000;

/** The proxy itself refuses a longer address. */
const MAX_ADDRESS_LENGTH = process.env['TEST_POSTGRES'] === 'nodes' ? 15_000 : Infinity;

/** Tables that a refused request may change: wrong guesses are counted, and managers are notified of many. */
const MAY_CHANGE = ['audit_heads', 'audit_log', 'messages'];
const WRITES_WHEN_REFUSED =
  /auth\/(login|change-password|totp)|verify-code|(POST|PUT) \/api\/notes|sandbox\/(card|confirm)|users\/:id\/(password|reset-password|totp)/;

/** A success of these may end the sessions that the next request needs, or change a role. */
const ENDS_SESSIONS = /PUT \/api\/users\/:id\/profile|reset-password|change-password|sessions/;

/** Deletions last, so that the calls before them find the rows. */
const endpoints = listEndpoints((_, name) => name !== EVENT_STREAM).toSorted(
  (a, b) => Number(a.name.startsWith('DELETE')) - Number(b.name.startsWith('DELETE')),
);

const api = useApi({ RATE_LIMITS: 'off' });
let listChanges: () => Promise<string[]>;
let own: SeededBusiness;
let other: SeededBusiness;
/** Ids of own rows by kind, with those that the requests create. */
let ownIds: Record<RowKind, number[]>;

beforeAll(async () => {
  other = await createSeededBusiness(api);
  listChanges = await watchChangedTables(api);
  await createOwn();
});
afterAll(() => unwatchChangedTables(api));

async function createOwn(): Promise<void> {
  own = await createSeededBusiness(api);
  ownIds = Object.fromEntries(Object.entries(own.ids).map(([kind, id]) => [kind, [id]])) as typeof ownIds;
}

/** Creates a new business when requests have ended the sessions or changed the roles of the old one. */
async function ensureSessions(): Promise<void> {
  const getRole = async (token: string) => (await api.call(token, 'GET /api/auth/validate')).body.user?.role;
  const roles = [await getRole(own.manager.token), await getRole(own.employee.token)];
  if (roles[0] !== 'manager' || roles[1] !== 'employee') await createOwn();
  if ((await getRole(other.manager.token)) !== 'manager') other = await createSeededBusiness(api);
}

/** Tokens of senders; where managers may not call an endpoint, an admin takes their part. */
const getTokens = ({ access }: NamedEndpoint['endpoint']): Record<FuzzCase['sender'], string | null> => ({
  manager: (access === 'admin' ? own.business.admin : own.manager).token,
  employee: own.employee.token,
  other: (access === 'admin' ? other.business.admin : other.manager).token,
  anonymous: null,
  guest: 'guessed-guessed-guessed-guessed-guessed-1',
});

describe(`${CASES} random requests each, with the seed ${SEED}`, () => {
  test.each(endpoints)('$name [R-20]', { timeout: TIMEOUT_MS }, async (one) => {
    const { name, endpoint } = one;
    await ensureSessions();
    const isRead = name.startsWith('GET');
    await listChanges();
    const sentReads = new Set<string>();
    const property = fc.asyncProperty(arbitraryRequests(endpoint), async (fuzzCase) => {
      const request = buildRandomRequest(name, fuzzCase);
      const text = JSON.stringify([fuzzCase.sender, request]);
      // Nothing changes between two reads, and some have few variants.
      if (isRead && sentReads.has(text)) return;
      if (request.url.length + String(new URLSearchParams(request.query)).length > MAX_ADDRESS_LENGTH) return;
      sentReads.add(text);
      const answer = await api.send(getTokens(endpoint)[fuzzCase.sender], request);
      const changes = answer.status >= 300 && !isRead ? findWrongChanges(name, await listChanges()) : [];
      expect([...findFaults(one, { ...fuzzCase, request }, answer), ...changes]).toEqual([]);
      rememberId(name, answer);
      if (answer.status >= 300) return;
      if (ENDS_SESSIONS.test(name)) await ensureSessions();
      if (!isRead) await listChanges();
    });
    await fc.assert(property, { numRuns: CASES, seed: SEED, endOnFailure: true });
  });
});

/** The rules that a response breaks. */
function findFaults(
  { name, endpoint }: NamedEndpoint,
  { sender, request }: Pick<FuzzCase, 'sender'> & { request: { url: string } },
  { status, error, headers }: ApiResponse<unknown>,
): string[] {
  // Any other spelling of an address is unknown to every caller.
  if (toCanonicalAddress(request.url) !== request.url)
    return status === 404 ? [] : [`${name}: ${status} at ${request.url}`];
  const hasSession = sender !== 'anonymous' && sender !== 'guest';
  const declared = endpoint.status ?? (endpoint.response === null ? 204 : 200);
  const isForbidden = sender === 'employee' && !mayCall(sender, endpoint.access);
  const rules: [isMet: boolean, fault: string][] = [
    [status < 500, `server error ${status} ${error?.code}`],
    [status >= 300 || status === declared, `undeclared success ${status}`],
    [status < 400 || errorBody.safeParse(error).success, `other error shape: ${JSON.stringify(error)}`],
    [status < 400 || error?.requestId === headers['x-request-id'], 'error without its request id'],
    [status !== 400 || (error?.issues?.length ?? 0) > 0 || error?.code !== 'invalid', '400 without an issue'],
    [hasSession || endpoint.access === 'public' || status === 401, `${status} without a session`],
    [!isForbidden || [401, 403].includes(status), `${status} for an employee`],
  ];
  return rules.flatMap(([isMet, fault]) => (isMet ? [] : [`${name}: ${fault}`]));
}

/** The tables that a refused request changed and may not change. */
const findWrongChanges = (name: string, tables: string[]): string[] =>
  tables
    .filter((table) => !WRITES_WHEN_REFUSED.test(name) || !MAY_CHANGE.includes(table))
    .map((table) => `${name} was refused and changed ${table}`);

function buildRandomRequest(name: string, { id, query, body }: FuzzCase) {
  const [method = '', path = ''] = name.split(' ');
  const url = path.replace(/:\w+/, buildId(name, id));
  const hasNoBody = /^(GET|DELETE)/.test(name) && body.kind !== 'text';
  return { method, url, query, ...(hasNoBody ? {} : buildRandomBody(name, body)) };
}

function buildId(name: string, id: FuzzCase['id']): string {
  if (typeof id === 'string') return id;
  if (!name.includes('/:')) return '0';
  const kind = getRowKind(name);
  const ids = id.of === 'own' ? ownIds[kind] : [other.ids[kind]];
  return String(ids[id.index % ids.length] ?? 0);
}

function buildRandomBody(name: string, body: FuzzBody): { body: string; headers: Record<string, string> } {
  if (body.kind === 'text') return { body: body.text, headers: { 'content-type': body.type } };
  const toJson = (value: unknown) => ({
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  });
  if (body.kind === 'value') return toJson(body.value);
  const { ids } = body.of === 'own' ? own : other;
  const fields = { ...(hasBody(name) ? buildBody(name, ids) : {}), ...body.changes };
  return toJson(
    Object.fromEntries(Object.entries(fields).filter(([field]) => !body.without.includes(field))),
  );
}

/** Lets later requests name the row that this one created. */
function rememberId(name: string, { status, body }: ApiResponse<unknown>): void {
  const { id } = (body ?? {}) as { id?: number };
  const path = `${name.split(' ')[1]}/:id`;
  if (status !== 201 || id === undefined || !endpoints.some((one) => one.name.split(' ')[1] === path)) return;
  ownIds[getRowKind(`GET ${path}`)].push(id);
}
