/** Copies a signed note many times with valid evidence, in seconds: the product signs some twenty in a second. */

import { PgDialect } from 'drizzle-orm/pg-core';
import { ledgerHash } from '#features/units/server/tables.ts';
import { query } from './fill.ts';

const hashOfEntry = new PgDialect().sqlToQuery(ledgerHash('entry')).sql;

/** The columns of a table but these, for `insert … select`. */
async function listColumns(database: string, table: string, without: string[]): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database,
    `select format('%I', column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name <> all ($2) order by ordinal_position`,
    [table, without],
  );
  return rows.map(({ name }) => name);
}

/** The new ids with the frozen text, its digest and the payload of the audit log entry, and the chain of the entries. */
const FREEZE = `
  create table copies as
  select copy.n, copy.id, head.seq + copy.n as seq, copied.canonical, copied.digest,
    replace(replace(logged.payload, frozen.digest, copied.digest), format('"objectId":%s,', note_id), format('"objectId":%s,', copy.id)) as payload,
    null::bytea as hash
  from note_versions as frozen
    join audit_log as logged on logged.business_id = frozen.business_id and logged.seq = frozen.audit_seq
    join audit_heads as head on head.business_id = frozen.business_id
    cross join lateral (select n, nextval('notes_id_seq') as id from generate_series(1, $1::int) as n) as copy
    cross join lateral (
      select replaced as canonical, encode(sha256(convert_to(replaced, 'UTF8')), 'hex') as digest
      from replace(frozen.canonical, format('"noteId":%s,', note_id), format('"noteId":%s,', copy.id)) as replaced
    ) as copied`;

const CHAIN = `
  do $$ declare
    one record;
    last bytea := (select hash from audit_heads);
  begin
    for one in select n, payload from copies order by n loop
      last := sha256(last || convert_to(one.payload, 'UTF8'));
      update copies set hash = last where n = one.n;
    end loop;
  end $$`;

/** Statements for tables whose rows differ in more than the note. */
const STATEMENTS = [
  `insert into note_versions (business_id, note_id, version, canonical, digest, billing, audit_seq, created_at)
   select business_id, copies.id, version, copies.canonical, copies.digest, billing, copies.seq, created_at
   from note_versions cross join copies`,
  `insert into audit_log (business_id, seq, actor_id, action, object, object_id, details, ip, created_at, payload, hash, object_label, client_id)
   select business_id, copies.seq, actor_id, action, object, copies.id,
     jsonb_set(details, '{digest}', to_jsonb(copies.digest)), ip, created_at, copies.payload, copies.hash, object_label, client_id
   from audit_log cross join copies where object = 'note'`,
  `insert into unit_ledger
   select (jsonb_populate_record(null::unit_ledger, to_jsonb(entry) || jsonb_build_object('hash', ${hashOfEntry}))).*
   from (
     select (jsonb_populate_record(null::unit_ledger, to_jsonb(first) || jsonb_build_object(
       'id', nextval('unit_ledger_id_seq'), 'note_id', copies.id, 'balance_after', balance_after + copies.n * delta))).*
     from unit_ledger as first cross join copies where kind = 'note' order by copies.n
   ) as entry`,
  `update client_units set used_time_units = used_time_units * (1 + (select count(*) from copies))`,
  `update note_counts set count = count * (1 + (select count(*) from copies))`,
  `update audit_heads set seq = last.seq, hash = last.hash from (select seq, hash from copies order by n desc limit 1) as last`,
];

/** Tables with one row of the note; the listed column refers to it. */
const BELONGING = ['note_signatures', 'note_fingerprints', 'note_search', 'time_entries'];

/** Copies the only note of a database with one business. The copies have the same times and texts. */
export async function copyNotes(database: string, count: number): Promise<void> {
  const run = (statement: string, values: unknown[] = []) => query(database, statement, values);
  await run(FREEZE, [count]);
  await run('alter table copies add primary key (n)');
  await run(CHAIN);
  const own = await listColumns(database, 'notes', ['id', 'capture_id']);
  await run(
    `insert into notes (id, ${own.join()}) select copies.id, ${own.join()} from notes cross join copies`,
  );
  for (const table of BELONGING) {
    const columns = (await listColumns(database, table, ['id', 'note_id'])).join();
    await run(
      `insert into ${table} (note_id, ${columns}) select copies.id, ${columns} from ${table} cross join copies`,
    );
  }
  for (const statement of STATEMENTS) await run(statement);
  await run('drop table copies');
  await run('analyze');
}
