/** Exports of a business in which people work meanwhile. */

import { expect, test } from 'vitest';
import { EXPORTED_TABLES } from '#features/exports/server/business/contents.ts';
import { openInvoiceBusiness } from '#tests/support/factories/invoices.ts';
import { useApi, type Api } from '#tests/support/helpers/api.ts';
import { serveImported, useInstallations } from '#tests/support/helpers/businessImports.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { toManifest } from '#tests/support/helpers/exportContents.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { readZip } from '#tests/support/helpers/zip.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const { createInstallation, importInto } = useInstallations();

/** Tables are exported by name: audit log and billed notes before this one, invoices and notes after it. */
const TABLE_BETWEEN = 'documents';

/** The number of rows of each table in the export; the locked one is empty. */
async function countRows(businessId: number): Promise<Record<string, number>> {
  const counts = EXPORTED_TABLES.filter((table) => table !== TABLE_BETWEEN).map(
    (table) =>
      `select '${table}' as name, count(*)::int as count from ${table} where ${table === 'businesses' ? 'id' : 'business_id'} = $1`,
  );
  const rows = await api.sql<{ name: string; count: number }>(counts.join(' union all '), [businessId]);
  return { [TABLE_BETWEEN]: 0, ...Object.fromEntries(rows.map(({ name, count }) => [name, count])) };
}

test(
  'an export has nothing of a note that is submitted, approved and invoiced while it runs, and verifies after its import [14.export.9]',
  { timeout: 60_000 },
  async () => {
    const { business, calls } = await openInvoiceBusiness(api);
    const { id: before } = await calls.approve();
    await calls.issue((await calls.draft()).id);
    const release = await holdLock(api, `lock table ${TABLE_BETWEEN} in access exclusive mode`, []);
    const exporting = exportArchive(api, business.admin.token);
    await Promise.race([exporting, waitForLocks(api, 1)]);
    const counts = await countRows(business.id);
    await calls.approve({ workDate: '2026-03-03' });
    expect(await calls.issue((await calls.draft()).id)).toMatchObject({ status: 200 });
    const later = await countRows(business.id);
    await release();

    const archive = await exporting;
    const entries = await readZip(archive);
    const grown = EXPORTED_TABLES.filter((table) => later[table] !== counts[table]);
    expect(grown).toEqual(
      expect.arrayContaining(['audit_log', 'billed_notes', 'invoices', 'note_reviews', 'notes']),
    );
    expect(toManifest(entries).rows).toEqual(counts);
    const printed = [...entries.keys()].filter((name) => /^notes\/\d+\//.test(name));
    expect(printed).toEqual([`notes/${before}/v1.pdf`]);
    const evidence = String(entries.get('notes/evidence.jsonl')).trim().split('\n');
    expect(evidence.map((line) => JSON.parse(line) as object)).toMatchObject([{ noteId: before }]);
    const environment = await createInstallation();
    const { admin } = await importInto(environment, archive);
    const { server } = await serveImported(environment, admin);
    try {
      await expectInvariants({ server } as Api);
    } finally {
      await server.stop();
    }
  },
);
