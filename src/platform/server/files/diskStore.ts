/** Files in a folder, with a folder for each business and in it one for each first two letters of the key. */

import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedKey, type FileStore } from './fileStore.ts';
import { syncPath } from './syncPath.ts';

export function diskStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    const [business = '', name = ''] = checkedKey(key).split('/');
    return join(folder, business, name.slice(0, 2), name);
  };
  return {
    async put(key, source) {
      const target = pathOf(key);
      await syncPath(source);
      const created = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(source, target);
      await syncPath(dirname(target));
      // A new folder is durable once the folders above it are synced.
      if (created)
        for (const parent of [dirname(dirname(target)), folder, dirname(folder)]) await syncPath(parent);
    },
    async get(key, range) {
      const target = pathOf(key);
      const file = await open(target, 'r').catch(unlessMissing);
      return file && createReadStream(target, { fd: file, ...range });
    },
    async stat(key) {
      const stats = await stat(pathOf(key)).catch(unlessMissing);
      return stats && { size: stats.size };
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
