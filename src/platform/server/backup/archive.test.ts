import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Header } from 'tar/header';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ArchiveWriter, openArchive } from './archive.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterhour-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = () => readdirSync(folder).toSorted();

async function* noBytes(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.alloc(0));
}

test('removes old unfinished archives of killed processes', async () => {
  const [sameName, defaultName] = [
    '.q.tar.0123456789abcdef.partial',
    '.quarterhour-manual-x.tar.0123456789abcdef.partial',
  ];
  const [fresh, otherName] = ['.q.tar.fedcba9876543210.partial', '.r.tar.0123456789abcdef.partial'];
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of [sameName, defaultName, fresh, otherName]) writeFileSync(join(folder, name), '');
  for (const name of [sameName, defaultName, otherName])
    utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
  const writer = await ArchiveWriter.create(join(folder, 'q.tar'), new Date());
  await writer.add('empty', 0, noBytes());
  await writer.finish(() => Promise.resolve());
  expect(names()).toEqual([fresh, otherName, 'q.tar']);
});

test('leaves nothing when a part is rejected', async () => {
  const writer = await ArchiveWriter.create(join(folder, 'q.tar'), new Date(), (bytes) =>
    bytes > 0 ? Promise.reject(new Error('no room')) : Promise.resolve(),
  );
  await writer.add('empty', 0, noBytes());
  await expect(writer.add('full', 1, noBytes())).rejects.toThrow('no room');
  await writer.discard();
  expect(names()).toEqual([]);
});

/** Writes the digest of an archive again after its bytes were changed. */
function seal(bytes: Buffer): Buffer {
  const body = bytes.subarray(0, -512);
  const digest = createHash('sha256').update(body).digest('hex');
  return Buffer.concat([
    body,
    Buffer.from(
      bytes
        .subarray(-512)
        .toString()
        .replace(/[0-9a-f]{64}/, digest),
    ),
  ]);
}

async function* twoBytes(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from('ab'));
}

const rewriteHeader = (change: object) => (bytes: Buffer) => {
  const { path, size, mtime } = new Header(bytes, 0);
  bytes.fill(0, 0, 512);
  new Header({ ...(path && { path }), ...(size && { size }), ...(mtime && { mtime }), ...change }).encode(
    bytes,
    0,
  );
};

test.each<[what: string, change: (bytes: Buffer) => unknown, message: RegExp]>([
  ['a link', rewriteHeader({ type: 'SymbolicLink', linkpath: '/etc/passwd' }), /it has no file at byte 0/],
  ['a folder', rewriteHeader({ type: 'Directory' }), /it has no file at byte 0/],
  ['a size beyond its end', rewriteHeader({ size: 2 ** 33 }), /it has no file at byte 0/],
  ['a negative size', (bytes) => bytes.fill(0xff, 124, 136), /it has no file at byte 0/],
  ['a wrong checksum', (bytes) => bytes.write('x', 0), /it has no file at byte 0/],
  ['empty blocks before its end', (bytes) => bytes.fill(0, 1024, 1536), /it has no file at byte 1024/],
  ['a name twice', (bytes) => bytes.copy(bytes, 1024, 0, 512), /it has one twice/],
])('openArchive refuses %s under a right digest [16.archives.3]', async (_, change, message) => {
  const path = join(folder, 'q.tar');
  const writer = await ArchiveWriter.create(path, new Date());
  for (const name of ['one', 'two']) await writer.add(name, 2, twoBytes());
  await writer.finish(() => Promise.resolve());
  const bytes = readFileSync(path);
  writeFileSync(path, seal(bytes));
  expect((await openArchive(path)).names).toEqual(['one', 'two']);
  change(bytes);
  writeFileSync(path, seal(bytes));
  await expect(openArchive(path)).rejects.toThrow(message);
});
