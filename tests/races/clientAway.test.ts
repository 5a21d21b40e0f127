/**
 * A note is submitted while its client is archived, made inactive or unassigned. Holding a row that one of the two
 * requests locks late makes them overlap.
 */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';

const api = useApi();

/** @param by a manager needs no assignment, whose row would be locked too */
async function createScenario(by: 'author' | 'manager') {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const { token } = business.admin;
  const [assignment] = await api.ok(token, 'GET /api/client-assignments');
  const params = { id: client.id };
  const removals: Record<string, () => Promise<ApiResponse<unknown>>> = {
    archived: () => api.call(token, 'DELETE /api/clients/:id', { params }),
    'made inactive': () => api.call(token, 'PUT /api/clients/:id', { params, body: { status: 'inactive' } }),
    'unassigned from its author': () =>
      api.call(token, 'DELETE /api/client-assignments/:id', { params: { id: assignment?.id ?? 0 } }),
  };
  const submit = () =>
    api.call(by === 'author' ? author.token : token, 'POST /api/notes', { body: buildNoteForm(client.id) });
  const log = () =>
    api.sql<{ action: string }>(
      `select action from audit_log where business_id = $1 and seq > $2 order by seq`,
      [business.id, seq],
    );
  const [head] = await api.sql<{ seq: number }>('select seq from audit_heads where business_id = $1', [
    business.id,
  ]);
  const seq = head?.seq;
  return { business, client, removals, submit, log };
}

const cases = [
  ['archived', 'author', 'archived', 409],
  ['archived', 'manager', 'archived', 409],
  ['made inactive', 'manager', 'changed', 409],
  ['unassigned from its author', 'author', 'ended', 403],
] as const;

test.each(cases)(
  'a client that is %s during a note of the %s waits for the note',
  async (how, by, action) => {
    const { business, client, removals, submit, log } = await createScenario(by);
    const release = await holdLock(
      api,
      'select from client_units where business_id = $1 and client_id = $2 for update',
      [business.id, client.id],
    );
    const submitted = submit();
    await waitForLocks(api, 1);
    const removal = removals[how]?.();
    await Promise.race([removal, waitForLocks(api, 2)]);
    await release();
    expect((await submitted).status).toBe(201);
    expect((await removal)?.status).toBeLessThan(300);
    expect(await log()).toEqual([{ action: 'submitted' }, { action }]);
  },
);

test.each(cases)('a client that is %s first refuses the note of the %s', async (how, by, action, status) => {
  const { business, removals, submit, log } = await createScenario(by);
  const release = await holdLock(api, 'select from audit_heads where business_id = $1 for update', [
    business.id,
  ]);
  const removal = removals[how]?.();
  await waitForLocks(api, 1);
  const submitted = submit();
  await waitForLocks(api, 2);
  await release();
  expect((await removal)?.status).toBeLessThan(300);
  expect((await submitted).status).toBe(status);
  expect(await log()).toEqual([{ action }]);
});
