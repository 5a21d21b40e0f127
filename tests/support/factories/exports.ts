import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey } from '#platform/server/files/fileStore.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import type { TestBusiness } from './businesses.ts';

const CONTENT = 'the records of a business';

/** A finished export with its file, by SQL, as no job runs while tests walk all calls. */
export async function createFinishedExport(api: Api, { id, admin }: TestBusiness): Promise<number> {
  const { files, settings } = api.server.services;
  const key = newKey(id);
  const path = join(settings.dataDir, `export-${key.replace('/', '-')}`);
  await writeFile(path, CONTENT);
  await files.put(key, path);
  const [row] = await api.sql<{ id: string }>(
    `insert into export_jobs (business_id, kind, state, storage_key, file_name, mime_type, file_size, sha256,
       created_by, created_at, finished_at)
     values ($1, 'business', 'done', $2, 'export.zip', 'application/zip', $3, $4, $5, now(), now()) returning id`,
    [id, key, CONTENT.length, createHash('sha256').update(CONTENT).digest(), admin.id],
  );
  return Number(row?.id);
}
