/**
 * Every statement names its business itself, although row-level security would filter too, so that the
 * data can be divided by business one day. Makes every call of the product once and reads what reaches the database.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import { runScheduledJobs } from '#app/scheduledJobs.ts';
import { deliverDue } from '#platform/server/outbox.ts';
import { newKey } from '#platform/server/files/fileStore.ts';
import { openLog } from '#platform/server/log.ts';
import { PROOFS } from '#scripts/verification.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import type { Api, EndpointName, RequestOptions } from '#tests/support/helpers/api.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { createSeededBusiness, getRowKind } from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { readStatement } from '#tests/support/helpers/tenantFilter.ts';
import type { Keys, StatementFacts } from '#tests/support/helpers/tenantFilter.ts';
import { CARD } from '#tests/support/factories/payments.ts';
import { listPreparations, listReads, WRITES, sendWrite } from '#tests/support/factories/writeRequests.ts';
import type { PreparedRequest } from '#tests/support/factories/writeRequests.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';
import type { CapturedStatement } from '#tests/support/helpers/statements.ts';
import { createStripeBusiness, startStripeApi } from '#tests/support/helpers/stripeApi.ts';

/** Statements about several businesses, or about none: what they do to which tables, and why. */
const BEYOND: Record<string, string> = {
  'locks orphaned_files': 'the sweep takes files of all businesses that were left over by uploads',
  'locks outgoing_mails, writes outgoing_mails': 'the queue of mails is one for all businesses',
  'reads businesses':
    'the count on the first page; the business of a subscription that Stripe names; scheduled jobs and verification',
  'reads businesses, reads sessions': 'a token identifies the caller and the business',
  'reads password_resets': 'a reset link identifies the user',
  'reads provider_events': 'what Stripe sent before, by the id that Stripe gave it',
  'reads usernames': 'a username identifies the user and the business',
  'writes attempts': 'tries are counted by username and address, before the user is known',
  'writes business_claims': 'claims that expired are forgotten',
  'writes businesses': 'a business is registered',
  'writes idempotency_keys': 'keys of yesterday are forgotten',
  'writes temporary_passwords': 'temporary passwords are erased after seven days',
  'writes orphaned_files': 'the sweep, as above',
  'writes outgoing_mails': 'failed mails are deleted after thirty days',
  'writes password_resets': 'links that expired are forgotten',
  'writes provider_events': 'events are taken once; old ones are forgotten',
  'writes sessions': 'sessions that ended are forgotten; each use of one is noted by its id',
};

const reads = listReads('kitchen');

const api = useApi({ RATE_LIMITS: 'off' });
let here: SeededBusiness;
let prepare: Record<string, () => Promise<PreparedRequest>>;
let listen: ReturnType<typeof captureStatements>;
let keys: Keys;
const beyond = new Set<string>();
const done = { scoped: 0, writes: new Set<string>(), locks: new Set<string>() };

beforeAll(async () => {
  here = await createSeededBusiness(api);
  prepare = listPreparations(api, here);
  listen = captureStatements(api);
  keys = await keysOf(api);
});

/** The column that names the business in each table and view. */
async function keysOf({ sql }: Api): Promise<Keys> {
  const rows = await sql<{ name: string; scoped: boolean }>(`
    select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id') as scoped
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
      and c.relkind in ('r', 'v', 'p') and not c.relispartition`);
  const keyOf = (name: string, scoped: boolean) =>
    name === 'businesses' ? 'id' : scoped ? 'business_id' : null;
  return new Map(rows.map(({ name, scoped }) => [name, keyOf(name, scoped)]));
}

/** Parses the captured statements. @returns the faults of statements in transactions of a business */
function faultsIn(captured: CapturedStatement[]): string[] {
  return captured.flatMap((one) => {
    if (one.businessId === null) {
      const about = aboutOne(one);
      if (about !== null) beyond.add(about);
      return [];
    }
    const reading = readStatement(one, one.businessId, keys);
    if (reading.tables.length > 0) done.scoped += 1;
    for (const table of reading.writes) done.writes.add(table);
    for (const table of reading.locks) done.locks.add(table);
    const faults = [...reading.faults, ...reading.tables.filter((table) => keys.get(table) === null)];
    return faults.map((fault) => `${fault}: ${one.text}`);
  });
}

/** @returns null when one of its values is the business that all of it is about; otherwise what it does */
function aboutOne({ text, values }: CapturedStatement): string | null {
  const readings = [0, ...values.map(Number)].map((id) => readStatement({ text, values }, id, keys));
  const [first] = readings;
  if (!first || first.tables.length === 0) return null;
  const isAboutOne = ({ faults, tables }: StatementFacts) =>
    faults.length === 0 && tables.every((table) => keys.get(table) !== null);
  if (readings.some(isAboutOne)) return null;
  const writes = first.writes.map((table) => `writes ${table}`);
  const locks = first.locks.map((table) => `locks ${table}`);
  const others = first.tables.filter(
    (table) => !first.writes.includes(table) && !first.locks.includes(table),
  );
  return [...writes, ...locks, ...others.map((table) => `reads ${table}`)].toSorted().join(', ');
}

