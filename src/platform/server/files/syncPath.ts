import { open } from 'node:fs/promises';

/** Syncs a file, or the entries of a folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  // Windows has no sync of folders and needs a writable handle for files.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
