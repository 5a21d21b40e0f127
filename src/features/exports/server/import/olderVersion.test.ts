import { expect, test } from 'vitest';
import { openDatabase } from '#platform/server/database/database.ts';
import { isMigrated } from '#platform/server/database/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { storeEarlierForm } from '#tests/support/factories/earlierForms.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi, type Api } from '#tests/support/helpers/api.ts';
import {
  MIGRATIONS,
  readTestSettings,
  send,
  serveImported,
  useInstallations,
} from '#tests/support/helpers/businessImports.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { exportArchive } from '#tests/support/helpers/exports.ts';
import { toOlderArchive } from '#tests/support/helpers/olderArchive.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const { createDirectory, createInstallation, importInto } = useInstallations();

test(
  'the export of an earlier version is imported and migrated, with what its migrations change in the records [14.businessImport.1]',
  { timeout: 120_000 },
  async () => {
    const { business, author, clientId, review } = await createReviewScenario(api);
    const { id: noteId } = await createSignedNote(api, author, { clientId });
    await storeEarlierForm(api, 'quarterhour-note-3', { businessId: business.id, noteId });
    await review(noteId, { action: 'approve', version: 1 });
    await createAuthorization(api, business, { clientId, reference: 'A-1' });
    const { DATA_DIR: dataDir = '' } = await createDirectory();
    // Authorizations named their payer by a text then.
    const older = await toOlderArchive(await exportArchive(api, business.admin.token), {
      before: '_claims',
      change: `update client_services set payer = ' County ' where reference = 'A-1'`,
      dataDir,
    });
    const environment = await createInstallation();
    const { admin } = await importInto(environment, older);
    // The command verifies the result before any server starts.
    expect(await isUpToDate(environment)).toBe(true);
    const imported = await serveImported(environment, admin);
    try {
      const payers = await send<{ id: number; name: string }[]>(imported, 'GET', '/api/payers');
      expect(payers).toMatchObject([{ name: 'County' }]);
      const url = `/api/clients/${clientId}/services`;
      const authorizations = await send<object[]>(imported, 'GET', url);
      expect(authorizations).toMatchObject([{ reference: 'A-1', payerId: payers[0]?.id, payer: 'County' }]);
      expect(await send(imported, 'GET', `/api/notes/${noteId}/evidence`)).toMatchObject({
        matches: true,
        missing: [],
      });
      await expectInvariants({ server: imported.server } as Api);
    } finally {
      await imported.server.stop();
    }
  },
);

async function isUpToDate(environment: Record<string, string>): Promise<boolean> {
  const database = await openDatabase(readTestSettings(environment), openLog('silent'));
  try {
    return await isMigrated(database.pool, MIGRATIONS);
  } finally {
    await database.close();
  }
}
