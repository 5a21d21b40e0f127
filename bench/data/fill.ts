/** Fills a database for benchmarks. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';

/** The rows of the filled database that requests are about. */
export interface BenchData {
  /** A business with 10,000 notes whatever the total, one with 200, and the biggest of the others. */
  middle: Office;
  small: Office;
  big: Office;
  /** Clients of all businesses with an employee who is assigned to them, one of each employee after another; at most `MAX_VISITED`. */
  visits: Visit[];
  /** Notes of the middle business by status. */
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

/** Who writes a note, about which client, and who manages both. */
export interface Visit {
  businessId: number;
  author: Person;
  manager: Person;
  clientId: number;
}

const MAX_VISITED = 1000;

/** A signed-in user of the filled database. */
export const person = (id: number): Person => ({ id, token: `bench-${String(id).padStart(20, '0')}` });

/** Executes a statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database with the rows of fill.sql. */
export async function fillDatabase(
  url: Cluster['url'],
  { database, notes }: { database: string; notes: number },
): Promise<BenchData> {
  await query(url('postgres'), `create database ${database}`);
  return fillEmptyDatabase(url(database), notes);
}

/** Migrates an empty database and fills it with the rows of fill.sql. */
export async function fillEmptyDatabase(connectionString: string, notes: number): Promise<BenchData> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    return await fill(pool, notes);
  } finally {
    await pool.end();
  }
}

/** Creates an embedded database with the rows of fill.sql in a new data directory. */
export async function fillEmbedded(dataDir: string, notes: number): Promise<BenchData> {
  const database = await openDatabase({ databaseUrl: null, dataDir }, openLog('warn'));
  try {
    return await database.withoutTimeout(() => fill(database.pool, notes));
  } finally {
    await database.close();
  }
}

async function fill(pool: pg.Pool, notes: number): Promise<BenchData> {
  await migrate(pool, 'db/migrations');
  const began = performance.now();
  await pool.query(`set bench.notes = ${notes}`);
  await pool.query(readFileSync(join(import.meta.dirname, 'fill.sql'), 'utf8'));
  await pool.query('vacuum analyze');
  console.log(`${notes} notes in ${Math.round((performance.now() - began) / 1000)} s`);
  const [pending, denied] = [await listNotes(pool, 'pending'), await listNotes(pool, 'denied')];
  const [middle, small, big] = [
    await readOffice(pool, 1),
    await readOffice(pool, 2),
    await readOffice(pool, 3),
  ];
  return { middle, small, big, visits: await listVisits(pool), stock: { pending, denied } };
}

async function listVisits(pool: pg.Pool): Promise<Visit[]> {
  const { rows } = await pool.query<Record<'business' | 'author' | 'manager' | 'client', string>>(
    `select business_id as business, employee_id as author, client_id as client,
       (select id from users u where u.business_id = a.business_id and role = 'manager') as manager
     from client_assignments a
     order by row_number() over (partition by employee_id order by client_id), employee_id limit $1`,
    [MAX_VISITED],
  );
  return rows.map(({ business, author, manager, client }) => ({
    businessId: Number(business),
    author: person(Number(author)),
    manager: person(Number(manager)),
    clientId: Number(client),
  }));
}

/** Lists the notes of business 1 with a status, oldest first. */
async function listNotes(pool: pg.Pool, status: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from notes where business_id = 1 and status = $1 order by id',
    [status],
  );
  return rows.map(({ id }) => Number(id));
}

async function readOffice(pool: pg.Pool, businessId: number): Promise<Office> {
  const { rows } = await pool.query<{ manager: number; author: number; clients: number[]; note: number }>(
    `select (select id from users where business_id = $1 and role = 'manager') as manager, author_id as author,
       array_agg(distinct client_id) as clients, max(id) as note
     from notes where business_id = $1 group by author_id order by count(*) desc limit 1`,
    [businessId],
  );
  const [row] = rows;
  if (!row) throw new Error(`Business ${businessId} has no notes`);
  return {
    businessId,
    manager: person(Number(row.manager)),
    author: person(Number(row.author)),
    clientIds: row.clients.map(Number),
    noteId: Number(row.note),
  };
}

/** Moves notes and messages of the business to its busiest author. */
export async function assignToAuthor(
  connectionString: string,
  { author: { id }, businessId }: Office,
  count: number,
): Promise<void> {
  const values = [businessId, id, count];
  await query(
    connectionString,
    `update notes set author_id = $2 where business_id = $1 and id in
      (select id from notes where business_id = $1 order by id desc limit $3)`,
    values,
  );
  await query(
    connectionString,
    `update messages set recipient_id = $2 where business_id = $1 and sender_id <> $2 and id in
      (select id from messages where business_id = $1 and sender_id <> $2 order by id desc limit $3)`,
    values,
  );
  const [row] = await query<{ notes: string; messages: string }>(
    connectionString,
    `select (select count(*) from notes where business_id = $1 and author_id = $2) as notes,
       (select count(*) from messages where business_id = $1 and recipient_id = $2) as messages`,
    [businessId, id],
  );
  console.log(`The author has ${row?.notes} notes and ${row?.messages} messages`);
}
