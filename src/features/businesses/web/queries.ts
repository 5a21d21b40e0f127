import type { z } from 'zod';
import { client } from '#platform/web/api.ts';
import type { AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type {
  businessesContract,
  businessInput,
  businessSettings,
  PlanType,
} from '#features/businesses/contract.ts';

const businessesApi = client<typeof businessesContract>();

export type Business = AnswerTo<(typeof businessesContract)['GET /api/business']>;

/** The own business and its settings. */
export const businessQuery = () =>
  endpointQuery(businessesApi, 'GET /api/business', { topics: ['business'] });

/** How many businesses there are; with none yet, the next one is the free creator. */
export const businessCountQuery = () =>
  endpointQuery(businessesApi, 'GET /api/businesses/count', { topics: ['business-count'] });

/** A business that was registered from this browser and waits for its administrator. */
export const claimedBusinessQuery = (id: number, claim?: string) =>
  endpointQuery(businessesApi, 'GET /api/businesses/:id', {
    topics: ['business'],
    params: { id },
    query: { claim },
  });

/** Registers a business. */
export const useRegisterBusiness = () =>
  useChange(
    (body: z.input<typeof businessInput>) => businessesApi('POST /api/auth/register-business', { body }),
    ['business-count'],
  );

/** Changes the settings of the own business. */
export const useChangeBusiness = () =>
  useChange(
    (body: z.input<typeof businessSettings>) => businessesApi('PUT /api/business', { body }),
    ['business'],
  );

const PENDING_KEY = 'pending_business';

/** A registered business that waits for its payment. */
export type PendingBusiness = { id: number; planType: PlanType; businessName: string };

/** Keeps what is to be paid for, as long as the tab is open. */
export function keepPending({ id, planType, businessName }: PendingBusiness): void {
  sessionStorage.setItem(PENDING_KEY, JSON.stringify({ id, planType, businessName }));
}

/** What is to be paid for, or null. */
export function readPending(): PendingBusiness | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PENDING_KEY) ?? 'null');
    return isPending(kept) ? kept : null;
  } catch {
    // Forbidden storage or a text of another making: nothing is pending.
    return null;
  }
}

/** Forgets it: it is paid for. */
export function clearPending(): void {
  sessionStorage.removeItem(PENDING_KEY);
}

function isPending(kept: unknown): kept is PendingBusiness {
  const { id, planType, businessName } = (kept ?? {}) as Record<string, unknown>;
  const isPlan = planType === 'premium' || planType === 'professional';
  return Number.isSafeInteger(id) && isPlan && typeof businessName === 'string';
}
