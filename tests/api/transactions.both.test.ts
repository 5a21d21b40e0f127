/** Transactions of a business, as features use them. */

import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordAudit } from '#platform/server/audit/record.ts';
import { getSqlState } from '#platform/server/database/sqlState.ts';
import { POOL_SIZE } from '#platform/server/database/statementNames.ts';
import { claimKey } from '#platform/server/idempotency.ts';
import {
  queryDirectory,
  readInBusiness,
  writeInBusiness,
  writeInDirectory,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { useApi } from '#tests/support/helpers/api.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'test.tried': null;
  }
}

const api = useApi();
let businessId: number;
beforeAll(async () => {
  businessId = (await createBusiness(api)).id;
});

const scope = () => ({ services: api.server.services, businessId, now: new Date(), ip: '127.0.0.1' });
const fail = (tx: BusinessTransaction) => tx.execute<{ never: number }>(sql`select 1 / 0 as never`);
/** The same through several functions, so that the error arrives some microtasks later. */
const failDeep = async (tx: BusinessTransaction) => {
  const inner = async () => {
    const innermost = async () => (await fail(tx)).rows;
    return await innermost();
  };
  return [...(await inner())];
};

const nameOf = (tx: BusinessTransaction) =>
  tx.execute<{ name: string }>(sql`select name from businesses where id = ${businessId}`);

const blockFor = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test.each([
  ['a write', writeInBusiness],
  ['a read', readInBusiness],
])(
  '%s with statements of one tick rejects with the error of the failed one, not of those after it',
  async (_, run) => {
    const error: unknown = await run(scope(), (tx) => {
      const together = Promise.all([
        failDeep(tx),
        ...[1, 2, 3].map((one) => tx.execute(sql`select ${one}::int`).execute()),
      ]);
      // All results have arrived when the event loop continues, as under load.
      queueMicrotask(() => queueMicrotask(() => blockFor(100)));
      return together;
    }).catch((thrown: unknown) => thrown);
    expect(getSqlState(error)).toBe('22012');
  },
);

test.each([
  ['a write', writeInBusiness],
  ['a read', readInBusiness],
])('%s refuses statements after its callback has rejected', async (_, run) => {
  let late: unknown;
  const sent = Promise.withResolvers<void>();
  const sendMore = async (tx: BusinessTransaction) => {
    await nameOf(tx);
    late = await nameOf(tx).catch((error: Error) => error.cause);
    sent.resolve();
  };
  const done = run(scope(), (tx) => Promise.all([Promise.reject(new Error('Refused')), sendMore(tx)]));
  await expect(done).rejects.toThrow('Refused');
  await sent.promise;
  expect(late).toEqual(new Error('A statement after the end of its transaction'));
});

test('a write that catches the error of a statement is rolled back [R-16]', async () => {
  const change = sql`update businesses set description = 'half done' where id = ${businessId}`;
  const done = writeInBusiness(scope(), async (tx) => {
    await tx.execute(change);
    await fail(tx).catch(() => undefined);
  });
  await expect(done).rejects.toThrow('The error of a failed statement was ignored');
  const [row] = await api.sql('select description from businesses where id = $1', [businessId]);
  expect(row?.['description']).not.toBe('half done');
});

describe('inTenant', () => {
  test('is the condition on the tenant of the transaction', async () => {
    const query = await readInBusiness(scope(), async (tx) =>
      tx.select({ id: users.id }).from(users).where(tx.inTenant(users)).toSQL(),
    );
    expect(query.sql).toMatch(/where "users"\."business_id" = \$1$/);
    expect(query.params).toEqual([businessId]);
  });

  test('throws in a transaction without a tenant', async () => {
    const read = writeInDirectory(api.server.services, async (tx) => tx.inTenant(users));
    await expect(read).rejects.toThrow('The transaction has no tenant');
  });
});

