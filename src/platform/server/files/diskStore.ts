/** Files in a folder: one folder per business, in it one per first letters, so that none grows too long. */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedKey } from './fileStore.ts';
import type { FileStore } from './fileStore.ts';

export function diskStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    const [business = '', name = ''] = checkedKey(key).split('/');
    return join(folder, business, name.slice(0, 2), name);
  };
  return {
    async put(key, source) {
      const target = pathOf(key);
      await flush(source);
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(source, target);
      await flush(dirname(target));
      // A new folder is only as lasting as its entry in the folders above it.
      if (made) for (const above of [dirname(dirname(target)), folder, dirname(folder)]) await flush(above);
    },
    async get(key) {
      const target = pathOf(key);
      const file = await open(target, 'r').catch(unlessMissing);
      return file && createReadStream(target, { fd: file });
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch(unlessMissing);
      return found && { size: found.size };
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

/** Asks the operating system to write a file, or a folder's entries, to the disk now. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
