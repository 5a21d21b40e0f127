/** Fills a database for measurements, and says who lives in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';

/** The people and things of the filled database that calls are about. */
export interface BenchData {
  /** A business of 10,000 notes however many there are in all, one of 200, and the biggest of the others. */
  middle: Office;
  small: Office;
  big: Office;
  /** Notes of the middle one: those that wait for a review, and those that were denied. */
  stock: { pending: number[]; denied: number[] };
}

export interface Office {
  businessId: number;
  manager: Person;
  /** The one with the most notes. */
  author: Person;
  /** Clients that the author has written about. */
  clientIds: number[];
  noteId: number;
}

export interface Person {
  id: number;
  token: string;
}

/** Someone of the filled database, who is signed in. */
export const person = (id: number): Person => ({ id, token: `bench-${String(id).padStart(20, '0')}` });

/** A new database of this name with the rows of fill.sql. @returns whom and what calls may be about */
export async function fillDatabase(
  url: Cluster['url'],
  { database, notes }: { database: string; notes: number },
): Promise<BenchData> {
  const first = new pg.Client({ connectionString: url('postgres') });
  await first.connect();
  await first.query(`create database ${database}`);
  await first.end();
  const pool = new pg.Pool({ connectionString: url(database), max: 1 });
  try {
    return await fill(pool, notes);
  } finally {
    await pool.end();
  }
}

/** The same in the embedded database of a new data directory, which the product opens afterwards. */
export async function fillEmbedded(dataDir: string, notes: number): Promise<BenchData> {
  const database = await openDatabase({ databaseUrl: null, dataDir }, openLog('warn'));
  try {
    return await database.withoutTimeout(() => fill(database.pool, notes));
  } finally {
    await database.close();
  }
}

/** The rows of fill.sql in an empty database. @returns whom and what calls may be about */
async function fill(pool: pg.Pool, notes: number): Promise<BenchData> {
  await migrate(pool, 'db/migrations');
  const began = performance.now();
  await pool.query(`set bench.notes = ${notes}`);
  await pool.query(readFileSync(join(import.meta.dirname, 'fill.sql'), 'utf8'));
  await pool.query('vacuum analyze');
  console.log(`${notes} notes in ${Math.round((performance.now() - began) / 1000)} s`);
  const [pending, denied] = [await notesThat(pool, 'pending'), await notesThat(pool, 'denied')];
  const [middle, small, big] = [await officeOf(pool, 1), await officeOf(pool, 2), await officeOf(pool, 3)];
  return { middle, small, big, stock: { pending, denied } };
}

/** The notes of business 1 in a state, the newest last. */
async function notesThat(pool: pg.Pool, status: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from notes where business_id = 1 and status = $1 order by id',
    [status],
  );
  return rows.map(({ id }) => Number(id));
}

async function officeOf(pool: pg.Pool, businessId: number): Promise<Office> {
  const { rows } = await pool.query<{ manager: number; author: number; clients: number[]; note: number }>(
    `select (select id from users where business_id = $1 and role = 'manager') as manager, author_id as author,
       array_agg(distinct client_id) as clients, max(id) as note
     from notes where business_id = $1 group by author_id order by count(*) desc limit 1`,
    [businessId],
  );
  const [found] = rows;
  if (!found) throw new Error(`Business ${businessId} has no notes`);
  return {
    businessId,
    manager: person(Number(found.manager)),
    author: person(Number(found.author)),
    clientIds: found.clients.map(Number),
    noteId: Number(found.note),
  };
}

/** Gives the busiest author so many notes and messages, out of what the business has. */
export async function giveMuch(
  connectionString: string,
  { author: { id }, businessId }: Office,
  many: number,
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const values = [businessId, id, many];
  await client.query(
    `update notes set author_id = $2 where business_id = $1 and id in
      (select id from notes where business_id = $1 order by id desc limit $3)`,
    values,
  );
  await client.query(
    `update messages set recipient_id = $2 where business_id = $1 and sender_id <> $2 and id in
      (select id from messages where business_id = $1 and sender_id <> $2 order by id desc limit $3)`,
    values,
  );
  const { rows } = await client.query<{ notes: string; messages: string }>(
    `select (select count(*) from notes where business_id = $1 and author_id = $2) as notes,
       (select count(*) from messages where business_id = $1 and recipient_id = $2) as messages`,
    [businessId, id],
  );
  console.log(`The author has ${rows[0]?.notes} notes and ${rows[0]?.messages} messages`);
  await client.end();
}