describe('statements before the commit', () => {
  const event = { type: 'test.tried' } as const;

  test('roll back the whole write when they fail', async () => {
    const { id } = await createBusiness(api);
    await api.sql('delete from audit_heads where business_id = $1', [id]);
    const without = { ...scope(), businessId: id };
    const done = writeInBusiness(without, async (tx) => {
      await tx.execute(sql`update businesses set description = 'no trace' where id = ${id}`);
      recordAudit(tx, without, event);
    });
    expect(getSqlState(await done.catch((error: unknown) => error))).toBe('23502');
    const [row] = await api.sql('select description from businesses where id = $1', [id]);
    expect(row?.['description']).not.toBe('no trace');
  });

  test('are refused in a read', async () => {
    const done = readInBusiness(scope(), async (tx) => recordAudit(tx, scope(), event));
    await expect(done).rejects.toThrow('Statements before the commit need an open write');
  });

  test('are refused after the end, and do not reach the next write', async () => {
    const late = Promise.withResolvers<unknown>();
    const later = async (tx: BusinessTransaction) => {
      await late.promise;
      recordAudit(tx, scope(), event);
    };
    let recording: Promise<void> | undefined;
    const done = writeInBusiness(scope(), (tx) => {
      recording = later(tx);
      return Promise.reject(new Error('Refused'));
    });
    await expect(done).rejects.toThrow('Refused');
    const rows = () => api.sql('select seq from audit_log where business_id = $1', [businessId]);
    const before = await rows();
    await writeInBusiness(scope(), async () => {
      late.resolve(null);
      await expect(recording).rejects.toThrow('Statements before the commit need an open write');
    });
    expect(await rows()).toEqual(before);
  });

  test('run in the order of their locks, not of the calls', async () => {
    const steps: string[] = [];
    await writeInBusiness(scope(), async (tx) => {
      for (const step of ['audit chain', 'note counts', 'mail counts', 'note counts'] as const)
        tx.beforeCommit(step, async () => steps.push(step));
    });
    expect(steps).toEqual(['note counts', 'note counts', 'mail counts', 'audit chain']);
  });
});

describe('a read', () => {
  test('leaves no tenant on the connection', async () => {
    const inside = await readInBusiness(scope(), (tx) =>
      tx.execute<{ pid: number }>(
        sql`select pg_backend_pid() as pid from businesses where id = ${businessId}`,
      ),
    );
    // As many as connections, so that the one of the read is among them.
    const outside = () =>
      queryDirectory(api.server.services).execute<{ pid: number; business: string | null }>(
        sql`select pg_backend_pid() as pid, nullif(current_setting('app.business_id', true), '') as business
          from pg_sleep(0.05)`,
      );
    const all = (await Promise.all(Array.from({ length: POOL_SIZE }, outside))).flatMap(({ rows }) => rows);
    expect(all.map(({ business }) => business)).toEqual(Array(POOL_SIZE).fill(null));
    expect(all.map(({ pid }) => pid)).toContain(inside.rows[0]?.pid);
  });
});

