/**
 * Reads and writes tar archives (POSIX ustar) that end with one more block: the SHA-256 of all bytes before it, which
 * detects damage anywhere.
 */

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Header } from 'tar/header';
import { clock } from '#platform/server/clock.ts';
import { removeAbandoned } from '#platform/server/files/removeAbandoned.ts';
import { syncPath } from '#platform/server/files/syncPath.ts';

/** A file in the archive. */
export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

/** The file is damaged, truncated or no archive. */
export class DamagedArchive extends Error {
  constructor(path: string, why: string) {
    super(`${path} is not a complete backup: ${why}. Nothing has been changed.`);
    this.name = 'DamagedArchive';
  }
}

const BLOCK = 512;
/** Two empty blocks end a tar archive. */
const END = Buffer.alloc(2 * BLOCK);
const READ_BYTES = 1024 * 1024;

const lastBlock = (digest: string): Buffer => {
  const block = Buffer.alloc(BLOCK);
  block.write(`quarterhour backup, sha256 of all before this block: ${digest}\n`);
  return block;
};

/** Younger files may belong to a process that is still writing. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
/** The random part distinguishes concurrent archives. */
const UNFINISHED = /^\.(.+)\.[0-9a-f]{16}\.partial$/;

/** Called with the size of the next entry; an error ends the archive. */
type BeforePart = (bytes: number) => Promise<void>;

/** Writes an archive under a temporary name; `finish` renames it once it is complete, synced and verified. */
export class ArchiveWriter {
  readonly parts: ArchiveEntry[] = [];
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #madeAt: Date;
  readonly #before: BeforePart;

  private constructor(
    target: { path: string; temporary: string; file: FileHandle },
    madeAt: Date,
    before: BeforePart,
  ) {
    this.#path = target.path;
    this.#temporary = target.temporary;
    this.#file = target.file;
    this.#madeAt = madeAt;
    this.#before = before;
  }

  /** Begins an archive that only its owner can read; `before` is called before each part. */
  static async create(
    path: string,
    madeAt: Date,
    before: BeforePart = () => Promise.resolve(),
  ): Promise<ArchiveWriter> {
    const [folder, name] = [dirname(path), basename(path)];
    // With this name or a default name.
    const isOwn = (entry: string) => {
      const finalName = finalNameOf(entry);
      return finalName === name || finalName?.startsWith('quarterhour-') === true;
    };
    await removeAbandoned(folder, { now: clock.now(), ageMs: ABANDONED_AFTER_MS, isOwn });
    const temporary = join(folder, `.${name}.${randomBytes(8).toString('hex')}.partial`);
    return new ArchiveWriter({ path, temporary, file: await open(temporary, 'wx', 0o600) }, madeAt, before);
  }

  /** Adds a file of this many bytes. @throws when the content has another length */
  async add(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<ArchiveEntry> {
    await this.#before(bytes);
    await this.#write(headerOf(name, bytes, this.#madeAt));
    const hash = createHash('sha256');
    let written = 0;
    for await (const piece of content) {
      hash.update(piece);
      written += piece.length;
      await this.#write(piece);
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}`);
    await this.#write(Buffer.alloc(-bytes & (BLOCK - 1)));
    const part = { name, bytes, sha256: hash.digest('hex') };
    this.parts.push(part);
    return part;
  }

  /** Ends, syncs, checks and renames the archive. @returns its size in bytes */
  async finish(check: (path: string) => Promise<void>): Promise<number> {
    await this.#write(END);
    await this.#file.writeFile(lastBlock(this.#hash.digest('hex')));
    await this.#file.sync();
    const { size } = await this.#file.stat();
    await this.#file.close();
    await check(this.#temporary);
    await rename(this.#temporary, this.#path);
    await syncPath(dirname(this.#path));
    return size;
  }

  /** Removes what has been written. */
  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.#temporary, { force: true });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    await this.#file.writeFile(bytes);
  }
}

/** The final name of an unfinished archive; null for any other file. */
export const finalNameOf = (name: string): string | null => UNFINISHED.exec(name)?.[1] ?? null;

function headerOf(path: string, size: number, mtime: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  const header = new Header({ path, size, mtime, mode: 0o600, uid: 0, gid: 0, type: 'File' });
  if (header.encode(block, 0)) throw new Error(`${path} does not fit into a header`);
  return block;
}

/** An archive whose digest has been verified. */
export interface Archive {
  path: string;
  names: string[];
  /** The content of an entry. @throws DamagedArchive when there is none of this name, or it has more bytes than `most` */
  read(name: string, most?: number): Readable;
}

/** Opens an archive. @throws DamagedArchive */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    await verifyDigest(path, file, size);
    const entries = await readEntries(path, file, size);
    return {
      path,
      names: [...entries.keys()],
      read(name, most = Infinity) {
        const entry = entries.get(name);
        if (!entry) throw new DamagedArchive(path, `${name} is missing`);
        if (entry.bytes > most) throw new DamagedArchive(path, `${name} is too large`);
        const { at, bytes } = entry;
        if (bytes === 0) return Readable.from([]);
        return createReadStream(path, { start: at, end: at + bytes - 1, highWaterMark: READ_BYTES });
      },
    };
  } finally {
    await file.close();
  }
}

async function verifyDigest(path: string, file: FileHandle, size: number): Promise<void> {
  const body = size - BLOCK;
  if (body < END.length || size % BLOCK !== 0) throw new DamagedArchive(path, 'it is truncated');
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(READ_BYTES);
  for (let at = 0; at < body;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, body - at), at);
    if (bytesRead === 0) throw new DamagedArchive(path, 'it became shorter while it was read');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  const { buffer: storedBlock } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, body);
  if (!storedBlock.equals(lastBlock(hash.digest('hex'))))
    throw new DamagedArchive(path, 'its content does not match its digest');
}

/** Reads offset and size of each entry; call it after `verifyDigest`. @throws DamagedArchive */
async function readEntries(
  path: string,
  file: FileHandle,
  size: number,
): Promise<Map<string, { at: number; bytes: number }>> {
  const entries = new Map<string, { at: number; bytes: number }>();
  const block = Buffer.alloc(BLOCK);
  const end = size - BLOCK - END.length;
  for (let at = 0; at < end;) {
    await file.read(block, 0, BLOCK, at);
    const { cksumValid, type, path: name = '', size: bytes = Infinity } = new Header(block, 0);
    const next = at + BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
    if (!cksumValid || type !== 'File' || next > end)
      throw new DamagedArchive(path, `it has no file at byte ${at}`);
    if (entries.has(name)) throw new DamagedArchive(path, `it has ${name} twice`);
    entries.set(name, { at: at + BLOCK, bytes });
    at = next;
  }
  return entries;
}
