/** Transactions of a business as features use them. */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { IdempotentReplay, claimKey } from '#platform/server/idempotency.ts';
import { getSqlState } from '#platform/server/database/sqlState.ts';
import { queryDirectory, writeInBusiness, readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { POOL_SIZE } from '#platform/server/database/statementNames.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';

declare module '#platform/server/audit/record.ts' {
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
const failing = (tx: BusinessTransaction) => tx.execute(sql`select 1 / 0`);
/** The same through three functions, as a service calls another: its failure is received later. */
const failingInside = async (tx: BusinessTransaction) => {
  const inner = async () => {
    const innermost = async () => (await failing(tx)).rows;
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
  '%s with statements sent together fails for the one that failed, not for those behind it',
  async (_, run) => {
    const error: unknown = await run(scope(), (tx) => {
      const together = Promise.all([
        failingInside(tx),
        ...[1, 2, 3].map((one) => tx.execute(sql`select ${one}::int`).execute()),
      ]);
      // All answers are there when this process looks again, as under load.
      queueMicrotask(() => queueMicrotask(() => blockFor(100)));
      return together;
    }).catch((thrown: unknown) => thrown);
    expect(getSqlState(error)).toBe('22012');
  },
);

test.each([
  ['a write', writeInBusiness],
  ['a read', readInBusiness],
])('statements that %s sends after a part of it has failed are refused', async (_, run) => {
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

test('a write that ignores the error of a statement is rolled back [R-16]', async () => {
  const change = sql`update businesses set description = 'half done' where id = ${businessId}`;
  const done = writeInBusiness(scope(), async (tx) => {
    await tx.execute(change);
    await failing(tx).catch(() => undefined);
  });
  await expect(done).rejects.toThrow('The error of a failed statement was ignored');
  const [row] = await api.sql('select description from businesses where id = $1', [businessId]);
  expect(row?.['description']).not.toBe('half done');
});

describe('statements before the commit', () => {
  const event = { action: 'tried', object: 'test', objectId: null, label: null } as const;

  test('undoes the whole write where it fails', async () => {
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

  test('is refused in a read', async () => {
    const done = readInBusiness(scope(), async (tx) => recordAudit(tx, scope(), event));
    await expect(done).rejects.toThrow('Statements before the commit need an open write');
  });

  test('is refused behind the end, and is not taken for that of the next write', async () => {
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

  test('stands in the order of what it locks, whatever the order of the calls', async () => {
    const steps: string[] = [];
    await writeInBusiness(scope(), async (tx) => {
      for (const step of ['audit chain', 'note counts', 'mail counts', 'note counts'] as const)
        tx.beforeCommit(step, async () => steps.push(step));
    });
    expect(steps).toEqual(['note counts', 'note counts', 'mail counts', 'audit chain']);
  });
});

describe('a read', () => {
  test('leaves nothing of its business on the connection', async () => {
    const inside = await readInBusiness(scope(), (tx) =>
      tx.execute<{ pid: number }>(
        sql`select pg_backend_pid() as pid from businesses where id = ${businessId}`,
      ),
    );
    // As many at once as there are connections, so that the one that it had is among them.
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
  const number = (n: number) => sql`select ${n}::int as one, ${'x'}::text as two`;

  test('answer each with their own rows, whichever way they are read, the first time and later', async () => {
    for (let times = 0; times < 3; times += 1) {
      const [first, second, lists, objects] = await readInBusiness(scope(), (tx) => {
        const { id, name } = businesses;
        const own = tx.select({ name, id }).from(businesses).where(eq(id, businessId));
        const [head = '', tail = ''] = own.toSQL().sql.split('$1');
        // The same text as the builder's, which reads it as lists.
        const raw = tx.execute(sql`${sql.raw(head)}${businessId}${sql.raw(tail)}`);
        return Promise.all([tx.execute(number(1)), tx.execute(number(2)), own, raw]);
      });
      expect([...first.rows, ...second.rows]).toEqual([
        { one: 1, two: 'x' },
        { one: 2, two: 'x' },
      ]);
      expect(lists).toEqual([{ name: expect.any(String) as string, id: businessId }]);
      expect(objects.rows).toEqual(lists);
    }
  });

  test('keep their order around a value that cannot be sent, and a write with one is undone', async () => {
    const itself: Record<string, unknown> = {};
    itself['self'] = itself;
    const outcomeOf = (answer: PromiseLike<{ rows: unknown[] }>) =>
      answer.then(
        ({ rows }) => rows,
        (error: unknown) => getSqlState(error) ?? 'no answer of the database',
      );
    const answers = () =>
      readInBusiness(scope(), (tx) =>
        Promise.all([
          outcomeOf(tx.execute(number(1))),
          outcomeOf(tx.execute(sql`select ${itself}::jsonb`)),
          outcomeOf(tx.execute(number(2))),
        ]),
      );
    const expected = [[{ one: 1, two: 'x' }], 'no answer of the database', [{ one: 2, two: 'x' }]];
    expect(await answers()).toEqual(expected);
    expect(await answers()).toEqual(expected);
    const write = writeInBusiness(scope(), async (tx) => outcomeOf(tx.execute(sql`select ${itself}::jsonb`)));
    await expect(write).rejects.toThrow('The error of a failed statement was ignored');
  });

  test('after one that failed are sent again on the same connections', async () => {
    let given = 0;
    const { pool } = api.server.services.database;
    const count = () => (given += 1);
    pool.on('remove', count);
    // Sent for the first time after the failure, so that the database has never parsed it.
    const fresh = (tx: BusinessTransaction) => tx.execute(sql`select ${3}::int as fresh`);
    const each = (run: () => Promise<unknown>) => Promise.all(Array.from({ length: POOL_SIZE }, run));
    await each(() => readInBusiness(scope(), (tx) => Promise.allSettled([failing(tx), fresh(tx)])));
    const answers = await each(() => readInBusiness(scope(), async (tx) => (await fresh(tx)).rows));
    pool.off('remove', count);
    expect(answers).toEqual(Array(POOL_SIZE).fill([{ fresh: 3 }]));
    expect(given).toBe(0);
  });

  test('fail with the end of what they are', async () => {
    await api.sql('create table looked_at_late (id int unique deferrable initially deferred)');
    await api.sql('grant insert on looked_at_late to public');
    const twice = queryDirectory(api.server.services).execute(
      sql`insert into looked_at_late values (${1}), (${1})`,
    );
    const error: unknown = await twice.catch((thrown: unknown) => thrown);
    await api.sql('drop table looked_at_late');
    expect(getSqlState(error)).toBe('23505');
  });
});

test('a key that was taken without a transaction of its business does not count', async () => {
  const client = await api.server.services.database.pool.connect();
  const key = { key: 'k', userId: 1, request: 'r', status: 200, showsSecret: false, claimed: false };
  await expect(claimKey(client, scope(), key)).rejects.toThrow(IdempotentReplay);
  client.release();
  expect(await api.sql('select key from idempotency_keys where business_id = $1', [businessId])).toEqual([]);
});
