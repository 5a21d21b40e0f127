/** Businesses that pay through the sandbox. */

import type { ApiResponse, Api } from '#tests/support/helpers/api.ts';
import { createBusiness, type BusinessOptions, type TestBusiness } from './businesses.ts';

/** A test card that is always accepted. */
export const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

type PlanType = 'premium' | 'professional';

/** Begins a subscription. @returns what opens the payment */
export async function openPayment(
  api: Api,
  business: Pick<TestBusiness, 'id' | 'admin'>,
  planType: PlanType = 'premium',
): Promise<string> {
  const body = { businessId: business.id, planType };
  const { clientSecret } = await api.ok(business.admin.token, 'POST /api/create-subscription', { body });
  return clientSecret;
}

/** Pays with a test card, by default one that is accepted. */
export const payWithCard = (
  api: Api,
  clientSecret: string,
  card: object = {},
): Promise<ApiResponse<unknown>> =>
  api.call(null, 'POST /api/payments/sandbox/confirm', { body: { clientSecret, ...CARD, ...card } });

/** A business with a subscription that it has paid for. */
export async function createPayingBusiness(
  api: Api,
  planType: PlanType = 'premium',
  options: BusinessOptions = {},
): Promise<TestBusiness> {
  const business = await createBusiness(api, { ...options, unpaid: true });
  const { status } = await payWithCard(api, await openPayment(api, business, planType));
  if (status !== 200) throw new Error(`The payment answered ${status}`);
  return business;
}