describe('statements of one tick', () => {
  type Numbers = { one: number; two: string };
  const number = (n: number) => sql`select ${n}::int as one, ${'x'}::text as two`;

  test('return their own rows from the query builder and from raw SQL, the first time and later', async () => {
    for (let times = 0; times < 3; times += 1) {
      const [first, second, lists, objects] = await readInBusiness(scope(), (tx) => {
        const { id, name } = businesses;
        const own = tx.select({ name, id }).from(businesses).where(eq(id, businessId));
        const [head = '', tail = ''] = own.toSQL().sql.split('$1');
        // The same text as the query builder's, which reads rows as arrays.
        const raw = tx.execute<{ id: number; name: string }>(
          sql`${sql.raw(head)}${businessId}${sql.raw(tail)}`,
        );
        return Promise.all([tx.execute<Numbers>(number(1)), tx.execute<Numbers>(number(2)), own, raw]);
      });
      expect([...first.rows, ...second.rows]).toEqual([
        { one: 1, two: 'x' },
        { one: 2, two: 'x' },
      ]);
      expect(lists).toEqual([{ name: expect.any(String) as string, id: businessId }]);
      expect(objects.rows).toEqual(lists);
    }
  });

  test('keep their order around a value that cannot be serialized, which rolls back a write', async () => {
    const itself: Record<string, unknown> = {};
    itself['self'] = itself;
    const settle = (answer: PromiseLike<{ rows: unknown[] }>) =>
      answer.then(
        ({ rows }) => rows,
        (error: unknown) => getSqlState(error) ?? 'not sent',
      );
    const read = () =>
      readInBusiness(scope(), (tx) =>
        Promise.all([
          settle(tx.execute(number(1))),
          settle(tx.execute(sql`select ${itself}::jsonb`)),
          settle(tx.execute(number(2))),
        ]),
      );
    const expected = [[{ one: 1, two: 'x' }], 'not sent', [{ one: 2, two: 'x' }]];
    expect(await read()).toEqual(expected);
    expect(await read()).toEqual(expected);
    const write = writeInBusiness(scope(), async (tx) => settle(tx.execute(sql`select ${itself}::jsonb`)));
    await expect(write).rejects.toThrow('The error of a failed statement was ignored');
  });

  test('work on the same connections after one has failed', async () => {
    let removed = 0;
    const { pool } = api.server.services.database;
    const count = () => (removed += 1);
    pool.on('remove', count);
    // First sent after the failure, so the connection has not prepared it.
    const fresh = (tx: BusinessTransaction) => tx.execute<{ fresh: number }>(sql`select ${3}::int as fresh`);
    const each = (run: () => Promise<unknown>) => Promise.all(Array.from({ length: POOL_SIZE }, run));
    await each(() => readInBusiness(scope(), (tx) => Promise.allSettled([fail(tx), fresh(tx)])));
    const answers = await each(() => readInBusiness(scope(), async (tx) => (await fresh(tx)).rows));
    pool.off('remove', count);
    expect(answers).toEqual(Array(POOL_SIZE).fill([{ fresh: 3 }]));
    expect(removed).toBe(0);
  });

  type Tenant = { tenant: string; role: string };
  const tenant = sql`select current_setting('app.business_id', true) as tenant, current_user as role`;

  test('of a read have its tenant in each tick, and also after a read that failed before they were sent', async () => {
    const other = await createBusiness(api);
    const otherScope = { ...scope(), businessId: other.id };
    const failed = Array.from({ length: POOL_SIZE }, () =>
      readInBusiness(otherScope, (tx) => {
        tx.execute(tenant).catch(() => undefined);
        throw new Error('failed in the same tick');
      }).catch((error: Error) => error.message),
    );
    const read = Array.from({ length: POOL_SIZE }, () =>
      readInBusiness(scope(), async (tx) => {
        const { rows: first } = await tx.execute<Tenant>(tenant);
        const { rows: second } = await tx.execute<Tenant>(tenant);
        return [...first, ...second];
      }),
    );
    const own = { tenant: String(businessId), role: 'quarterhour_app' };
    expect(await Promise.all(read)).toEqual(Array(POOL_SIZE).fill([own, own]));
    expect(await Promise.all(failed)).toEqual(Array(POOL_SIZE).fill('failed in the same tick'));
    const { rows } = await queryDirectory(api.server.services).execute<Tenant>(tenant);
    expect(rows).toEqual([
      { tenant: expect.not.stringMatching(/\d/), role: expect.not.stringMatching('quarterhour_app') },
    ]);
  });

  test('are executed once when the database does not support them', async () => {
    await api.sql('create sequence executions');
    await api.sql(
      `create function refuse_unsupported() returns int language plpgsql security definer as $$ begin
         perform nextval('executions');
         raise exception 'unsupported' using errcode = 'feature_not_supported';
       end $$`,
    );
    const statement = queryDirectory(api.server.services).execute(sql`select refuse_unsupported()`);
    const error: unknown = await statement.catch((thrown: unknown) => thrown);
    expect(getSqlState(error)).toBe('0A000');
    expect(await api.sql(`select nextval('executions')::int as id`)).toEqual([{ id: 2 }]);
    await api.sql('drop function refuse_unsupported; drop sequence executions');
  });

  test('reject when a deferred constraint fails at the commit', async () => {
    await api.sql('create table deferred_ids (id int unique deferrable initially deferred)');
    await api.sql('grant insert on deferred_ids to public');
    const twice = queryDirectory(api.server.services).execute(
      sql`insert into deferred_ids values (${1}), (${1})`,
    );
    const error: unknown = await twice.catch((thrown: unknown) => thrown);
    await api.sql('drop table deferred_ids');
    expect(getSqlState(error)).toBe('23505');
  });
});

test('an idempotency key that is claimed outside of a transaction of its business is not stored', async () => {
  const client = await api.server.services.database.pool.connect();
  const key = { key: 'k', userId: 1, request: 'r', status: 200, showsSecret: false, claimed: false };
  await expect(claimKey(client, scope(), key)).rejects.toMatchObject({ code: '23502' });
  client.release();
  expect(await api.sql('select key from idempotency_keys where business_id = $1', [businessId])).toEqual([]);
});
