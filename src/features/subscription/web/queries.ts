import { queryOptions, useMutation } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import type { subscriptionContract } from '#features/subscription/contract.ts';

type Endpoints = typeof subscriptionContract;

const api = client<Endpoints>();

/** The subscription, its usage, and what the user may do. */
export type SubscriptionInfo = AnswerTo<Endpoints['GET /api/subscription/info']>;
export type Subscription = NonNullable<SubscriptionInfo['subscription']>;

/** A test card as sent to the server. */
export type TestCard = RequestTo<Endpoints['POST /api/payments/sandbox/card']>['body'];

/** The business to start a subscription for. */
export type Purchase = { businessId: number; planType: PlanType };

const TOPICS = ['subscription', 'business'] as const;

/** The payment provider of this server. */
export const configQuery = () => endpointQuery(api, 'GET /api/config', { topics: ['config'] });

/** The subscription of the user's business. */
export const subscriptionQuery = () =>
  endpointQuery(api, 'GET /api/subscription/info', { topics: [...TOPICS, 'people', 'clients'] });

/** The client secret that confirms a payment; never cached, and never refetched because it has no topics. */
export const checkoutQuery = (purchase: Purchase) =>
  queryOptions({
    queryKey: ['checkout', purchase] as const,
    queryFn: ({ signal }) => api('POST /api/create-subscription', { body: purchase, signal }),
    gcTime: 0,
  });

export const usePayWithTestCard = () =>
  useChange((body: TestCard & { clientSecret: string }) =>
    api('POST /api/payments/sandbox/confirm', { body }),
  );

export const useSaveTestCard = () =>
  useChange((body: TestCard) => api('POST /api/payments/sandbox/card', { body }));

export const useCancel = () => useChange(() => api('POST /api/subscription/cancel'));

export const useReactivate = () => useChange(() => api('POST /api/subscription/reactivate'));

export const usePaymentPage = () =>
  useMutation({ mutationFn: () => api('POST /api/subscription/update-payment-method') });

export const useChangePlan = () =>
  useChange((planType: PlanType) => api('POST /api/subscription/change-plan', { body: { planType } }));
