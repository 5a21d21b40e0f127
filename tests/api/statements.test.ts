/**
 * Every statement has a condition on its business, although row-level security filters too, so that the database can be
 * distributed by business. Sends every request once and parses the statements that reach the database.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '#platform/server/files/fileStore.ts';
import { openLog } from '#platform/server/log.ts';
import { deliverDue } from '#platform/server/outbox.ts';
import { runScheduledJobs } from '#app/scheduledJobs.ts';
import { VERIFICATIONS } from '#scripts/verification.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildRequest, listEndpoints, listReads, WRITES } from '#tests/support/factories/endpointRequests.ts';
import { CARD } from '#tests/support/factories/payments.ts';
import { toReceiptToken } from '#tests/support/factories/receipts.ts';
import {
  createSeededBusiness,
  getCaller,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { listPreparations, sendWrite } from '#tests/support/factories/writePreparations.ts';
import {
  buildAddress,
  useApi,
  type Api,
  type EndpointName,
  type RequestOptions,
} from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { isExplainable, listMultiShardStatements } from '#tests/support/helpers/explain.ts';
import { captureStatements, type CapturedStatement } from '#tests/support/helpers/statements.ts';
import { createStripeBusiness, startStripeApi } from '#tests/support/helpers/stripeApi.ts';
import { readStatement, type Keys, type StatementContent } from '#tests/support/helpers/tenantFilter.ts';
import { listOrderFaults } from '#tests/support/helpers/transactionOrder.ts';

/**
 * Statements that are not about one business: what they do to which tables, and why. On Citus those on a table of a
 * business use all shards (docs/decisions/047).
 */
const ACROSS_BUSINESSES: Record<string, string> = {
  'reads businesses':
    'count on the landing page, subscription in a Stripe event, scheduled jobs, verification',
  // On Citus a token names its business.
  ...(IS_CITUS ? {} : { 'reads businesses, reads sessions': 'a token identifies the user and the business' }),
  'reads note_receipts': 'a receipt link identifies the note and the business',
  'reads orphaned_files': 'the sweep finds orphaned files of all businesses',
  'reads outgoing_mails': 'all businesses share one queue of mails',
  'reads provider_events': 'Stripe events are found by their own id',
  'reads sealing_keys': 'all businesses share the key that devices seal codes with',
  'reads usernames': 'a username identifies the user and the business',
  'writes attempts': 'attempts are counted by username and address, before the user is known',
  'writes business_claims': 'expired claims are deleted',
  'writes export_jobs': 'exports are deleted after seven days',
  'writes idempotency_keys': 'keys are deleted after a day',
  'writes temporary_passwords': 'temporary passwords are deleted after seven days',
  'writes outgoing_mails': 'failed mails are deleted after thirty days',
  'writes password_resets': 'expired links are deleted',
  'writes provider_events': 'events are recorded once; old ones are deleted',
  'writes sealing_keys': 'the key is created once and replaced regularly',
  'writes sessions': 'ended sessions are deleted',
};

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
let preparations: ReturnType<typeof listPreparations>;
let capture: ReturnType<typeof captureStatements>;
let keys: Keys;
const acrossBusinesses = new Set<string>();
/** Statements about one business, by their text. */
const ofOneBusiness = new Map<string, CapturedStatement>();
const inTenant = { statements: 0, writes: new Set<string>(), locks: new Set<string>() };

beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  preparations = listPreparations(api, seeded);
  capture = captureStatements(api);
  keys = await readKeys(api);
});

/** The column that names the business in each table and view. */
async function readKeys({ sql }: Api): Promise<Keys> {
  const rows = await sql<{ name: string; scoped: boolean }>(`
    select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id') as scoped
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
      and c.relkind in ('r', 'v', 'p') and not c.relispartition`);
  const keyOf = (name: string, scoped: boolean) =>
    name === 'businesses' ? 'id' : scoped ? 'business_id' : null;
  return new Map(rows.map(({ name, scoped }) => [name, keyOf(name, scoped)]));
}

/** Parses the statements. @returns the faults of those in transactions of a business */
function findFaults(statements: CapturedStatement[]): string[] {
  const faultsOfOrder = listOrderFaults(statements, keys);
  return statements
    .flatMap((statement) => {
      const { text, businessId } = statement;
      if (businessId === null) {
        const summary = summarizeAcrossBusinesses(statement);
        if (summary === null) ofOneBusiness.set(text, statement);
        else acrossBusinesses.add(summary);
        return [];
      }
      ofOneBusiness.set(text, statement);
      const { faults, tables, writes, locks } = readStatement(statement, businessId, keys);
      if (tables.length > 0) inTenant.statements += 1;
      for (const table of writes) inTenant.writes.add(table);
      for (const table of locks) inTenant.locks.add(table);
      return [...faults, ...tables.filter((table) => keys.get(table) === null)].map(
        (fault) => `${fault}: ${text}`,
      );
    })
    .concat(faultsOfOrder);
}

