/** Paying, canceling and changing plans at the same moment, on a real PostgreSQL server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '#tests/support/helpers/api.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { countOutcomes, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, buildClientForm } from '#tests/support/factories/clients.ts';
import { openPayment, createPayingBusiness, payWithCard } from '#tests/support/factories/payments.ts';
import { createPerson, buildEmployeeForm } from '#tests/support/factories/people.ts';
import { signEvent, startStripeServer } from '#tests/support/fakes/stripeServer.ts';
import type { FakeStripeServer } from '#tests/support/fakes/stripeServer.ts';

let api: Api;
let stripe: FakeStripeServer;
let throughStripe: Api;
beforeAll(async () => {
  stripe = await startStripeServer();
  api = await startApi({ RATE_LIMITS: 'off' });
  throughStripe = await startApi({ RATE_LIMITS: 'off', ...stripe.settings });
});
afterAll(async () => {
  await api.stop();
  await throughStripe.stop();
  await stripe.close();
});

const auditOf = (from: Api, businessId: number) =>
  from.sql<{ action: string }>(
    `select action from audit_log where business_id = $1 and object = 'subscription' order by seq`,
    [businessId],
  );
const infoOf = (token: string) => api.ok(token, 'GET /api/subscription/info');

test('a subscription that is begun 10 times at once is one, and the answers agree', async () => {
  const { id, admin } = await createBusiness(throughStripe, { unpaid: true });
  const body = { businessId: id, planType: 'premium' };
  const customers = stripe.state.customers.size;
  const answers = await repeatConcurrently(10, () =>
    throughStripe.call(admin.token, 'POST /api/create-subscription', { body }),
  );
  expect(countOutcomes(answers)).toEqual({ 200: 10 });
  expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
  expect(stripe.state.customers.size).toBe(customers + 1);
  const mine = [...stripe.state.subscriptions.values()].filter(
    ({ metadata }) => metadata['businessId'] === String(id),
  );
  expect(mine).toHaveLength(1);
});

test('a payment that is confirmed 10 times at once pays one period', async () => {
  const business = await createBusiness(api, { unpaid: true });
  const secret = await openPayment(api, business);
  const answers = await repeatConcurrently(10, () => payWithCard(api, secret));
  expect(countOutcomes(answers)).toEqual({ 200: 10 });
  expect((await auditOf(api, business.id)).map(({ action }) => action)).toEqual(['began', 'changed']);
  const [row] = await api.sql(
    `select count(*) as subscriptions, max(periods_over) as over from sandbox_subscriptions where business_id = $1`,
    [business.id],
  );
  expect(row).toEqual({ subscriptions: 1, over: 0 });
});

test('one canceled and reactivated by many at once is one or the other, as the last call asked', async () => {
  const { id, admin } = await createPayingBusiness(api);
  const answers = await repeatConcurrently(12, (index) =>
    api.call(
      admin.token,
      index % 2 === 0 ? 'POST /api/subscription/cancel' : 'POST /api/subscription/reactivate',
    ),
  );
  for (const { status, error } of answers) {
    expect(['subscription_canceling', 'subscription_state', undefined]).toContain(error?.code);
    expect([200, 409]).toContain(status);
  }
  const done = (await auditOf(api, id)).map(({ action }) => action).slice(2);
  expect(done.length).toBe(answers.filter(({ status }) => status === 200).length);
  // Each took the state that the one before had left.
  expect(done).toEqual(done.map((_, index) => (index % 2 === 0 ? 'canceled' : 'reactivated')));
  const [kept] = await api.sql<{ product: boolean; provider: boolean }>(
    `select s.cancel_at_period_end as product, p.cancel_at_period_end as provider
     from subscriptions s join sandbox_subscriptions p on p.business_id = s.business_id where s.business_id = $1`,
    [id],
  );
  const canceling = done.at(-1) === 'canceled';
  expect(kept).toEqual({ product: canceling, provider: canceling });
});

test('a plan is never too small for its employees, 15 times', async () => {
  for (let round = 0; round < 15; round += 1) {
    const business = await createPayingBusiness(api, 'professional');
    const { token } = business.admin;
    await api.sql(
      `insert into users (business_id, username, password_hash)
       select $1::bigint, 'u-' || $1 || '-' || n, 'none' from generate_series(1, 7) n`,
      [business.id],
    );
    const [change, ...added] = await Promise.all([
      api.call(token, 'POST /api/subscription/change-plan', { body: { planType: 'premium' } }),
      ...Array.from({ length: 3 }, () =>
        api.call(token, 'POST /api/employees', { body: buildEmployeeForm() }),
      ),
    ]);
    const { planType, usage } = await infoOf(token);
    const here = 7 + added.filter(({ status }) => status === 201).length;
    expect(usage?.employees.used).toBe(here);
    // Either the plan came before the ninth employee, or no employee was refused.
    const outcome = change.error?.code ?? planType;
    expect([
      ['premium', 8],
      ['plan_limit_reached', 10],
    ]).toContainEqual([outcome, here]);
    expect(planType).toBe(outcome === 'premium' ? 'premium' : 'professional');
  }
});

test('nor is it while the provider takes its time', async () => {
  const business = await createBusiness(throughStripe, { unpaid: true });
  const { token } = business.admin;
  const body = { businessId: business.id, planType: 'professional' };
  const { clientSecret } = await throughStripe.ok(token, 'POST /api/create-subscription', { body });
  const { id } = stripe.state.pay(clientSecret);
  await throughStripe.ok(token, 'GET /api/subscription/info');
  await throughStripe.sql(
    `insert into users (business_id, username, password_hash)
       select $1::bigint, 's-' || $1 || '-' || n, 'none' from generate_series(1, 8) n`,
    [business.id],
  );
  const release = stripe.holdCalls(({ method, path }) => method === 'POST' && path.endsWith(id));
  const change = throughStripe.call(token, 'POST /api/subscription/change-plan', {
    body: { planType: 'premium' },
  });
  await release.reached;
  const added = await throughStripe.call(token, 'POST /api/employees', { body: buildEmployeeForm() });
  expect(added.error?.code).toBe('plan_limit_reached');
  release.go();
  expect((await change).status).toBe(200);
});

test('events that come while a manager cancels do not undo it [R-21]', async () => {
  const business = await createBusiness(throughStripe, { unpaid: true });
  const { token } = business.admin;
  const body = { businessId: business.id, planType: 'premium' };
  const { clientSecret } = await throughStripe.ok(token, 'POST /api/create-subscription', { body });
  stripe.state.events.length = 0;
  stripe.state.pay(clientSecret);
  await throughStripe.ok(token, 'GET /api/subscription/info');
  const events = stripe.state.events.splice(0);
  const [canceled] = await Promise.all([
    throughStripe.call(token, 'POST /api/subscription/cancel'),
    ...events.map((event) => throughStripe.send(null, signEvent(event))),
  ]);
  expect(canceled.status).toBe(200);
  for (const event of events) await throughStripe.send(null, signEvent(event));
  const after = await throughStripe.ok(token, 'GET /api/subscription/info');
  expect(after.subscription?.cancel_at_period_end).toBe(true);
});

test('of employees who come back or stop being admins at once, as many come in as the plan has places', async () => {
  const business = await createPayingBusiness(api);
  const { token } = business.admin;
  const back: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    const { id } = await createPerson(api, business);
    await api.ok(token, 'PUT /api/users/:id/profile', { params: { id }, body: { status: 'inactive' } });
    back.push(id);
  }
  const admins: number[] = [];
  for (let number = 0; number < 6; number += 1)
    admins.push((await createPerson(api, business, { role: 'admin' })).id);
  const change = (id: number, body: object) =>
    api.call(token, 'PUT /api/users/:id/profile', { params: { id }, body });
  const answers = await Promise.all([
    ...back.map((id) => change(id, { status: 'active' })),
    ...admins.map((id) => change(id, { role: 'employee' })),
  ]);
  expect(countOutcomes(answers)).toEqual({ 200: 8, plan_limit_reached: 4 });
  expect((await infoOf(token)).usage?.employees).toEqual({ used: 8, limit: 8 });
});

test('of clients that are activated and added at once, as many come in as the plan has room for', async () => {
  const business = await createPayingBusiness(api);
  const { token } = business.admin;
  await api.sql(
    `insert into clients (business_id, company_name, contact_name)
     select $1, 'C-' || n, 'Cleo' from generate_series(1, 75) n`,
    [business.id],
  );
  const inactive: number[] = [];
  for (let number = 0; number < 8; number += 1)
    inactive.push((await createClient(api, business, { status: 'inactive' })).id);
  const answers = await Promise.all([
    ...inactive.map((id) =>
      api.call(token, 'PUT /api/clients/:id', { params: { id }, body: { status: 'active' } }),
    ),
    ...Array.from({ length: 4 }, () => api.call(token, 'POST /api/clients', { body: buildClientForm() })),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(5);
  expect(answers.filter(({ error }) => error?.code === 'plan_limit_reached')).toHaveLength(7);
  expect((await infoOf(token)).usage?.clients).toEqual({ used: 80, limit: 80 });
});

test('a call that cannot get the lease in time is refused and changes nothing', async () => {
  const business = await createPayingBusiness(api);
  const { token } = business.admin;
  const before = await infoOf(token);
  // Another node holds the lease and never releases it.
  const held = `update subscriptions set lease_until = now() + interval '1 minute' where business_id = $1`;
  await api.sql(held, [business.id]);
  const audited = await auditOf(api, business.id);
  const { status, error } = await api.call(token, 'POST /api/subscription/cancel');
  expect([status, error?.code]).toEqual([409, 'subscription_busy']);
  expect(await auditOf(api, business.id)).toEqual(audited);
  await api.sql('update subscriptions set lease_until = null where business_id = $1', [business.id]);
  expect((await infoOf(token)).subscription).toEqual(before.subscription);
});
