/**
 * One file that holds many: a tar archive (POSIX ustar), and after its end a block with the SHA-256 of every byte
 * before. Tar programs open it; a byte that changed or is missing anywhere is found by the last block.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Header } from 'tar/header';
import { clock } from '#platform/server/clock.ts';

/** A file inside of the archive. */
export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

/** The archive is damaged, cut off, or none at all; nothing of it may be used. */
export class DamagedArchive extends Error {
  constructor(path: string, why: string) {
    super(`${path} is not a whole backup: ${why}. Nothing has been changed.`);
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

/** Younger ones may belong to a process that is still writing. */
const LEFT_BEHIND_MS = 60 * 60 * 1000;
/** The random part keeps the names of unfinished and concurrent archives apart. */
const UNFINISHED = /^\.(.+)\.[0-9a-f]{16}\.partial$/;

interface OpenFile {
  path: string;
  temporary: string;
  file: FileHandle;
}

/** Called with the size of the next entry; an error ends the archive. */
type BeforePart = (bytes: number) => Promise<void>;

/** Writes an archive under a temporary name; it gets its own when it is whole, on the disk and read back. */
export class ArchiveWriter {
  readonly parts: ArchiveEntry[] = [];
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #madeAt: Date;
  readonly #before: BeforePart;

  private constructor(target: OpenFile, madeAt: Date, before: BeforePart) {
    this.#path = target.path;
    this.#temporary = target.temporary;
    this.#file = target.file;
    this.#madeAt = madeAt;
    this.#before = before;
  }

  /** Begins an archive that only its owner may read; `before` is asked before each part. */
  static async create(
    path: string,
    madeAt: Date,
    before: BeforePart = () => Promise.resolve(),
  ): Promise<ArchiveWriter> {
    const [folder, name] = [dirname(path), basename(path)];
    await removeLeftBehind(folder, name);
    const temporary = join(folder, `.${name}.${randomBytes(8).toString('hex')}.partial`);
    return new ArchiveWriter({ path, temporary, file: await open(temporary, 'wx', 0o600) }, madeAt, before);
  }

  /** Adds a file of so many bytes. @throws when the content has another length */
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

  /** Ends it, brings it to the disk, has it checked and gives it its name. @returns its size in bytes */
  async finish(check: (path: string) => Promise<void>): Promise<number> {
    await this.#write(END);
    await this.#file.writeFile(lastBlock(this.#hash.digest('hex')));
    await this.#file.sync();
    const { size } = await this.#file.stat();
    await this.#file.close();
    await check(this.#temporary);
    await rename(this.#temporary, this.#path);
    await syncFolder(dirname(this.#path));
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

/** Of an unfinished archive the name that it was to get; null when the name is none of those. */
export const unfinishedName = (name: string): string | null => UNFINISHED.exec(name)?.[1] ?? null;

/** Removes what a process that was killed left under the names of this archive or of any by the usual name. */
async function removeLeftBehind(folder: string, wanted: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const whole = unfinishedName(name);
    if (whole !== wanted && !whole?.startsWith('quarterhour-')) continue;
    const path = join(folder, name);
    // One that is gone has just been finished.
    const found = await stat(path).catch(() => null);
    if (found && clock.now().getTime() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}

function headerOf(path: string, size: number, mtime: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  const header = new Header({ path, size, mtime, mode: 0o600, uid: 0, gid: 0, type: 'File' });
  if (header.encode(block, 0)) throw new Error(`${path} does not fit into a header`);
  return block;
}

/** Asks the operating system to write a folder's entries to the disk now. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no sync of folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A whole archive: every byte has been compared with the digest in its last block. */
export interface Archive {
  path: string;
  names: string[];
  /** The content of a file inside. @throws when there is none of this name */
  read(name: string): Readable;
}

/** Opens an archive. @throws DamagedArchive */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    await refuseDamaged(path, file, size);
    const entries = await readEntries(file, size);
    return {
      path,
      names: [...entries.keys()],
      read(name) {
        const entry = entries.get(name);
        if (!entry) throw new DamagedArchive(path, `${name} is missing`);
        const { at, bytes } = entry;
        if (bytes === 0) return Readable.from([]);
        return createReadStream(path, { start: at, end: at + bytes - 1, highWaterMark: READ_BYTES });
      },
    };
  } finally {
    await file.close();
  }
}

async function refuseDamaged(path: string, file: FileHandle, size: number): Promise<void> {
  const body = size - BLOCK;
  if (body < END.length || size % BLOCK !== 0) throw new DamagedArchive(path, 'it has been cut off');
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(READ_BYTES);
  for (let at = 0; at < body;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, body - at), at);
    if (bytesRead === 0) throw new DamagedArchive(path, 'it became shorter while it was read');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  const { buffer: found } = await file.read(Buffer.alloc(BLOCK), 0, BLOCK, body);
  if (!found.equals(lastBlock(hash.digest('hex'))))
    throw new DamagedArchive(path, 'its content does not match its digest');
}

/** The offset and size of each entry; the digest has been compared by then. */
async function readEntries(
  file: FileHandle,
  size: number,
): Promise<Map<string, { at: number; bytes: number }>> {
  const entries = new Map<string, { at: number; bytes: number }>();
  const block = Buffer.alloc(BLOCK);
  for (let at = 0; at < size - BLOCK;) {
    await file.read(block, 0, BLOCK, at);
    const header = new Header(block, 0);
    if (header.nullBlock) break;
    const bytes = header.size ?? 0;
    entries.set(header.path ?? '', { at: at + BLOCK, bytes });
    at += BLOCK + bytes + (-bytes & (BLOCK - 1));
  }
  return entries;
}
