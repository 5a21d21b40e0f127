/** Archives of businesses that were changed together with their manifest. */

import { createHash } from 'node:crypto';
import { toManifest, type Manifest } from './exportContents.ts';
import { readZip, writeZip } from './zip.ts';

/** Changes the entries of an archive, and lets the manifest describe all of them again. */
export async function forgeArchive(
  archive: Buffer,
  change: (entries: Map<string, Buffer>) => unknown,
  more: Partial<Manifest> = {},
): Promise<Buffer> {
  const entries = await readZip(archive);
  const manifest = toManifest(entries);
  entries.delete('manifest.json');
  change(entries);
  const files = [...entries].map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  entries.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...more, files })));
  return writeZip(entries);
}

/** Replaces text in the records of a table. @throws when nothing is replaced */
export function replaceInRecords(
  entries: Map<string, Buffer>,
  table: string,
  [from, to]: [from: string | RegExp, to: string],
): void {
  const name = `records/${table}.jsonl`;
  const before = String(entries.get(name));
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${name} has no ${from}`);
  entries.set(name, Buffer.from(after));
}
