/**
 * Distributes the tables over the workers of a Citus cluster, by business (docs/decisions/047). Reads the catalog, so
 * that a new table of a business needs nothing.
 */

import type { ClientBase, Pool } from 'pg';
import { NOT_OF_EXTENSION, OWNER_ONLY } from './rowLevelSecurity.ts';

/**
 * Makes workers use role, business and timeouts of a transaction: without it they see no rows. Its value also shows the
 * server that the database is distributed.
 */
const PROPAGATION = { name: 'citus.propagate_set_commands', value: 'local' };

/**
 * Settings of later sessions, for ALTER DATABASE. Triggers on distributed tables are those of append-only tables, which
 * change nothing.
 */
export const DATABASE_SETTINGS = [
  `${PROPAGATION.name} to '${PROPAGATION.value}'`,
  'citus.enable_unsafe_triggers to on',
];

/** Copied to every worker, as they are joined with the tables of all businesses, or read before the business is known. */
const REFERENCE = ['businesses', 'usernames'];
/** All tables of a business are on the shard of its users. */
const COLOCATION_TABLE = 'users';

/** Tables that are not distributed yet, and the other tables that they refer to. */
const TABLES = `
  select c.relname as name,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id') as scoped,
    array(select k.confrelid::regclass::text from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as references
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    and ${NOT_OF_EXTENSION}
  order by c.relname`;

interface Table {
  name: string;
  scoped: boolean;
  references: string[];
}

/** The database or its account does not allow the distribution; the message names the remedy. */
export class NotDistributable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotDistributable';
  }
}

/** Reads the setting that `npm run distribute` leaves in the database. */
export async function isDistributed(client: ClientBase | Pool): Promise<boolean> {
  const { rows } = await client.query<{ distributed: boolean }>(
    `select current_setting('${PROPAGATION.name}', true) is not distinct from '${PROPAGATION.value}' as distributed`,
  );
  return rows[0]?.distributed === true;
}

/**
 * Sets the parameters of a transaction that changes the schema. With several connections to a worker, Citus rejects a
 * table with a foreign key to one that was updated in the same transaction.
 */
export async function setSchemaChangeParameters(client: ClientBase): Promise<void> {
  await client.query(`
    set local citus.enable_unsafe_triggers to on;
    set local citus.multi_shard_modify_mode to 'sequential'`);
}

/**
 * Distributes the tables that are not distributed yet, in the caller's transaction. @returns their names
 * @throws NotDistributable for a table that is neither of a business nor known here
 */
export async function distributeTables(client: ClientBase): Promise<string[]> {
  await setSchemaChangeParameters(client);
  const { rows } = await client.query<Table>(TABLES);
  const tables = sortByReferences(rows.filter(({ name }) => !OWNER_ONLY.includes(name)));
  for (const { name, scoped } of tables) {
    if (REFERENCE.includes(name)) await client.query('select create_reference_table($1)', [name]);
    else if (name === COLOCATION_TABLE)
      await client.query(`select create_distributed_table($1, 'business_id')`, [name]);
    else if (scoped)
      await client.query(`select create_distributed_table($1, 'business_id', colocate_with => $2)`, [
        name,
        COLOCATION_TABLE,
      ]);
    else throw new NotDistributable(`The table ${name} has no business. Add it to distribute.ts.`);
  }
  return tables.map(({ name }) => name);
}

/** Deletes the rows that the coordinator keeps of tables whose rows are on the workers now, also after a failed attempt. */
export async function truncateLocalRows(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition
     where pg_relation_size(logicalrelid) > 0 order by logicalrelid`,
  );
  for (const { name } of rows)
    await pool.query('select truncate_local_data_after_distributing_table($1)', [name]);
}

/** Tables after those they refer to, the users first. */
function sortByReferences(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const hasPendingReferences = ({ references }: Table) =>
      references.some((name) => rest.some((table) => table.name === name));
    const ready = rest.filter((table) => !hasPendingReferences(table));
    if (ready.length === 0) throw new NotDistributable('Circular foreign keys between tables');
    sorted.push(...ready);
    rest = rest.filter(hasPendingReferences);
  }
  return sorted.toSorted(
    (one, other) => Number(other.name === COLOCATION_TABLE) - Number(one.name === COLOCATION_TABLE),
  );
}

/** Checks the cluster before the first distribution. @throws NotDistributable */
export async function assertDistributable(pool: Pool): Promise<void> {
  const { rows: extensions } = await pool.query(`select from pg_extension where extname = 'citus'`);
  if (extensions.length === 0)
    throw new NotDistributable(
      'The extension citus is not installed in this database. An administrator installs it: deploy/citus/prepare.sql.',
    );
  const { rows: workers } = await pool.query('select from citus_get_active_worker_nodes()');
  if (workers.length === 0)
    throw new NotDistributable(
      'The cluster has no worker. An administrator adds them: deploy/citus/add-nodes.sql.',
    );
  const { rows: own } = await pool.query<{ local: boolean }>(
    'select groupid = 0 as local from pg_dist_local_group',
  );
  if (own[0]?.local !== true)
    throw new NotDistributable('DATABASE_URL points to a worker. Use the address of the coordinator.');
}

/**
 * Checks that no server is connected. It would treat the database as not distributed, and its reads would return no
 * rows. The connections of Citus itself have names. @throws NotDistributable
 */
export async function assertNoOtherSessions(client: ClientBase | Pool): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and usename = current_user and backend_type = 'client backend'
       and pid <> pg_backend_pid() and application_name not like 'citus%'`,
  );
  if (rows.length > 0)
    throw new NotDistributable(
      'Other connections of this account are open. Stop all app servers, restart PgBouncer if you use it, and try again.',
    );
}
