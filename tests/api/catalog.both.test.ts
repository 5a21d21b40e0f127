/** Row-level security, rights and keys in the system catalog, so that no table is forgotten. */

import type { PoolClient } from 'pg';
import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';

// The lists of rowLevelSecurity.ts again, so that a table added to one of them by mistake is noticed.

/** Tables with a business that are read before the tenant is known. */
const GLOBAL =
  `business_claims export_jobs idempotency_keys note_receipts temporary_passwords orphaned_files outgoing_mails password_resets
  sessions usernames`.split(/\s+/);
/** Tables that belong to no business, and the table of businesses itself. */
const WITHOUT_BUSINESS = ['attempts', 'businesses', 'provider_events', 'sealing_keys'];
/** Tables that transactions of a business may not use. */
const OWNER_ONLY = ['attempts', 'provider_events', 'sealing_keys'];
const APPEND_ONLY = ['audit_log', 'note_reviews', 'note_signatures', 'note_versions', 'unit_ledger'];
/** Read through a view of the owner that has the condition on the business. */
const BEHIND_VIEWS = ['note_search'];
const APP_ROLE = 'quarterhour_app';

const api = useApi();

async function createNote() {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const { id } = await createSignedNote(api, author, { clientId: client.id });
  return { businessId: business.id, noteId: id };
}

/** Runs the work in a transaction with the role of the application, which is rolled back. */
async function readAsApp<T>(businessId: number | '', work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await api.server.services.database.pool.connect();
  try {
    await client.query(`begin; select set_config('role', '${APP_ROLE}', true)`);
    // On its own: Citus sends a SET LOCAL to the workers, with the whole text that it came in.
    await client.query(`set local app.business_id = '${businessId}'`);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

interface Table {
  name: string;
  scoped: boolean;
  enabled: boolean;
  forced: boolean;
  policies: string[];
  checked: boolean;
  ownerReads: boolean;
  rights: string[];
}

const tables = () =>
  api.sql<Table>(
    `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped) as scoped,
       array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies,
       coalesce((select bool_and(p.polcmd = '*' and p.polpermissive and p.polqual is not null
          and pg_get_expr(p.polwithcheck, p.polrelid) = pg_get_expr(p.polqual, p.polrelid)
          and pg_get_expr(p.polqual, p.polrelid) like '%current_setting(''app.business_id''%')
        from pg_policy p where p.polrelid = c.oid and p.polname = 'own_business'), false) as checked,
       coalesce((select p.polcmd = 'r' and p.polroles = array[c.relowner]
        from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_reads_all'), false) as "ownerReads",
       array(select kind from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE}'::text[]) kind
        where has_table_privilege('${APP_ROLE}', c.oid, kind)) as rights
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') order by 1`,
  );

/** The tables whose policies do not apply to the owner. */
const NOT_FORCED = [...WITHOUT_BUSINESS, ...BEHIND_VIEWS, ...GLOBAL].toSorted();

describe('row-level security', () => {
  test('is enabled for every table, and for the owner too where the table is not global [S-5]', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(({ enabled }) => !enabled)).toEqual([]);
    const notForced = all.filter(({ forced }) => !forced).map(({ name }) => name);
    // Citus moves the rows of a business as the owner (docs/decisions/047).
    expect(notForced).toEqual(IS_CITUS ? all.map(({ name }) => name) : NOT_FORCED);
  });

  test('has one policy per table, for all commands and for written rows [S-5]', async () => {
    for (const { name, policies, checked } of await tables()) {
      const expected = OWNER_ONLY.includes(name) ? [name, [], false] : [name, ['own_business'], true];
      expect([name, policies.filter((one) => one !== 'owner_reads_all'), checked]).toEqual(expected);
    }
  });

  test('lets only the owner read all rows, for backups, where it is forced', async () => {
    for (const { name, policies, ownerReads } of await tables()) {
      const isForced = !NOT_FORCED.includes(name);
      expect([name, policies.includes('owner_reads_all'), ownerReads]).toEqual([name, isForced, isForced]);
    }
  });

  test('shows a business its own rows only, even with the setting of backups', async () => {
    const note = await createNote();
    await createNote();
    const ids = await readAsApp(note.businessId, async (client) => {
      await client.query(`select set_config('app.reads_all', 'on', true)`);
      return (await client.query<{ id: number }>('select id from notes')).rows.map(({ id }) => id);
    });
    expect(ids).toEqual([note.noteId]);
  });

  test('every table has a business [1.roles.1 3.notes.2 3.drafts.5 3.clients.8 3.documents.3 3.resources.7 3.assignments.4 3.services.3 3.time.3 3.announcements.5 3.messages.6 D-1]', async () => {
    const without = (await tables()).filter(({ scoped }) => !scoped).map(({ name }) => name);
    expect(without).toEqual(WITHOUT_BUSINESS);
  });
});