describe('what is read', () => {
  test.each(reads)('by $name $query [D-4]', async ({ name, access, query }) => {
    const statuses: number[] = [];
    const askers = access === 'manager' ? [here.manager] : [here.manager, here.employee];
    const id = name.includes('/:') ? here.ids[getRowKind(name)] : 0;
    const address = buildAddress(name, { id, clientId: id, employeeId: id });
    for (const { token } of askers) {
      const captured = await listen(async () => {
        const { status } = await api.send(token, { ...address, query });
        statuses.push(status);
      });
      expect(captured.length).toBeGreaterThan(0);
      expect(faultsIn(captured)).toEqual([]);
    }
    expect(statuses).toContain(200);
  });
});

describe('what is written', () => {
  test.each(WRITES)('by $name [D-4,17]', async ({ name, access }) => {
    const prepared = (await prepare[name]?.()) ?? {};
    let status = 0;
    const captured = await listen(async () => {
      ({ status } = await sendWrite(api, here, { name, access, prepared }));
    });
    expect(status).toBeLessThan(300);
    expect(captured.length).toBeGreaterThan(0);
    expect(faultsIn(captured)).toEqual([]);
  });
});

/** Calls of people who are not signed in, in an order in which they can be made. */
async function outside(): Promise<[string, number][]> {
  const answers: [string, number][] = [];
  const call = async (name: EndpointName, parts: RequestOptions = {}, token: string | null = null) => {
    const answer = await api.send(token, { ...buildAddress(name, parts.params), ...parts });
    answers.push([name, answer.status]);
    return answer;
  };
  const person = buildRegistrationForm();
  const business = {
    name: 'Helping Hands',
    email: 'owner@hands.example',
    phone: '555 0100',
    address: '1 Main Street',
  };
  const registered = await call('POST /api/auth/register-business', { body: business });
  const { id } = (registered.body as { business: { id: number } }).business;
  const cookies = Object.fromEntries(registered.cookies.map(({ name, value }) => [name, value]));
  await call('GET /api/businesses/:id', { params: { id }, cookies });
  await call('POST /api/auth/create-admin-for-business', { body: { ...person, businessId: id }, cookies });
  await call('POST /api/auth/register-admin', { body: buildRegistrationForm() });
  const username = String(person['username']);
  const password = String(person['password']);
  await call('POST /api/auth/login', { body: { username, password: 'not this one' } });
  const { token } = (await call('POST /api/auth/login', { body: { username, password } })).body as {
    token: string;
  };
  const paid = await call(
    'POST /api/create-subscription',
    { body: { businessId: id, planType: 'premium' } },
    token,
  );
  const { clientSecret } = paid.body as { clientSecret: string };
  await call('POST /api/payments/sandbox/confirm', { body: { clientSecret, ...CARD } });
  await call('POST /api/auth/logout', {}, token);
  const forgot = { username, email: person['email'] };
  const { resetUrl } = (await call('POST /api/auth/forgot-password', { body: forgot })).body as {
    resetUrl: string;
  };
  const reset = { token: new URL(resetUrl).searchParams.get('token'), password: 'another password' };
  await call('POST /api/auth/reset-password', { body: reset });
  await call('GET /api/businesses/count');
  await call('GET /api/config');
  return answers;
}

test('a write that is sent again', async () => {
  const sent = { body: { bio: 'Twice' }, headers: { 'idempotency-key': 'sent-twice' } };
  const { token } = here.manager;
  const captured = await listen(async () => {
    for (const _ of [1, 2]) await api.ok(token, 'PUT /api/profile', sent);
  });
  expect(captured.filter(({ text }) => text.includes('idempotency_keys')).length).toBeGreaterThan(2);
  expect(faultsIn(captured)).toEqual([]);
});

test('what people who are not signed in cause [D-4,17]', async () => {
  let answers: [string, number][] = [];
  const captured = await listen(async () => {
    answers = await outside();
  });
  const refused = answers.filter(([, status]) => status >= 300);
  expect(refused).toEqual([['POST /api/auth/login', 401]]);
  const open = features
    .flatMap(({ contract }) => Object.entries(contract))
    .filter(([, { access }]) => access === 'public');
  // Taken by Stripe alone: below.
  const names = open.map(([name]) => name).filter((name) => name !== 'POST /api/webhooks/stripe');
  expect(names.filter((name) => !answers.some(([one]) => one === name))).toEqual([]);
  expect(faultsIn(captured)).toEqual([]);
});

