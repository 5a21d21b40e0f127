import { describe, expect, test } from 'vitest';
import { createPayingBusiness } from '#tests/support/factories/payments.ts';
import { createSubscriber, DAY_MS, fromUnixSeconds } from '#tests/support/factories/subscribers.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { refreshSubscriptions } from './actions.ts';
import { addMonths } from './sandbox/periods.ts';

const api = useApi();
const subscriber = setUpEach(() => createSubscriber(api));

describe('renewals', () => {
  test('reading a subscription renews it on the same day of the next month', async () => {
    const before = (await subscriber.info()).subscription;
    await subscriber.travelTo(new Date(fromUnixSeconds(before?.current_period_end).getTime() + DAY_MS));
    const after = (await subscriber.info()).subscription;
    expect(after).toMatchObject({ status: 'active', current_period_start: before?.current_period_end });
    const [row] = await api.sql<{ anchor: Date }>(
      'select anchor from sandbox_subscriptions where business_id = $1',
      [subscriber.id],
    );
    const end = row && addMonths(row.anchor, 2).getTime() / 1000;
    expect(after?.current_period_end).toBe(Math.floor(end ?? 0));
    expect(await subscriber.readOnly()).toBe(false);
  });

  test('the scheduled job renews a subscription', async () => {
    const { current_period_end: end } = (await subscriber.info()).subscription ?? {};
    await refreshSubscriptions(api.server.services, new Date(fromUnixSeconds(end).getTime() + 1000));
    const [row] = await api.sql<{ end: Date }>(
      'select period_end as end from subscriptions where business_id = $1',
      [subscriber.id],
    );
    expect(row?.end.getTime()).toBeGreaterThan(fromUnixSeconds(end).getTime() + 27 * DAY_MS);
  });

  test('the scheduled job adds nothing to the audit log without a change', async () => {
    const rows = () => api.sql('select 1 from audit_log where business_id = $1', [subscriber.id]);
    const before = await rows();
    await refreshSubscriptions(api.server.services, new Date());
    expect(await rows()).toEqual(before);
  });

  test('a declined card makes the business read-only after two weeks, until another card pays', async () => {
    await subscriber.saveCard({ cardNumber: '4000000000000341' });
    const end = fromUnixSeconds((await subscriber.info()).subscription?.current_period_end);
    await subscriber.travelTo(new Date(end.getTime() + DAY_MS));
    expect((await subscriber.info()).subscription?.status).toBe('past_due');
    expect(await subscriber.readOnly()).toBe(false);
    await subscriber.travelTo(new Date(end.getTime() + 15 * DAY_MS));
    expect(await subscriber.readOnly()).toBe(true);
    expectError(await subscriber.saveCard({ cardNumber: '4000000000000341' }), 402, 'card_declined');
    const { body } = await subscriber.saveCard();
    expect(body.subscription?.status).toBe('active');
    expect(await subscriber.readOnly()).toBe(false);
  });

  test('the scheduled job refreshes the others when one business fails', async () => {
    const broken = await createPayingBusiness(api);
    await api.sql('delete from sandbox_subscriptions where business_id = $1', [broken.id]);
    await api.sql(`update businesses set subscription_check_at = '2020-01-01' where id = $1`, [broken.id]);
    const end = fromUnixSeconds((await subscriber.info()).subscription?.current_period_end);
    const later = new Date(end.getTime() + 1000);
    await expect(refreshSubscriptions(api.server.services, later)).rejects.toThrow('does not exist');
    // It moves to the end of the order; otherwise hundreds like it would block all others.
    const due = await api.sql('select 1 from businesses where id = $1 and subscription_check_at <= $2', [
      broken.id,
      later.toISOString(),
    ]);
    expect(due).toEqual([]);
    await api.sql('update businesses set subscription_check_at = null where id = $1', [broken.id]);
    const [row] = await api.sql<{ end: Date }>(
      'select period_end as end from subscriptions where business_id = $1',
      [subscriber.id],
    );
    expect(row?.end.getTime()).toBeGreaterThan(later.getTime());
  });
});

test('a sandbox subscription ends with its period once Stripe takes the payments', async () => {
  const { settings } = api.server.services;
  const stripe = { secretKey: 'sk', publishableKey: 'pk', webhookSecret: 'wh', apiBase: null };
  const services = { ...api.server.services, settings: { ...settings, payments: 'stripe' as const, stripe } };
  const end = fromUnixSeconds((await subscriber.info()).subscription?.current_period_end);
  await refreshSubscriptions(services, new Date(end.getTime() + 1000));
  expect((await api.ok(subscriber.token, 'GET /api/business')).subscriptionStatus).toBe('canceled');
});
