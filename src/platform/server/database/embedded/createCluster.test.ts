import { PGlite } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestDatabases } from './testDatabase.ts';

const catalogs = [
  'pg_proc',
  'pg_type',
  'pg_operator',
  'pg_collation',
  'pg_authid',
  'pg_ts_config',
  'pg_extension',
];
/** A digest of each catalog, the relations, the version and the settings from files. */
const fingerprintSql = `${catalogs
  .map(
    (name) =>
      `select '${name}' as part, md5(string_agg(t::text, ',' order by t.oid)) as digest from ${name} t`,
  )
  .join(' union all ')}
  union all select 'pg_class', md5(string_agg(concat(oid, relname, relkind, relnatts, relacl), ',' order by oid)) from pg_class
  union all select 'version', version()
  union all select name, concat(setting) from pg_file_settings
  union all select datname, concat(encoding, datcollate, datctype, datlocprovider) from pg_database
  order by part`;

test('the shipped cluster equals the one that initdb of the installed PGlite creates', async () => {
  await using opened = new TestDatabases();
  const shipped = await opened.pool(await opened.open()).query(fingerprintSql);
  const created = await PGlite.create();
  const { rows } = await created.query(fingerprintSql);
  await created.close();
  expect(shipped.rows).toEqual(rows);
});

test('an unfinished cluster of an earlier start is replaced', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const unfinished = join(directory, 'cluster.new');
  await mkdir(join(unfinished, 'base'), { recursive: true });
  await writeFile(join(unfinished, 'leftover'), '');
  const pool = opened.pool(await opened.open({ directory }));
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect([existsSync(unfinished), existsSync(join(directory, 'cluster', 'leftover'))]).toEqual([
    false,
    false,
  ]);
});
