import { queryOptions } from '@tanstack/react-query';
import type { PlanType } from '#features/businesses/contract.ts';
import type { AnswerTo, RequestTo } from '#platform/web/api.ts';
import { client } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { subscriptionContract } from '#features/subscription/contract.ts';

type Endpoints = typeof subscriptionContract;

const api = client<Endpoints>();

/** What the business pays for, how far it uses it, and what may be done about it. */
export type SubscriptionInfo = AnswerTo<Endpoints['GET /api/subscription/info']>;
export type Subscription = NonNullable<SubscriptionInfo['subscription']>;

/** A test card as it is sent. */
export type TestCard = RequestTo<Endpoints['POST /api/payments/sandbox/card']>['body'];

/** A business that a subscription is begun for. */
export type Purchase = { businessId: number; planType: PlanType };

const TOPICS = ['subscription', 'business'] as const;

/** Who takes payments here. */
export const configQuery = () => endpointQuery(api, 'GET /api/config', { topics: ['config'] });

/** The own business's subscription. */
export const subscriptionQuery = () =>
  endpointQuery(api, 'GET /api/subscription/info', { topics: [...TOPICS, 'people', 'clients'] });

/** The secret with which a payment is confirmed; asked for anew each time somebody comes to pay. */
export const checkoutQuery = (purchase: Purchase) =>
  queryOptions({
    queryKey: ['checkout', purchase] as const,
    queryFn: ({ signal }) => api('POST /api/create-subscription', { body: purchase, signal }),
    gcTime: 0,
  });

export const usePayWithTestCard = () =>
  useChange(
    (body: TestCard & { clientSecret: string }) => api('POST /api/payments/sandbox/confirm', { body }),
    TOPICS,
  );

export const useSaveTestCard = () =>
  useChange((body: TestCard) => api('POST /api/payments/sandbox/card', { body }), TOPICS);

export const useCancel = () => useChange(() => api('POST /api/subscription/cancel'), TOPICS);

export const useReactivate = () => useChange(() => api('POST /api/subscription/reactivate'), TOPICS);

export const usePaymentPage = () => useChange(() => api('POST /api/subscription/update-payment-method'), []);

export const useChangePlan = () =>
  useChange(
    (planType: PlanType) => api('POST /api/subscription/change-plan', { body: { planType } }),
    TOPICS,
  );