/** @returns what the statement does; null when one of its values is the id of the only business that it is about */
function summarizeAcrossBusinesses(statement: CapturedStatement): string | null {
  const candidates = [0, ...statement.values.map(Number)];
  const readings = candidates.map((businessId) => readStatement(statement, businessId, keys));
  const [first] = readings;
  if (!first || first.tables.length === 0) return null;
  const isAboutOne = ({ faults, tables }: StatementContent) =>
    faults.length === 0 && tables.every((table) => keys.get(table) !== null);
  if (readings.some(isAboutOne)) return null;
  const { tables, writes, locks } = first;
  const onlyRead = tables.filter((table) => !writes.includes(table) && !locks.includes(table));
  const actions = Object.entries({ writes, locks, reads: onlyRead });
  return actions
    .flatMap(([verb, names]) => names.map((name) => `${verb} ${name}`))
    .toSorted()
    .join(', ');
}

describe('every statement has a condition on the business in', () => {
  test.each(listReads('kitchen'))('$name $query [D-4]', async ({ name, access, query }) => {
    const statuses: number[] = [];
    const callers = access === 'member' ? [seeded.manager, seeded.employee] : [getCaller(seeded, access)];
    for (const { token } of callers) {
      const statements = await capture(async () => {
        const { status } = await api.send(token, { ...buildRequest(name, seeded.ids), query });
        statuses.push(status);
      });
      expect(statements.length).toBeGreaterThan(0);
      expect(findFaults(statements)).toEqual([]);
    }
    expect(statuses).toContain(200);
  });

  test.each(WRITES)('$name [D-4,17]', async ({ name, endpoint }) => {
    const prepared = (await preparations[name]?.()) ?? {};
    let status = 0;
    const statements = await capture(async () => {
      ({ status } = await sendWrite(api, seeded, { name, endpoint, prepared }));
    });
    expect(status).toBeLessThan(300);
    expect(statements.length).toBeGreaterThan(0);
    expect(findFaults(statements)).toEqual([]);
  });

  test('a repeated write', async () => {
    const request = { body: { bio: 'Twice' }, headers: { 'idempotency-key': 'sent-twice' } };
    const statements = await capture(async () => {
      for (const _ of [1, 2]) await api.ok(seeded.manager.token, 'PUT /api/profile', request);
    });
    expect(statements.filter(({ text }) => text.includes('idempotency_keys')).length).toBeGreaterThan(2);
    expect(findFaults(statements)).toEqual([]);
  });

  test('all requests without a session [D-4,17]', async () => {
    let answers: [string, number][] = [];
    const statements = await capture(async () => {
      answers = await sendPublicRequests();
    });
    expect(answers.filter(([, status]) => status >= 300)).toEqual([['POST /api/auth/login', 401]]);
    const endpoints = listEndpoints(
      // Only Stripe sends the webhook: see the next test.
      ({ access }, name) => access === 'public' && name !== 'POST /api/webhooks/stripe',
    );
    const names = answers.map(([name]) => name);
    expect(endpoints.filter(({ name }) => !names.includes(name))).toEqual([]);
    expect(findFaults(statements)).toEqual([]);
  });

  test('events of Stripe [D-4,17]', async () => {
    const stripe = await startStripeApi();
    try {
      const statements = await captureStatements(stripe)(async () => {
        const payer = await createStripeBusiness(stripe);
        stripe.stripe.state.renew(await payer.paid(), { declined: true });
        await payer.deliverAll();
        await stripe.ok(payer.token, 'POST /api/subscription/cancel');
      });
      expect(findFaults(statements)).toEqual([]);
    } finally {
      await stripe.stop();
    }
  });

  test('scheduled jobs and the verification of the whole database [D-4]', async () => {
    const { services } = api.server;
    const log = openLog('silent');
    await api.sql('insert into orphaned_files (business_id, storage_key, since) values ($1, $2, $3)', [
      seeded.business.id,
      newKey(seeded.business.id),
      new Date(0),
    ]);
    const statements = await capture(async () => {
      for (const now of [new Date(), new Date(Date.now() + FORTY_DAYS_MS)]) {
        await deliverDue(services, log, now);
        await runScheduledJobs(services, log, now);
      }
      for (const verify of Object.values(VERIFICATIONS)) await verify(services, new Date());
    });
    expect(findFaults(statements)).toEqual([]);
  });
});

const FORTY_DAYS_MS = 40 * 24 * 60 * 60 * 1000;

