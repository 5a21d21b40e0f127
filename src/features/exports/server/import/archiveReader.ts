/** Reads the archive of an export, and compares every entry with the manifest before anything is used. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { parseObject } from '#platform/server/canonicalJson.ts';
import { EXPORT_FORMAT, EXPORTED_TABLES, MANIFEST_NAME } from '#features/exports/server/business/contents.ts';

/** The archive cannot be imported; nothing has been changed. */
export class ImportRefused extends Error {
  constructor(why: string) {
    super(`${why} Nothing has been changed.`);
    this.name = 'ImportRefused';
  }
}

/** Enough for the entries of a million notes. */
const MAX_MANIFEST_BYTES = 512 * 2 ** 20;

const count = z.int().nonnegative();
const manifestSchema = z.object({
  format: z.literal(EXPORT_FORMAT),
  createdAt: z.iso.datetime(),
  business: z.object({ id: z.int().positive(), name: z.string() }),
  migrations: z.array(z.string()).min(1),
  rows: z.record(z.string(), count),
  missing: z.array(z.object({ name: z.string(), reason: z.string() })),
  needsPasswords: z.array(z.object({ username: z.string(), name: z.string(), hasTwoFactor: z.boolean() })),
  needsSignatureCodes: z.array(z.object({ id: z.int(), name: z.string() })),
  files: z.array(z.object({ name: z.string(), bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type ExportManifest = z.output<typeof manifestSchema>;

export interface ImportArchive {
  manifest: ExportManifest;
  /** The names of entries that begin with this. */
  listNames(prefix: string): string[];
  /** The content of an entry. @throws ImportRefused when there is none of this name */
  read(name: string): Promise<Readable>;
  close(): void;
}

/** Opens an archive whose entries all match the manifest. @throws ImportRefused */
export async function openImport(path: string): Promise<ImportArchive> {
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true }).catch(
    (error: Error) => {
      throw damaged(path, error.message);
    },
  );
  try {
    const entries = await listEntries(zip);
    const read = (name: string) => openEntry(zip, entries.get(name), { path, name });
    const manifest = await readManifest(path, entries.get(MANIFEST_NAME), read);
    await compareEntries({ path, manifest, entries, read });
    return {
      manifest,
      listNames: (prefix) => [...entries.keys()].filter((name) => name.startsWith(prefix)),
      read,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    // Errors of the library are about the content of the file.
    throw error instanceof ImportRefused ? error : damaged(path, (error as Error).message);
  }
}

const damaged = (path: string, why: string) =>
  new ImportRefused(`${path} is damaged or isn't a business export: ${why}.`);

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function openEntry(
  zip: ZipFile,
  entry: Entry | undefined,
  { path, name }: { path: string; name: string },
): Promise<Readable> {
  if (!entry) throw damaged(path, `${name} is missing`);
  return zip.openReadStreamPromise(entry);
}

type Read = ImportArchive['read'];

async function readManifest(path: string, entry: Entry | undefined, read: Read): Promise<ExportManifest> {
  if (entry && entry.uncompressedSize > MAX_MANIFEST_BYTES) throw damaged(path, 'its manifest is too large');
  const parts: Buffer[] = [];
  for await (const part of (await read(MANIFEST_NAME)) as AsyncIterable<Buffer>) parts.push(part);
  const json = parseObject(Buffer.concat(parts).toString());
  if (Number(json?.['format']) > EXPORT_FORMAT) throw newer(path);
  const { data, error } = manifestSchema.safeParse(json);
  if (error) throw damaged(path, `its manifest has no valid ${error.issues[0]?.path.join('.') || 'content'}`);
  return data;
}

export const newer = (path: string) =>
  new ImportRefused(`${path} was made by a newer version of the product. Update this one first.`);

async function compareEntries(content: {
  path: string;
  manifest: ExportManifest;
  entries: Map<string, Entry>;
  read: Read;
}): Promise<void> {
  const { path, manifest, entries, read } = content;
  const listed = new Set([MANIFEST_NAME, ...manifest.files.map(({ name }) => name)]);
  const stray = [...entries.keys()].find((name) => !listed.has(name));
  if (stray) throw damaged(path, `its manifest does not list ${stray}`);
  for (const table of Object.keys(manifest.rows)) {
    if (!EXPORTED_TABLES.includes(table)) throw damaged(path, `it has records of a table ${table}`);
    if (!listed.has(`records/${table}.jsonl`)) throw damaged(path, `records/${table}.jsonl is missing`);
  }
  for (const file of manifest.files) {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of (await read(file.name)) as AsyncIterable<Buffer>) {
      bytes += part.length;
      // Without this, a small file could unpack for hours.
      if (bytes > file.bytes) break;
      hash.update(part);
    }
    if (bytes !== file.bytes || hash.digest('hex') !== file.sha256)
      throw damaged(path, `${file.name} does not match its digest`);
  }
}
