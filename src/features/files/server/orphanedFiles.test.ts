import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newKey } from '#platform/server/files/fileStore.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { uploadResource } from '#tests/support/factories/files.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { refuseWrites } from '#tests/support/helpers/refuseWrites.ts';
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

/** Adds rows of more files than one batch contains. */
const addMany = (businessId: number, since: Date) =>
  api.sql(
    `insert into orphaned_files (business_id, storage_key, since)
     select $1::bigint, $1::text || '/' || md5(n::text), $2 from generate_series(1, 230) n`,
    [businessId, since],
  );

test('deleteOrphanedFiles deletes more files than one batch contains', async () => {
  const { id } = await createBusiness(api);
  await addMany(id, new Date());
  await deleteOrphanedFiles(api.server.services, later(61));
  expect(await api.sql('select 1 from orphaned_files')).toEqual([]);
});

test('deleteOrphanedFiles skips a business whose writes fail, deletes the files of others, and fails at the end', async () => {
  const [affected, other] = [await createBusiness(api), await createBusiness(api)];
  await addMany(affected.id, later(-1));
  await addMany(other.id, new Date());
  await refuseWrites(api, 'delete', { table: 'orphaned_files', businessId: affected.id });
  await expect(deleteOrphanedFiles(api.server.services, later(61))).rejects.toThrow(
    'delete from "orphaned_files"',
  );
  const rows = await api.sql('select business_id as id, count(*)::int from orphaned_files group by 1');
  expect(rows).toEqual([{ id: affected.id, count: 230 }]);
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
