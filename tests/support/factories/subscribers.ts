/** A subscription that runs, for tests: looked at and changed by the business's admin, whatever the clock says. */
import { vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { createPayingBusiness, CARD } from './payments.ts';
import { startSession } from './people.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The moment that a subscription tells in Unix seconds. */
export const fromUnixSeconds = (seconds = 0) => new Date(seconds * 1000);

export type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

/** A business that pays for Premium through the sandbox; calls are its admin's unless said. */
export async function createSubscriber(api: Api) {
  const business = await createPayingBusiness(api);
  let { token } = business.admin;
  return {
    id: business.id,
    /** With the session of now: each journey in time begins another. */
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
    /** Moves the server's clock until the test ends; whoever was signed in signs in again. */
    async travelTo(to: Date): Promise<void> {
      vi.spyOn(clock, 'now').mockImplementation(() => new Date(to));
      token = await startSession(api, business.admin);
    },
  };
}
