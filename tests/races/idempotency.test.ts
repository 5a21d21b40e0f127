/** The same idempotency key at the same moment, over connections of their own, on a real PostgreSQL server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { startParallelClients } from '#tests/support/helpers/parallelClients.ts';
import type { ParallelClients } from '#tests/support/helpers/parallelClients.ts';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

const api = useApi();
let callers: ParallelClients;
beforeAll(async () => {
  callers = await startParallelClients(api, 10);
});
afterAll(async () => {
  callers.end();
});

const withKey = (key: string) => ({ 'idempotency-key': key });

test('the same key 10 times at once adds one person and gives ten equal answers, 5 times [10.1.36]', async () => {
  const { id, admin } = await createBusiness(api);
  for (let round = 1; round <= 5; round += 1) {
    const body = buildEmployeeForm();
    const headers = withKey(uniqueName('key'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => callers.call(admin.token, 'POST /api/employees', { body, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(9);
    const people = await api.sql(`select id from users where business_id = $1 and role <> 'admin'`, [id]);
    expect(people).toHaveLength(round);
    const events = await api.sql(
      `select seq from audit_log where business_id = $1 and action = 'added' and object_id = $2`,
      [id, answers[0]?.body.id],
    );
    expect(events).toHaveLength(1);
  }
});

test('the same key with another body answers 409 and adds no employee [10.1.37]', async () => {
  const { id, admin } = await createBusiness(api);
  const headers = withKey(uniqueName('key'));
  await api.ok(admin.token, 'POST /api/employees', { body: buildEmployeeForm(), headers });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      callers.call(admin.token, 'POST /api/employees', { body: buildEmployeeForm(), headers }),
    ),
  );
  for (const { status, error } of answers)
    expect([status, error?.code]).toEqual([409, 'idempotency_key_reused']);
  expect(await api.sql(`select id from users where business_id = $1 and role <> 'admin'`, [id])).toHaveLength(
    1,
  );
});

test('a refused first attempt leaves the key free', async () => {
  const { admin } = await createBusiness(api);
  const headers = withKey(uniqueName('key'));
  const taken = buildEmployeeForm({ username: admin.username });
  const refused = await api.call(admin.token, 'POST /api/employees', { body: taken, headers });
  expect([refused.status, refused.error?.code]).toEqual([409, 'username_taken']);
  const body = { ...taken, username: uniqueName('free') };
  expect((await api.call(admin.token, 'POST /api/employees', { body, headers })).status).toBe(201);
});
