/** Guarded: which write of a business is its last, and whether a replica has it. */
import { eq, sql } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import type { BusinessScope } from './context.ts';
import type { Queries } from './database/database.ts';
import { Behind, Promoted } from './database/replica.ts';
import type { Watch } from './database/replica.ts';
import { lastWrites } from './database/tables.ts';
import { AppError } from './errors.ts';

const COUNT = `insert into last_writes (business_id, number) values ($1, 1)
  on conflict (business_id) do update set number = last_writes.number + 1`;

/**
 * Counts a write, in its own transaction: as its very last statement, because the next write of the business waits
 * here until this one is committed. Said at once, so that it travels with the end of the transaction: the query
 * builder would say it a moment later, after that end.
 */
export const countWrite = (client: PoolClient, businessId: number): Promise<unknown> =>
  client.query({ text: COUNT }, [businessId]);

/**
 * Runs reads on the replica if it has all that the business wrote until now.
 * @param read runs reads in one transaction of the business, on the database that is named
 * @returns nothing where the primary has to be asked: there is no replica, it cannot answer this, or no write
 * was counted yet
 */
export async function readOnReplica<Tx extends Queries, T>(
  { services, businessId }: BusinessScope,
  read: <R>(on: Pool, reading: (tx: Tx) => Promise<R>) => Promise<R>,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T } | null> {
  const { pool, replica } = services.database;
  if (!replica) return null;
  const last = await read(pool, (tx) => lastWrite(tx, businessId));
  if (last === null) return null;
  const readThere = ({ asked, answered }: Watch) =>
    read(replica.pool, async (tx) => {
      asked();
      const isThere = await hasWrite(tx, businessId, last);
      answered();
      if (!isThere) throw new Behind();
      return work(tx);
    });
  return replica.attempt(readThere, (error) => error instanceof AppError);
}

/** The number of the last write that is committed; null where none was counted yet. */
async function lastWrite(tx: Queries, businessId: number): Promise<number | null> {
  const [row] = await tx.select().from(lastWrites).where(eq(lastWrites.businessId, businessId));
  return row?.number ?? null;
}

/**
 * Whether the replica has that write. Statements after this one see no less.
 * @throws Promoted when it was made a database of its own: it goes another way from then on, and what it counts means
 * nothing
 */
async function hasWrite(tx: Queries, businessId: number, number: number): Promise<boolean> {
  const [row] = await tx
    .select({ isReplica: sql<boolean>`pg_is_in_recovery()`, number: lastWrites.number })
    .from(lastWrites)
    .where(eq(lastWrites.businessId, businessId));
  if (row && !row.isReplica) throw new Promoted();
  return row !== undefined && row.number >= number;
}
