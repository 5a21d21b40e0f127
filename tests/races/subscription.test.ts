/** Concurrent payments, cancellations, plan changes and additions. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, buildClientForm } from '#tests/support/factories/clients.ts';
import { openPayment, createPayingBusiness, payWithCard } from '#tests/support/factories/payments.ts';
import { createPerson, buildEmployeeForm } from '#tests/support/factories/people.ts';
import { signEvent, startStripeServer, type FakeStripeServer } from '#tests/support/fakes/stripeServer.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';
import { countOutcomes, repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';

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

const listAuditRows = (from: Api, businessId: number) =>
  from.sql<{ action: string }>(
    `select action from audit_log where business_id = $1 and object = 'subscription' order by seq`,
    [businessId],
  );
const readSubscription = (token: string) => api.ok(token, 'GET /api/subscription/info');

test('ten concurrent requests create one subscription and get the same client secret', async () => {
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

test('ten concurrent confirmations of a payment pay one period', async () => {
  const business = await createBusiness(api, { unpaid: true });
  const secret = await openPayment(api, business);
  const answers = await repeatConcurrently(10, () => payWithCard(api, secret));
  expect(countOutcomes(answers)).toEqual({ 200: 10 });
  expect((await listAuditRows(api, business.id)).map(({ action }) => action)).toEqual(['began', 'changed']);
  const [row] = await api.sql(
    `select count(*) as subscriptions, max(periods_over) as over from sandbox_subscriptions where business_id = $1`,
    [business.id],
  );
  expect(row).toEqual({ subscriptions: 1, over: 0 });
});

test('after concurrent cancellations and reactivations the subscription has the state of the last one', async () => {
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
  const done = (await listAuditRows(api, id)).map(({ action }) => action).slice(2);
  expect(done.length).toBe(answers.filter(({ status }) => status === 200).length);
  // Each started from the state that the one before had left.
  expect(done).toEqual(done.map((_, index) => (index % 2 === 0 ? 'canceled' : 'reactivated')));
  const [states] = await api.sql<{ product: boolean; provider: boolean }>(
    `select s.cancel_at_period_end as product, p.cancel_at_period_end as provider
     from subscriptions s join sandbox_subscriptions p on p.business_id = s.business_id where s.business_id = $1`,
    [id],
  );
  const canceling = done.at(-1) === 'canceled';
  expect(states).toEqual({ product: canceling, provider: canceling });
});

test('a plan change and concurrent additions never exceed the new plan, 15 times', async () => {
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
    const { planType, usage } = await readSubscription(token);
    const here = 7 + added.filter(({ status }) => status === 201).length;
    expect(usage?.employees.used).toBe(here);
    // Either the plan changed before the ninth employee was added, or no addition was refused.
    const outcome = change.error?.code ?? planType;
    expect([
      ['premium', 8],
      ['plan_limit_reached', 10],
    ]).toContainEqual([outcome, here]);
    expect(planType).toBe(outcome === 'premium' ? 'premium' : 'professional');
  }
});

test('an addition during a slow plan change answers 409', async () => {
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

test('Stripe events that arrive during a cancellation do not undo it [R-21]', async () => {
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

test('of employees activated and admins demoted at once as many succeed as the plan allows', async () => {
  const business = await createPayingBusiness(api);
  const { token } = business.admin;
  const change = (id: number, body: object) =>
    api.call(token, 'PUT /api/users/:id/profile', { params: { id }, body });
  const people = await repeatConcurrently(6, () => createPerson(api, business));
  for (const { id } of people) await change(id, { status: 'inactive' });
  const admins = await repeatConcurrently(6, () => createPerson(api, business, { role: 'admin' }));
  const answers = await Promise.all([
    ...people.map(({ id }) => change(id, { status: 'active' })),
    ...admins.map(({ id }) => change(id, { role: 'employee' })),
  ]);
  expect(countOutcomes(answers)).toEqual({ 200: 8, plan_limit_reached: 4 });
  expect((await readSubscription(token)).usage?.employees).toEqual({ used: 8, limit: 8 });
});

test('of clients activated and added at once as many succeed as the plan allows', async () => {
  const business = await createPayingBusiness(api);
  const { token } = business.admin;
  await api.sql(
    `insert into clients (business_id, company_name, contact_name)
     select $1, 'C-' || n, 'Cleo' from generate_series(1, 75) n`,
    [business.id],
  );
  const inactive = await repeatConcurrently(8, () => createClient(api, business, { status: 'inactive' }));
  const answers = await repeatConcurrently(12, (index) => {
    const id = inactive[index]?.id;
    if (id === undefined) return api.call(token, 'POST /api/clients', { body: buildClientForm() });
    return api.call(token, 'PUT /api/clients/:id', { params: { id }, body: { status: 'active' } });
  });
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(5);
  expect(countOutcomes(answers)).toMatchObject({ plan_limit_reached: 7 });
  expect((await readSubscription(token)).usage?.clients).toEqual({ used: 80, limit: 80 });
});

test.runIf(process.env['TESTS'] === 'all')(
  'a call that does not get the lease in time answers 409 and changes nothing',
  async () => {
    const business = await createPayingBusiness(api);
    const { token } = business.admin;
    const before = await readSubscription(token);
    // Another node holds the lease and never releases it.
    const hold = `update subscriptions set lease_until = now() + interval '1 minute' where business_id = $1`;
    await api.sql(hold, [business.id]);
    const audited = await listAuditRows(api, business.id);
    expectError(await api.call(token, 'POST /api/subscription/cancel'), 409, 'subscription_busy');
    expect(await listAuditRows(api, business.id)).toEqual(audited);
    await api.sql('update subscriptions set lease_until = null where business_id = $1', [business.id]);
    expect((await readSubscription(token)).subscription).toEqual(before.subscription);
  },
);
