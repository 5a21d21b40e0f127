/** Rates that change while a note is submitted and approved. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createApprovedNote } from '#tests/support/factories/invoices.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const RATES = [{ from: null, unitRate: '21.50' }];

const scenario = setUpEach(async () => {
  const one = await createReviewScenario(api);
  const { token } = one.manager;
  const services = await api.ok(token, 'GET /api/business-services');
  const serviceId = services.find(({ key }) => key === 'sustaining')?.id ?? 0;
  const authorization = await createAuthorization(api, one.business, {
    clientId: one.clientId,
    category: 'sustaining',
    unitsAuthorized: 500,
    unitRate: '20.00',
  });
  const change = {
    service: () =>
      api.call(token, 'PUT /api/business-services/:id', {
        params: { id: serviceId },
        body: { rates: RATES },
      }),
    authorization: () =>
      api.call(token, 'PUT /api/services/:id', { params: { id: authorization.id }, body: { rates: RATES } }),
  };
  return { ...one, authorization, change };
});

test.each(['service', 'authorization'] as const)(
  'a note that is submitted and approved while the rates of its %s change has the new rate [15.rates.5]',
  async (kind) => {
    const { manager, clientId, authorization, change } = scenario;
    if (kind === 'service')
      await api.ok(manager.token, 'PUT /api/services/:id', {
        params: { id: authorization.id },
        body: { rates: [] },
      });
    const approve = (day: number) =>
      createApprovedNote(api, scenario, { clientId, workDate: `2026-03-0${day}` });
    const { id } = await approve(2);
    const release = await holdLock(api, 'select from notes where id = $1 for update', [id]);
    const changed = change[kind]();
    await waitForLocks(api, 1);
    const approved = approve(3);
    await Promise.race([approved, waitForLocks(api, 2)]);
    await release();
    expect((await changed).status).toBe(200);
    const { id: lateId } = await approved;
    const notes = await api.sql('select unit_rate as rate from notes where id = any($1) order by id', [
      [id, lateId],
    ]);
    expect(notes).toEqual([{ rate: '21.50' }, { rate: '21.50' }]);
    await expectInvariants(api);
  },
);
