import type { z } from 'zod';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type {
  businessesContract,
  businessInput,
  businessSettings,
  lockedThroughInput,
  PlanType,
} from '#features/businesses/contract.ts';
import { PLANS } from '#features/businesses/rules.ts';

const businessesApi = client<typeof businessesContract>();

export type Business = AnswerTo<(typeof businessesContract)['GET /api/business']>;

/** The user's business and its settings, which apply without a network too. */
export const businessQuery = () =>
  endpointQuery(businessesApi, 'GET /api/business', { topics: ['business'], keep: (business) => business });

/** How many businesses there are; with none yet, the next one is the free creator. */
export const businessCountQuery = () =>
  endpointQuery(businessesApi, 'GET /api/businesses/count', { topics: ['business-count'] });

/** A business registered from this browser that has no administrator yet. */
export const claimedBusinessQuery = (id: number, claim?: string) =>
  endpointQuery(businessesApi, 'GET /api/businesses/:id', {
    topics: ['business'],
    params: { id },
    query: { claim },
  });

/** Registers a business. */
export const useRegisterBusiness = () =>
  useChange((body: z.input<typeof businessInput>) =>
    businessesApi('POST /api/auth/register-business', { body }),
  );

/** Changes the business settings. */
export const useChangeBusiness = () =>
  useChange((body: z.input<typeof businessSettings>) => businessesApi('PUT /api/business', { body }));

/** Closes the period through a date, or reopens it. */
export const useSetLockedThrough = () =>
  useChange((body: z.input<typeof lockedThroughInput>) =>
    businessesApi('PUT /api/business/locked-through', { body }),
  );

const PENDING_KEY = 'pending_business';

/** A registered business that is not paid for yet. */
export type PendingBusiness = { id: number; planType: PlanType; businessName: string };

/** Stores the unpaid business for as long as the tab is open. */
export function storePending({ id, planType, businessName }: PendingBusiness): void {
  sessionStorage.setItem(PENDING_KEY, JSON.stringify({ id, planType, businessName }));
}

/** The unpaid business, or null. */
export function readPending(): PendingBusiness | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PENDING_KEY) ?? 'null');
    return isPending(stored) ? stored : null;
  } catch {
    // No session storage, or not our value: nothing is pending.
    return null;
  }
}

/** Removes the stored business. */
export function clearPending(): void {
  sessionStorage.removeItem(PENDING_KEY);
}

function isPending(stored: unknown): stored is PendingBusiness {
  const { id, planType, businessName } = (stored ?? {}) as Record<string, unknown>;
  const isPlan = PLANS.some((plan) => plan === planType);
  return Number.isSafeInteger(id) && isPlan && typeof businessName === 'string';
}
