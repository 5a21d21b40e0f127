/** The rows of one business, copied from the embedded database while its people work. */

import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { openLog } from '#platform/server/log.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { loadCopy } from './copyActions.ts';
import { copyRows, type CopiedTable } from './copyReads.ts';

const isEmbedded = process.env['TEST_DATABASE'] === 'embedded';
const MIGRATIONS = join(import.meta.dirname, '../../../../../db/migrations');

const api = useApi();

/** The rows of a table as lines of JSON, sorted. */
const selectRows = ({ name, key }: CopiedTable, businessId: number) =>
  `select row_to_json(t)::text as line from public.${name} t
   where ${name === 'businesses' ? 'id' : 'business_id'} = ${businessId} order by ${key.map((one) => `t."${one}"::text`).join()}`;

test.runIf(isEmbedded)(
  'a copy has the rows of one business, as of its end, also those that changed, came and went meanwhile [16.copies.1,2]',
  async () => {
    const [business, other] = [await createBusiness(api), await createBusiness(api)];
    const { token } = business.admin;
    for (const one of [business, other]) {
      const client = await createClient(api, one);
      await api.ok(one.admin.token, 'POST /api/notes', { body: buildNoteForm(client.id) });
    }
    const changed = await api.ok(token, 'POST /api/announcements', { body: buildAnnouncementForm() });
    const deleted = await api.ok(token, 'POST /api/announcements', { body: buildAnnouncementForm() });
    const folder = mkdtempSync(join(tmpdir(), 'quarterhour-copy-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

    // Called before each page. The one session of the database serves in the order of requests.
    let pages = 0;
    let changes: Promise<unknown> = Promise.resolve();
    const change = () =>
      Promise.all([
        api.sql('update announcements set title = $2 where id = $1', [changed.id, 'Changed meanwhile']),
        api.sql('delete from announcements where id = $1', [deleted.id]),
        api.sql(
          `insert into announcements (id, business_id, title, content, type, priority, created_by, created_at)
           select nextval(pg_get_serial_sequence('announcements', 'id')), business_id, 'Came meanwhile', content, type, priority, created_by, now()
           from announcements where id = $1`,
          [changed.id],
        ),
        api.sql('update users set bio = $2 where business_id = $1', [business.id, 'Changed meanwhile']),
      ]);
    const signal = {
      throwIfAborted() {
        pages += 1;
        if (pages === 40) changes = change();
      },
    } as AbortSignal;
    const rows = join(folder, 'rows');
    const scope = { services: api.server.services, businessId: business.id, now: clock.now(), ip: '' };
    const tables = await copyRows(scope, rows, signal);
    await changes;
    expect(pages).toBeGreaterThan(40);
    for (const file of await readdir(rows))
      expect(await readFile(join(rows, file), 'utf8')).not.toContain(`"business_id":${other.id},`);

    const database = await openDatabase(
      { databaseUrl: null, dataDir: join(folder, 'data') },
      openLog('silent'),
    );
    onTestFinished(() => database.close());
    await loadCopy(database, { folder: rows, tables, migrations: MIGRATIONS });
    expect(await readdir(folder)).toEqual(['data']);
    await database.pool.query(`create role reader superuser; set role reader`);
    for (const table of tables) {
      const statement = selectRows(table, business.id);
      const { rows: copied } = await database.pool.query<{ line: string }>(statement);
      expect([table.name, copied]).toEqual([table.name, await api.sql(statement)]);
    }
  },
);
