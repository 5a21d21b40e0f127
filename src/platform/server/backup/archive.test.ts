import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ArchiveWriter } from './archive.ts';

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
