/** The manifest of an archive, and its verification. */

import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { parseObject } from '#platform/server/canonicalJson.ts';
import { DamagedArchive, type Archive } from './archive.ts';

export const MANIFEST = 'manifest.json';
/** Increases when older versions of the product cannot read a new archive. */
export const FORMAT = 1;
/** Enough for the files of a million documents. */
const MAX_MANIFEST_BYTES = 256 * 2 ** 20;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const schema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** Its source; it can be restored into either. */
  database: z.enum(['embedded', 'postgres']),
  /** Hashes of the applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** Identify the keys that encrypted the secrets, without revealing them. */
  keyFingerprints: z.array(digest).min(1),
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: digest, parts: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.int(), called: z.boolean() })),
  /** Files that rows refer to and that were missing or changed when the backup was made. */
  faultyFiles: z.array(z.object({ key: z.string(), fault: z.enum(['missing', 'changed']) })),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: digest })),
});

export type Manifest = z.output<typeof schema>;

/** The archive was made by a newer version of the product. */
export class NewerArchive extends Error {
  constructor(path: string) {
    super(
      `${path} was made by a newer version of the product. Update this one first. Nothing has been changed.`,
    );
    this.name = 'NewerArchive';
  }
}

/**
 * Reads the manifest and compares every part with its digest.
 * @throws DamagedArchive, NewerArchive
 */
export async function readManifest(archive: Archive): Promise<Manifest> {
  if (!archive.names.includes(MANIFEST)) throw new DamagedArchive(archive.path, `${MANIFEST} is missing`);
  const json = parseObject(await text(archive.read(MANIFEST, MAX_MANIFEST_BYTES)));
  if (Number(json?.['format']) > FORMAT) throw new NewerArchive(archive.path);
  const { data: manifest, error } = schema.safeParse(json);
  if (error)
    throw new DamagedArchive(
      archive.path,
      `its manifest has no valid ${error.issues[0]?.path.join('.') || 'content'}`,
    );
  const listed = new Set([MANIFEST, ...manifest.parts.map(({ name }) => name)]);
  const stray = archive.names.find((name) => !listed.has(name));
  if (stray) throw new DamagedArchive(archive.path, `its manifest does not list ${stray}`);
  for (const part of manifest.parts) await comparePart(archive, part);
  return manifest;
}

async function comparePart(archive: Archive, part: Manifest['parts'][number]): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of archive.read(part.name) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  if (bytes !== part.bytes || hash.digest('hex') !== part.sha256)
    throw new DamagedArchive(archive.path, `${part.name} does not match its digest`);
}
