/** Concurrent requests with the same idempotency key, each over its own connection. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { startParallelClients, type ParallelClients } from '#tests/support/helpers/parallelClients.ts';

const api = useApi();
let callers: ParallelClients;
beforeAll(async () => {
  callers = await startParallelClients(api, 10);
});
afterAll(async () => {
  callers.end();
});

const withKey = (key: string) => ({ 'idempotency-key': key });

test('ten concurrent requests with one key add one person and get equal responses, 5 times [10.1.36]', async () => {
  const { id, admin } = await createBusiness(api);
  for (let round = 1; round <= 5; round += 1) {
    const body = buildEmployeeForm();
    const headers = withKey(uniqueName('key'));
    const answers = await repeatConcurrently(10, () =>
      callers.call(admin.token, 'POST /api/employees', { body, headers }),
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

test('another body with the same key answers 409 and adds no employee [10.1.37]', async () => {
  const { id, admin } = await createBusiness(api);
  const headers = withKey(uniqueName('key'));
  await api.ok(admin.token, 'POST /api/employees', { body: buildEmployeeForm(), headers });
  const answers = await repeatConcurrently(10, () =>
    callers.call(admin.token, 'POST /api/employees', { body: buildEmployeeForm(), headers }),
  );
  for (const answer of answers) expectError(answer, 409, 'idempotency_key_reused');
  expect(await api.sql(`select id from users where business_id = $1 and role <> 'admin'`, [id])).toHaveLength(
    1,
  );
});

test('a key can be used again after a refused request', async () => {
  const { admin } = await createBusiness(api);
  const headers = withKey(uniqueName('key'));
  const duplicate = buildEmployeeForm({ username: admin.username });
  expectError(
    await api.call(admin.token, 'POST /api/employees', { body: duplicate, headers }),
    409,
    'username_taken',
  );
  const body = { ...duplicate, username: uniqueName('free') };
  expect((await api.call(admin.token, 'POST /api/employees', { body, headers })).status).toBe(201);
});
