/** Compares the stored files that records of an export name with its entries. */

import type { ClientBase } from 'pg';
import { isKeyOf } from '#platform/server/files/fileStore.ts';
import { ImportRefused, type ImportArchive } from './archiveReader.ts';

/** The folder of stored files in an archive; the rest of a name is the key of the file store. */
export const FILES = 'files/';

/** Refuses names of entries that are no keys of this business. @throws ImportRefused */
export function validateEntryNames({ manifest, listNames }: ImportArchive): void {
  const invalid = listNames(FILES).find((name) => !isKeyOf(manifest.business.id, name.slice(FILES.length)));
  if (invalid !== undefined)
    throw new ImportRefused(`The archive has a file with the invalid name ${JSON.stringify(invalid)}.`);
}

interface StoredFile {
  key: string;
  name: string;
  sha256: string;
}

/**
 * Compares each loaded record of a stored file with the entry of its key, in the caller's transaction. Only a file that
 * the manifest lists as missing may have no entry, or another content.
 * @throws ImportRefused also for an entry that no record names
 */
export async function compareStoredFiles(
  client: ClientBase,
  { manifest, listNames }: ImportArchive,
): Promise<void> {
  const digests = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]));
  const missing = new Map<string, number>();
  for (const { name } of manifest.missing) missing.set(name, (missing.get(name) ?? 0) + 1);
  const unused = new Set(listNames(FILES));
  const { rows } = await client.query<StoredFile>(
    `select storage_key as key, original_name as name, encode(sha256, 'hex') as sha256 from stored_files`,
  );
  for (const { key, name, sha256 } of rows) {
    if (!isKeyOf(manifest.business.id, key))
      throw new ImportRefused(
        `A record names ${JSON.stringify(key)}, which is not a stored file of this business.`,
      );
    unused.delete(FILES + key);
    if (digests.get(FILES + key) === sha256) continue;
    const left = missing.get(name) ?? 0;
    if (left === 0)
      throw new ImportRefused(`The file ${FILES}${key} is missing or not the one that its record describes.`);
    missing.set(name, left - 1);
  }
  const [stray] = unused;
  if (stray !== undefined) throw new ImportRefused(`No record names the file ${stray}.`);
}
