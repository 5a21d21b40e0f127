/**
 * A note that is submitted in the very moment in which its client goes away, on a real PostgreSQL server. The
 * moment is made by holding a row that one of the two needs late.
 */
import { expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import type { ApiResponse } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';

const api = useApi();

/** @param by a manager needs no assignment, whose row would be held too */
async function aMoment(by: 'author' | 'manager') {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const { token } = business.admin;
  const [assignment] = await api.ok(token, 'GET /api/client-assignments');
  const params = { id: client.id };
  const away: Record<string, () => Promise<ApiResponse<unknown>>> = {
    archived: () => api.call(token, 'DELETE /api/clients/:id', { params }),
    'made inactive': () => api.call(token, 'PUT /api/clients/:id', { params, body: { status: 'inactive' } }),
    'taken from its author': () =>
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
  return { business, client, away, submit, log };
}

const cases = [
  ['archived', 'author', 'archived', 409],
  ['archived', 'manager', 'archived', 409],
  ['made inactive', 'manager', 'changed', 409],
  ['taken from its author', 'author', 'ended', 403],
] as const;

test.each(cases)(
  'a client that is %s waits for the note of the %s that was first',
  async (how, by, action) => {
    const { business, client, away, submit, log } = await aMoment(by);
    const release = await holdLock(
      api,
      'select from client_units where business_id = $1 and client_id = $2 for update',
      [business.id, client.id],
    );
    const submitted = submit();
    await waitForLocks(api, 1);
    const gone = away[how]?.();
    await Promise.race([gone, waitForLocks(api, 2)]);
    await release();
    expect((await submitted).status).toBe(201);
    expect((await gone)?.status).toBeLessThan(300);
    expect(await log()).toEqual([{ action: 'submitted' }, { action }]);
  },
);

test.each(cases)('a client that is %s first takes no note of the %s', async (how, by, action, status) => {
  const { business, away, submit, log } = await aMoment(by);
  const release = await holdLock(api, 'select from audit_heads where business_id = $1 for update', [
    business.id,
  ]);
  const gone = away[how]?.();
  await waitForLocks(api, 1);
  const submitted = submit();
  await waitForLocks(api, 2);
  await release();
  expect((await gone)?.status).toBeLessThan(300);
  expect((await submitted).status).toBe(status);
  expect(await log()).toEqual([{ action }]);
});
