/** An active subscription for tests, read and changed by the business's admin at any time. */

import { vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { createPayingBusiness, CARD } from './payments.ts';
import { startSession } from './people.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The time that a subscription returns in Unix seconds. */
export const fromUnixSeconds = (seconds = 0) => new Date(seconds * 1000);

/** A business that pays for Premium through the sandbox; calls are its admin's by default. */
export async function createSubscriber(api: Api) {
  const business = await createPayingBusiness(api);
  let { token } = business.admin;
  return {
    id: business.id,
    /** With the current session: each `travelTo` starts another. */
    get admin() {
      return { ...business.admin, token };
    },
    get token() {
      return token;
    },
    info: (who = token) => api.ok(who, 'GET /api/subscription/info'),
    act: (action: 'cancel' | 'reactivate', who = token) => api.call(who, `POST /api/subscription/${action}`),
    changePlan: (planType: string) =>
      api.call(token, 'POST /api/subscription/change-plan', { body: { planType } }),
    saveCard: (card: object = {}) =>
      api.call(token, 'POST /api/payments/sandbox/card', { body: { ...CARD, ...card } }),
    readOnly: async () => (await api.ok(token, 'GET /api/business')).readOnly,
    /** Moves the server's clock until the test ends; the admin signs in again. */
    async travelTo(to: Date): Promise<void> {
      vi.spyOn(clock, 'now').mockImplementation(() => new Date(to));
      token = await startSession(api, business.admin);
    },
  };
}
