/** The guarantees of file stores, on disk and in an S3-compatible service. */

import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server, type FakeS3Server } from '#tests/support/fakes/s3Server.ts';
import { newKey, type FileStore } from './fileStore.ts';
import { openFileStore } from './openFileStore.ts';

let folder: string;
let service: FakeS3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  service = await startS3Server(join(folder, 'service'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const onDisk = () => openFileStore({ dataDir: join(folder, 'data'), bucket: null });
const inBucket = (accessKeyId = 'S3RVER') =>
  openFileStore({
    dataDir: join(folder, 'unused'),
    bucket: { endpoint: service.settings.S3_ENDPOINT, name: 'files', accessKeyId, secretAccessKey: 'S3RVER' },
  });

async function local(bytes: Buffer): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'local-')), 'file');
  await writeFile(path, bytes);
  return path;
}

const read = async (store: FileStore, key: string) => {
  const content = await store.get(key);
  return content && buffer(content);
};

describe.each([
  ['a folder', onDisk],
  ['a bucket', inBucket],
])('%s', (_, open) => {
  test('returns the stored bytes until they are deleted [10.7.10 D-11]', async () => {
    const store = open();
    const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_unused, index) => (index * 7) % 256));
    const key = newKey(7);
    await store.put(key, await local(bytes));
    expect(await store.stat(key)).toEqual({ size: bytes.length });
    expect((await read(store, key))?.equals(bytes)).toBe(true);
    await store.delete(key);
    expect([await store.stat(key), await store.get(key)]).toEqual([null, null]);
  });

  test('returns a range of the stored bytes [14.export.3]', async () => {
    const store = open();
    const key = newKey(7);
    await store.put(key, await local(Buffer.from('0123456789')));
    const range = await store.get(key, { start: 3, end: 6 });
    expect(range && (await buffer(range)).toString()).toBe('3456');
    expect(await store.get(newKey(7), { start: 0, end: 1 })).toBeNull();
  });

  test('stores a file that is larger than one request to a bucket', async () => {
    const store = open();
    const key = newKey(7);
    const bytes = Buffer.alloc(33 * 2 ** 20, 'quarterhour');
    await store.put(key, await local(bytes));
    expect(await store.stat(key)).toEqual({ size: bytes.length });
    const end = await store.get(key, { start: bytes.length - 5, end: bytes.length - 1 });
    expect(end && (await buffer(end)).equals(bytes.subarray(-5))).toBe(true);
    await store.delete(key);
  });

  test('deletes only the file of the key, and ignores a missing one', async () => {
    const store = open();
    const [one, other] = [newKey(1), newKey(1)];
    await store.put(one, await local(Buffer.from('one')));
    await store.put(other, await local(Buffer.from('other')));
    await store.delete(one);
    await store.delete(one);
    expect(String(await read(store, other))).toBe('other');
    expect(await store.get(one)).toBeNull();
  });

  test.each(['../../etc/passwd', '1/../2', '/etc/passwd', '1/short', `0/${'a'.repeat(32)}`, ''])(
    'rejects the key %j [S-25]',
    async (key) => {
      const store = open();
      await expect(async () => store.get(key)).rejects.toThrow('is not valid');
      await expect(async () => store.put(key, await local(Buffer.from('x')))).rejects.toThrow('is not valid');
      await expect(async () => store.delete(key)).rejects.toThrow('is not valid');
      await expect(async () => store.stat(key)).rejects.toThrow('is not valid');
    },
  );
});

test('stores files on the disk for the owner only, without names in paths [S-25]', async () => {
  const key = newKey(7);
  await onDisk().put(key, await local(Buffer.from('x')));
  const folders = await readdir(join(folder, 'data', 'files', '7'));
  expect(folders.every((folder) => /^[0-9a-f]{2}$/.test(folder))).toBe(true);
  expect((await stat(join(folder, 'data', 'files', '7'))).mode & 0o077).toBe(0);
});

test('throws when the service rejects the access key [10.7.10]', async () => {
  const store = inBucket('UNKNOWN');
  const key = newKey(7);
  await expect(store.put(key, await local(Buffer.from('x')))).rejects.toThrow('403');
  await expect(store.get(key)).rejects.toThrow('403');
});