test('what Stripe causes [D-4,17]', async () => {
  const stripe = await startStripeApi();
  try {
    const captured = await captureStatements(stripe)(async () => {
      const payer = await createStripeBusiness(stripe);
      stripe.stripe.state.renew(await payer.paid(), { declined: true });
      await payer.deliverAll();
      await stripe.ok(payer.token, 'POST /api/subscription/cancel');
    });
    expect(faultsIn(captured)).toEqual([]);
  } finally {
    await stripe.stop();
  }
});

const LATER_MS = 40 * 24 * 60 * 60 * 1000;

test('what the product does by itself, and what proves a whole database [D-4]', async () => {
  const { services } = api.server;
  const log = openLog('silent');
  await api.sql('insert into orphaned_files (business_id, storage_key, since) values ($1, $2, $3)', [
    here.business.id,
    newKey(here.business.id),
    new Date(0),
  ]);
  const captured = await listen(async () => {
    for (const now of [new Date(), new Date(Date.now() + LATER_MS)]) {
      await deliverDue(services, log, now);
      await runScheduledJobs(services, log, now);
    }
    for (const prove of Object.values(PROOFS)) await prove(services, new Date());
  });
  expect(faultsIn(captured)).toEqual([]);
});

test('many statements were read, and those that are not about one business are the ones that are known [D-4,17]', () => {
  expect(done.scoped).toBeGreaterThan(500);
  expect(done.writes.size).toBeGreaterThan(25);
  expect(done.locks.size).toBeGreaterThan(5);
  expect([...beyond].toSorted()).toEqual(Object.keys(BEYOND).toSorted());
});

describe('a statement that is about more than its business is found', () => {
  const mine = 'business_id = $1';
  test.each([
    ['no condition', 'select * from notes'],
    ['another business', 'select * from notes where business_id = $2'],
    ['a condition that need not hold', `select * from notes where ${mine} or id = 5`],
    ['a condition that must not hold', `select * from notes where not (${mine})`],
    ['a comparison', 'select * from notes where business_id >= $1'],
    ['a joined table', `select * from notes n join clients c on c.id = n.client_id where n.${mine}`],
    [
      'the kept side of an outer join',
      'select * from notes n left join clients c on n.business_id = $1 and c.business_id = $1',
    ],
    ['a query inside', `select (select count(*) from clients) from notes where ${mine}`],
    ['a query in front', `with all_notes as (select * from notes) select * from all_notes where ${mine}`],
    [
      'the name of another table',
      `select * from notes n where exists (select from clients c where n.${mine})`,
    ],
    ['a lock', 'select 1 from notes where id = 5 for update'],
    ['a lock of anything', 'select pg_advisory_xact_lock(5)'],
    ['an update', 'update notes set title = $2 where id = 5'],
    ['an update from another table', `update notes n set title = c.name from clients c where n.${mine}`],
    ['a row that is given away', `update notes set business_id = $2 where ${mine}`],
    ['a delete', 'delete from notes using clients c where c.business_id = $1'],
    ['a row of another business', 'insert into notes (business_id, id) values ($2, 5)'],
    ['one row of two', 'insert into notes (business_id, id) values ($1, 5), ($2, 6)'],
    ['a row without a business', 'insert into notes (id) values (5)'],
    ['rows of any business', 'insert into notes (business_id, id) select c.business_id, c.id from clients c'],
    [
      'a row that was there',
      'insert into notes (business_id, id) values ($1, 5) on conflict (id) do update set title = $2',
    ],
    ['every business', 'select name from businesses'],
    ['what is no table', 'select * from pg_class'],
    ['another kind', 'truncate notes'],
  ])('%s [D-4,17]', (_, text) => {
    expect(readStatement({ text, values: [7, 8] }, 7, keys).faults).not.toEqual([]);
  });

  test.each([
    ['by a parameter', `select * from notes where ${mine} and id = $2`],
    [
      'through a join',
      `select * from notes n left join clients c on c.business_id = n.business_id where n.${mine}`,
    ],
    [
      'from the outside',
      `select (select count(*) from clients c where c.business_id = n.business_id) from notes n where n.${mine}`,
    ],
    [
      'by a query in front',
      `with n as (select business_id from notes where ${mine}) insert into clients (id, business_id) select 5, business_id from n`,
    ],
    ['in a list', 'delete from notes where business_id = any (array[$1]::bigint[])'],
    ['the business itself', 'select name from businesses where id = $1'],
  ])('and one that is about its own alone is not: %s', (_, text) => {
    expect(readStatement({ text, values: [7, 8] }, 7, keys).faults).toEqual([]);
  });
});
