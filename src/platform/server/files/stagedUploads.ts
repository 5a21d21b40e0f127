/** Staged uploads: stored locally until they are validated, and deleted if they are rejected. */

import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DiskSpace } from '#platform/server/diskSpace.ts';
import { diskFull } from '#platform/server/errors.ts';
import type { Settings } from '#platform/server/settings.ts';
import { removeAbandoned } from './removeAbandoned.ts';

/** A received file, on the local disk until it is stored or discarded. */
export interface StagedFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  discard(): Promise<void>;
}

const ABANDONED_AFTER_MS = 60 * 60 * 1000;
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export class StagedUploads {
  readonly #folder: string;
  readonly #diskSpace: DiskSpace;

  constructor(settings: Pick<Settings, 'dataDir'>, diskSpace: DiskSpace) {
    this.#diskSpace = diskSpace;
    this.#folder = join(settings.dataDir, 'incoming');
  }

  /** Writes a stream to the disk, counting and hashing its bytes. @throws errors of the stream; 507 `disk_full` */
  async write(source: Readable): Promise<StagedFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#diskSpace.assertFree();
    const path = join(this.#folder, randomBytes(16).toString('hex'));
    const discard = () => rm(path, { force: true });
    const hash = createHash('sha256');
    let size = 0;
    try {
      await pipeline(
        source,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      );
    } catch (error) {
      await discard();
      if (DISK_FULL.has((error as NodeJS.ErrnoException).code ?? '')) throw diskFull();
      throw error;
    }
    return { path, size, sha256: hash.digest(), discard };
  }

  /** Removes the files of processes that ended during an upload. */
  removeAbandoned(now: Date): Promise<void> {
    return removeAbandoned(this.#folder, { now, ageMs: ABANDONED_AFTER_MS });
  }
}
