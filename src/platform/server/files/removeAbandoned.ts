import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the entries of a folder that are older than `ageMs`: killed processes left them. */
export async function removeAbandoned(
  folder: string,
  { now, ageMs, isOwn = () => true }: { now: Date; ageMs: number; isOwn?: (name: string) => boolean },
): Promise<void> {
  const names = await readdir(folder).catch(() => [] as string[]);
  for (const name of names.filter(isOwn)) {
    const path = join(folder, name);
    // A missing entry was renamed or removed by another process.
    const stats = await stat(path).catch(() => null);
    if (stats && now.getTime() - stats.mtimeMs > ageMs) await rm(path, { recursive: true, force: true });
  }
}