describe('views', () => {
  interface View {
    name: string;
    rows: string;
    rights: string[];
    reads: string[];
  }
  const views = () =>
    api.sql<View>(
      `select c.relname as name, pg_get_viewdef(c.oid) as rows,
         array(select kind from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE}'::text[]) kind
          where has_table_privilege('${APP_ROLE}', c.oid, kind)) as rights,
         array(select distinct t.relname::text from pg_rewrite r join pg_depend d on d.objid = r.oid
          join pg_class t on t.oid = d.refobjid and t.oid <> c.oid where r.ev_class = c.oid) as reads
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('v', 'm')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    );

  test('have a condition on the tenant and are read-only', async () => {
    const all = await views();
    expect(all.map(({ name, rights, reads }) => ({ name, rights, reads }))).toEqual([
      { name: 'own_note_search', rights: ['SELECT'], reads: BEHIND_VIEWS },
    ]);
    for (const { rows } of all) expect(rows).toMatch(/business_id = .*current_setting\('app\.business_id'/);
  });

  test('show a business its own rows, and without a business none', async () => {
    const [note, other] = [await createNote(), await createNote()];
    const listNoteIds = (businessId: number | '') =>
      readAsApp(businessId, async (client) => {
        const { rows } = await client.query<{ note_id: number }>('select note_id from own_note_search');
        return rows.map((row) => row.note_id);
      });
    expect(await listNoteIds(note.businessId)).toEqual([note.noteId]);
    expect(await listNoteIds(other.businessId)).toEqual([other.noteId]);
    expect(await listNoteIds('')).toEqual([]);
  });
});

describe("the role of a business's transactions", () => {
  test('owns nothing, bypasses nothing and cannot log in [S-5]', async () => {
    const roles = await api.sql<Record<string, unknown>>(
      // With Citus it logs in on the workers, from the coordinator.
      `select rolsuper, rolbypassrls,
         rolcanlogin and current_setting('citus.propagate_set_commands', true) is distinct from 'local' as login, rolcreaterole, rolcreatedb,
         (select count(*) from pg_class c where c.relowner = r.oid) as owns,
         (select count(*) from pg_auth_members m where m.member = r.oid) as member_of
       from pg_roles r where rolname = $1`,
      [APP_ROLE],
    );
    expect(roles.map((role) => Object.values(role))).toEqual([[false, false, false, false, false, 0, 0]]);
  });

  test('has only the rights that it needs on each table', async () => {
    for (const { name, rights } of await tables()) {
      const expected = OWNER_ONLY.includes(name)
        ? []
        : APPEND_ONLY.includes(name)
          ? ['SELECT', 'INSERT']
          : ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
      expect([name, rights]).toEqual([name, expected]);
    }
  });
});

describe('keys', () => {
  test('of tables with a business begin with the business: primary, unique and foreign [T9 D-1,2,3]', async () => {
    const keys = await api.sql<{ table: string; name: string; first: string; target: string | null }>(
      `select c.relname as table, i.relname as name, a.attname as first, null as target
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
         join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
       where n.nspname = 'public' and x.indisunique
       union all
       select c.relname, k.conname, a.attname, f.attname
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
         join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
       where n.nspname = 'public' and k.contype = 'f'`,
    );
    expect(keys.filter(({ target }) => target !== null).length).toBeGreaterThan(8);
    const outside = [...GLOBAL, ...WITHOUT_BUSINESS];
    const wrong = keys.filter(
      ({ table, first, target }) =>
        !outside.includes(table) && (first !== 'business_id' || (target ?? 'business_id') !== 'business_id'),
    );
    expect(wrong).toEqual([]);
  });

  test('no table is without a primary key', async () => {
    const without = await api.sql(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p')
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
    );
    expect(without).toEqual([]);
  });
});

describe('append-only tables', () => {
  test.each(APPEND_ONLY)('%s refuses updates and deletes of every role [10.4.2 S-33]', async (name) => {
    const triggers = await api.sql<{ events: string[] }>(
      `select array_agg(distinct event_manipulation::text order by event_manipulation::text) as events
       from information_schema.triggers
       where event_object_table = $1 and action_timing = 'BEFORE' and trigger_name = 'append_only'`,
      [name],
    );
    expect(triggers).toEqual([{ events: ['DELETE', 'UPDATE'] }]);
  });

  test('audit_log refuses them of a superuser [10.6.30 S-33]', async () => {
    const { id } = await createBusiness(api);
    const rows = () => api.sql('select seq, hash from audit_log where business_id = $1 order by seq', [id]);
    const before = await rows();
    expect(before.length).toBeGreaterThan(1);
    const refusal = /audit_log\w* is append-only/;
    const where = 'where business_id = $1';
    await expect(api.sql(`update audit_log set action = 'other' ${where}`, [id])).rejects.toThrow(refusal);
    await expect(api.sql(`delete from audit_log ${where}`, [id])).rejects.toThrow(refusal);
    expect(await rows()).toEqual(before);
  });
});

test('a transaction without a business reads no rows and writes none [1.businesses.1 S-4 D-8]', async () => {
  const { id } = await createBusiness(api);
  const readable = (await tables()).filter(({ scoped, rights }) => scoped && rights.includes('SELECT'));
  expect(readable.length).toBeGreaterThan(10);
  await readAsApp('', async (client) => {
    for (const { name } of readable)
      expect([name, (await client.query(`select from "${name}"`)).rowCount]).toEqual([name, 0]);
    const insert = client.query(
      'insert into users (business_id, username, password_hash) values ($1, $2, $3)',
      [id, 'intruder', 'none'],
    );
    await expect(insert).rejects.toThrow(/row-level security/);
  });
});
