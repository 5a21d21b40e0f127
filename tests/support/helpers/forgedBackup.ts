/** Backups that were changed together with their manifest and digests. */

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ArchiveWriter, openArchive } from '#platform/server/backup/archive.ts';
import { MANIFEST, readManifest, type Manifest } from '#platform/server/backup/manifest.ts';

type Entries = Map<string, Buffer>;

/** Writes a copy of a backup with changed entries, which its manifest and the digests of its tables describe. */
export async function forgeBackup(
  path: string,
  to: string,
  change: (entries: Entries) => unknown,
  more: Partial<Manifest> = {},
): Promise<void> {
  const archive = await openArchive(path);
  const manifest = await readManifest(archive);
  const entries: Entries = new Map();
  for (const { name } of manifest.parts) entries.set(name, await buffer(archive.read(name)));
  change(entries);
  const writer = await ArchiveWriter.create(to, new Date());
  const add = (name: string, content: Buffer) => writer.add(name, content.length, streamOf(content));
  for (const [name, content] of entries) await add(name, content);
  const tables = manifest.tables.map((table) => ({ ...table, ...describe(entries, table) }));
  await add(MANIFEST, Buffer.from(JSON.stringify({ ...manifest, tables, ...more, parts: writer.parts })));
  await writer.finish(() => Promise.resolve());
}

/** Rows and digest of a table; what cannot be unpacked keeps those of the backup. */
function describe(entries: Entries, { parts }: Manifest['tables'][number]) {
  const hash = createHash('sha256');
  let rows = 0;
  for (const part of parts) {
    const lines = unpack(entries.get(part));
    if (lines === null) return {};
    hash.update(lines);
    rows += lines.toString().split('\n').length - 1;
  }
  return { rows, sha256: hash.digest('hex') };
}

function unpack(part: Buffer | undefined): Buffer | null {
  try {
    return part ? gunzipSync(part) : null;
  } catch {
    return null;
  }
}

/** Replaces text in the rows of a table. @throws when nothing is replaced */
export function replaceInRows(
  entries: Entries,
  table: string,
  [from, to]: [from: string | RegExp, to: string],
): void {
  const name = `rows/public.${table}/000001.jsonl.gz`;
  const before = gunzipSync(entries.get(name) ?? gzipSync('')).toString();
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${name} has no ${from}`);
  entries.set(name, gzipSync(after));
}

async function* streamOf(piece: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(piece);
}
