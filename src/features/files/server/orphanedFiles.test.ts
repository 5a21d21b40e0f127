import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { uploadResource } from '#tests/support/factories/files.ts';
import { newKey } from '#platform/server/files/fileStore.ts';
import { deleteOrphanedFiles } from './actions.ts';

const api = useApi();

const MINUTE = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

test('deleteOrphanedFiles deletes files that were orphaned for an hour, and no others [D-11]', async () => {
  const { id: businessId, admin } = await createBusiness(api);
  const { services } = api.server;
  const resource = await uploadResource(api, admin.token);
  const key = newKey(businessId);
  const source = join(services.settings.dataDir, 'half');
  await writeFile(source, 'half an upload');
  await services.files.put(key, source);
  await api.sql('insert into orphaned_files (business_id, storage_key, since) values ($1, $2, now())', [
    businessId,
    key,
  ]);
  await deleteOrphanedFiles(services, later(59));
  expect(await services.files.stat(key)).not.toBeNull();
  await deleteOrphanedFiles(services, later(61));
  expect(await services.files.stat(key)).toBeNull();
  expect(await api.sql('select 1 from orphaned_files')).toEqual([]);
  const params = { id: resource.id };
  expect((await api.call(admin.token, 'GET /api/business-resources/:id/file', { params })).status).toBe(200);
});

test('deleteOrphanedFiles deletes more files than one batch contains', async () => {
  const { id } = await createBusiness(api);
  await api.sql(
    `insert into orphaned_files (business_id, storage_key, since)
     select $1::bigint, $1::text || '/' || md5(n::text), now() from generate_series(1, 230) n`,
    [id],
  );
  await deleteOrphanedFiles(api.server.services, later(61));
  expect(await api.sql('select 1 from orphaned_files')).toEqual([]);
});

test('deleteOrphanedFiles deletes interrupted uploads', async () => {
  const { services } = api.server;
  const folder = join(services.settings.dataDir, 'incoming');
  await mkdir(folder, { recursive: true });
  const [old, fresh] = [join(folder, 'old'), join(folder, 'fresh')];
  await writeFile(old, 'x');
  await writeFile(fresh, 'x');
  await utimes(old, later(-61), later(-61));
  await deleteOrphanedFiles(services, new Date());
  expect(await readdir(folder)).toEqual(['fresh']);
});