/** Sends every public request, in an order in which they succeed. */
async function sendPublicRequests(): Promise<[string, number][]> {
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
  const receipt = { params: { id: seeded.ids.note } };
  const { url } = await api.ok(seeded.manager.token, 'POST /api/notes/:id/receipt', receipt);
  const link = { params: { token: toReceiptToken(url) } };
  await call('GET /api/receipts/:token', link);
  await call('POST /api/receipts/:token/dispute', { ...link, body: { reason: 'not_here' } });
  await call('GET /api/businesses/count');
  await call('GET /api/config');
  return answers;
}

test('the statements outside of one business are the listed ones [D-4,17]', () => {
  expect(inTenant.statements).toBeGreaterThan(500);
  expect(inTenant.writes.size).toBeGreaterThan(25);
  expect(inTenant.locks.size).toBeGreaterThan(5);
  expect([...acrossBusinesses].toSorted()).toEqual(Object.keys(ACROSS_BUSINESSES).toSorted());
});

test.runIf(IS_CITUS)(
  'on Citus the plan of every statement about one business uses one shard',
  { timeout: 120_000 },
  async () => {
    const statements = [...ofOneBusiness.values()].filter(isExplainable);
    expect(statements.length).toBeGreaterThan(400);
    expect(await listMultiShardStatements(api, statements)).toEqual([]);
  },
);

describe('the parser of this test', () => {
  const mine = 'business_id = $1';
  test.each([
    ['no condition', 'select * from notes'],
    ['another business', 'select * from notes where business_id = $2'],
    ['an optional condition', `select * from notes where ${mine} or id = 5`],
    ['a negated condition', `select * from notes where not (${mine})`],
    ['a comparison', 'select * from notes where business_id >= $1'],
    ['a joined table', `select * from notes n join clients c on c.id = n.client_id where n.${mine}`],
    [
      'the preserved side of an outer join',
      'select * from notes n left join clients c on n.business_id = $1 and c.business_id = $1',
    ],
    ['a subquery', `select (select count(*) from clients) from notes where ${mine}`],
    [
      'a common table expression',
      `with all_notes as (select * from notes) select * from all_notes where ${mine}`,
    ],
    [
      'the name of another table',
      `select * from notes n where exists (select from clients c where n.${mine})`,
    ],
    ['a lock', 'select 1 from notes where id = 5 for update'],
    ['an advisory lock', 'select pg_advisory_xact_lock(5)'],
    ['an update', 'update notes set title = $2 where id = 5'],
    ['an update from another table', `update notes n set title = c.name from clients c where n.${mine}`],
    ['a change of the business', `update notes set business_id = $2 where ${mine}`],
    ['a delete', 'delete from notes using clients c where c.business_id = $1'],
    ['a row of another business', 'insert into notes (business_id, id) values ($2, 5)'],
    ['one of two rows', 'insert into notes (business_id, id) values ($1, 5), ($2, 6)'],
    ['a row without a business', 'insert into notes (id) values (5)'],
    ['rows of any business', 'insert into notes (business_id, id) select c.business_id, c.id from clients c'],
    [
      'an update of an existing row',
      'insert into notes (business_id, id) values ($1, 5) on conflict (id) do update set title = $2',
    ],
    ['every business', 'select name from businesses'],
    ['a system catalog', 'select * from pg_class'],
    ['another kind of statement', 'truncate notes'],
    [
      'the business of the outer query in a column',
      `select (select count(*) from clients c where c.business_id = n.business_id) from notes n where n.${mine}`,
    ],
    [
      'an insert of selected rows that returns nothing',
      `insert into clients (id, business_id) select id, business_id from notes where ${mine}`,
    ],
  ])('rejects %s [D-4,17]', (_, text) => {
    expect(readStatement({ text, values: [7, 8] }, 7, keys).faults).not.toEqual([]);
  });

  test.each([
    ['by a parameter', `select * from notes where ${mine} and id = $2`],
    [
      'through a join',
      `select * from notes n left join clients c on c.business_id = n.business_id where n.${mine}`,
    ],
    [
      'from the outer query',
      `select n.id from notes n where n.${mine} and exists (select from clients c where c.business_id = n.business_id)`,
    ],
    [
      'by a common table expression',
      `with n as (select business_id from notes where ${mine}) insert into clients (id, business_id) select 5, business_id from n returning id`,
    ],
    ['in a list', 'delete from notes where business_id = any (array[$1]::bigint[])'],
    ['on the business itself', 'select name from businesses where id = $1'],
  ])('accepts a condition %s', (_, text) => {
    expect(readStatement({ text, values: [7, 8] }, 7, keys).faults).toEqual([]);
  });
});
