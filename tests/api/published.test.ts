/** Every write endpoint notifies the open pages of its actor, which refetch the lists that changed. */

import { expect, test } from 'vitest';
import type { DataChange } from '#platform/server/events.ts';
import { WRITES } from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { listPreparations, sendWrite } from '#tests/support/factories/writePreparations.ts';
import { useApi } from '#tests/support/helpers/api.ts';

/** No list shows their result. */
const NOT_PUBLISHED = [
  'POST /api/clients/:id/verify-code',
  'POST /api/auth/totp/setup',
  'POST /api/subscription/update-payment-method',
];

const api = useApi({ RATE_LIMITS: 'off' });

test(
  'each write publishes a change of its actor, except those that no list shows',
  { timeout: 60_000 },
  async () => {
    const seeded = await createSeededBusiness(api);
    const preparations = listPreparations(api, seeded);
    const changes: DataChange[] = [];
    api.server.services.events.onPublish((change) => changes.push(change));
    const silent: string[] = [];
    for (const { name, endpoint } of WRITES) {
      const prepared = (await preparations[name]?.()) ?? {};
      changes.length = 0;
      const { by, error } = await sendWrite(api, seeded, { name, endpoint, prepared });
      expect([name, error]).toEqual([name, null]);
      if (!changes.some(({ actorId }) => actorId === by.id)) silent.push(name);
    }
    expect(silent.toSorted()).toEqual(NOT_PUBLISHED.toSorted());
  },
);
