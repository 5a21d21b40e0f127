/** Row-level security, read from the catalog of the database, so that no table can be forgotten. */
import { describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';

// The lists of rowLevelSecurity.ts once more: a table added to one of them by mistake is noticed.

/** Global tables with a business: they are read before the tenant is known. */
const GLOBAL = [
  'business_claims',
  'idempotency_keys',
  'temporary_passwords',
  'orphaned_files',
  'outgoing_mails',
  'password_resets',
  'sessions',
  'usernames',
];
/** Tables that are read before the business is known, and the list of businesses itself. */
const WITHOUT_BUSINESS = ['attempts', 'businesses', 'provider_events'];
/** Tables that no transaction of a business touches at all. */
const OWNER_ONLY = ['attempts', 'business_claims', 'provider_events'];
const APPEND_ONLY = ['audit_log', 'note_signatures', 'note_versions', 'unit_ledger'];
/** Searched through a view that belongs to the owner and holds the business's condition itself. */
const BEHIND_VIEWS = ['note_search'];
const APP_ROLE = 'quarterhour_app';

const api = useApi();

async function aNote() {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const { id } = await createSignedNote(api, author, { clientId: client.id });
  return { businessId: business.id, noteId: id };
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

describe('row-level security', () => {
  test('guards every table, also from the owner where it is not global [S-5]', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(({ enabled }) => !enabled)).toEqual([]);
    const notForced = all.filter(({ forced }) => !forced).map(({ name }) => name);
    expect(notForced).toEqual([...WITHOUT_BUSINESS, ...BEHIND_VIEWS, ...GLOBAL].toSorted());
  });

  test('has one policy per table, for all commands, that checks what is written [S-5]', async () => {
    for (const { name, policies, checked } of await tables()) {
      const expected = OWNER_ONLY.includes(name) ? [name, [], false] : [name, ['own_business'], true];
      expect([name, policies.filter((one) => one !== 'owner_reads_all'), checked]).toEqual(expected);
    }
  });

  test('lets the owner alone read everything, for backups, where it is bound too', async () => {
    for (const { name, forced, policies, ownerReads } of await tables())
      expect([name, policies.includes('owner_reads_all'), ownerReads]).toEqual([name, forced, forced]);
  });

  test('shows a business no more when it asks for what backups read', async () => {
    const [mine, other] = [await aNote(), await aNote()];
    const client = await api.server.services.database.pool.connect();
    try {
      await client.query(
        `begin; select set_config('role', '${APP_ROLE}', true), set_config('app.business_id', '${mine.businessId}', true),
           set_config('app.reads_all', 'on', true)`,
      );
      const { rows } = await client.query<{ id: number }>('select id from notes');
      expect(rows.map(({ id }) => id)).toEqual([mine.noteId]);
      expect(other.noteId).not.toBe(mine.noteId);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('every table of the product belongs to a business [1.roles.1 3.notes.2 3.drafts.5 3.clients.8 3.documents.3 3.resources.7 3.assignments.4 3.services.3 3.time.3 3.announcements.5 3.messages.6 D-1]', async () => {
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
       where n.nspname = 'public' and c.relkind in ('v', 'm')`,
    );

  test('keep to the business of the transaction and can only be read', async () => {
    const all = await views();
    expect(all.map(({ name, rights, reads }) => ({ name, rights, reads }))).toEqual([
      { name: 'own_note_search', rights: ['SELECT'], reads: BEHIND_VIEWS },
    ]);
    for (const { rows } of all) expect(rows).toMatch(/business_id = .*current_setting\('app\.business_id'/);
  });

  test('show a business its own rows, and without a business none', async () => {
    const [mine, other] = [await aNote(), await aNote()];
    const noteIds = async (businessId: number | null) => {
      const client = await api.server.services.database.pool.connect();
      try {
        const setting = businessId ?? '';
        await client.query(
          `begin; select set_config('role', '${APP_ROLE}', true), set_config('app.business_id', '${setting}', true)`,
        );
        const { rows } = await client.query('select note_id from own_note_search');
        return rows.map((row: { note_id: number }) => row.note_id);
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect(await noteIds(mine.businessId)).toEqual([mine.noteId]);
    expect(await noteIds(other.businessId)).toEqual([other.noteId]);
    expect(await noteIds(null)).toEqual([]);
  });
});

describe("the role of a business's transactions", () => {
  test('owns nothing, bypasses nothing and cannot sign in [S-5]', async () => {
    const roles = await api.sql(
      `select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb,
         (select count(*) from pg_class c where c.relowner = r.oid) as owns,
         (select count(*) from pg_auth_members m where m.member = r.oid) as member_of
       from pg_roles r where rolname = $1`,
      [APP_ROLE],
    );
    expect(roles).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: false,
        rolcreaterole: false,
        rolcreatedb: false,
        owns: 0,
        member_of: 0,
      },
    ]);
  });

  test('may do with each table no more than it has to', async () => {
    for (const { name, rights } of await tables()) {
      const wanted = OWNER_ONLY.includes(name)
        ? []
        : APPEND_ONLY.includes(name)
          ? ['SELECT', 'INSERT']
          : ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
      expect([name, rights]).toEqual([name, wanted]);
    }
  });
});

describe('keys', () => {
  test('primary, unique and foreign keys of tenant tables begin with the business [T9 D-1,2,3]', async () => {
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

  test('tables of a business have a key', async () => {
    const without = await api.sql(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p')
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
    );
    expect(without).toEqual([]);
  });
});

describe('what is written once', () => {
  test.each(APPEND_ONLY)('%s refuses updates and deletes from every role [10.4.2 S-33]', async (name) => {
    const triggers = await api.sql<{ events: string[] }>(
      `select array_agg(distinct event_manipulation::text order by event_manipulation::text) as events
       from information_schema.triggers
       where event_object_table = $1 and action_timing = 'BEFORE' and trigger_name = 'append_only'`,
      [name],
    );
    expect(triggers).toEqual([{ events: ['DELETE', 'UPDATE'] }]);
  });

  test('the audit log keeps its rows even from a superuser [10.6.30 S-33]', async () => {
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

test('a transaction without a business sees no rows and writes none [1.businesses.1 S-4 D-8]', async () => {
  const { id } = await createBusiness(api);
  const client = await api.server.services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local role ${APP_ROLE}`);
    for (const { name, scoped, rights } of await withRights(client)) {
      if (!scoped || !rights) continue;
      expect((await client.query(`select from "${name}"`)).rowCount).toBe(0);
    }
    const intrusion = client.query(
      'insert into users (business_id, username, password_hash) values ($1, $2, $3)',
      [id, 'intruder', 'none'],
    );
    await expect(intrusion).rejects.toThrow(/row-level security/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> };

/** Read on the same connection: the embedded database has no second one. */
async function withRights(client: Queryable): Promise<{ name: string; scoped: boolean; rights: boolean }[]> {
  const { rows } = await client.query(
    `select c.relname as name, has_table_privilege('${APP_ROLE}', c.oid, 'SELECT') as rights,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'business_id') as scoped
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p')`,
  );
  return rows as { name: string; scoped: boolean; rights: boolean }[];
}
