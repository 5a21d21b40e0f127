/** Compares the stored files that rows name with the entries of an archive. */

import { isKeyOf } from '#platform/server/files/fileStore.ts';
import { DamagedArchive, type Archive } from './archive.ts';
import type { ReferencedFile } from './backup.ts';
import type { Manifest } from './manifest.ts';

/** The folder of stored files in an archive; the rest of a name is the key of the file store. */
export const FILES = 'files/';

export const filesOf = (manifest: Manifest) => manifest.parts.filter(({ name }) => name.startsWith(FILES));

/**
 * Compares each row of a stored file with the entry of its key. Only a file whose fault the manifest lists may have no
 * entry, or another content.
 * @throws DamagedArchive also for an entry that no row names
 */
export function compareFiles(
  { path }: Pick<Archive, 'path'>,
  manifest: Manifest,
  rows: readonly ReferencedFile[],
): void {
  const damaged = (why: string) => new DamagedArchive(path, why);
  const digests = new Map(filesOf(manifest).map(({ name, sha256 }) => [name.slice(FILES.length), sha256]));
  const faults = new Map(manifest.faultyFiles.map(({ key, fault }) => [key, fault]));
  const unused = new Set(digests.keys());
  for (const { businessId, key, sha256 } of rows) {
    if (!isKeyOf(businessId, key))
      throw damaged(`a row names ${JSON.stringify(key)}, which is no stored file of its business`);
    unused.delete(key);
    const digest = digests.get(key);
    if (digest === sha256.toString('hex')) continue;
    if (faults.get(key) !== (digest === undefined ? 'missing' : 'changed'))
      throw damaged(`the file ${key} is missing or not the one that its row describes`);
  }
  const [stray] = unused;
  if (stray !== undefined) throw damaged(`no row names the file ${stray}`);
}
