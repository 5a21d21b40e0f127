/** Reads a file through a buffer of fixed size, so that memory does not depend on its size. */

import { open, type FileHandle } from 'node:fs/promises';

const WINDOW = 64 * 1024;

export class FileReader {
  readonly size: number;
  readonly #file: FileHandle;
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Opens a file, calls `work` and closes it. */
  static async open<T>(path: string, work: (file: FileReader) => Promise<T>): Promise<T> {
    const file = await open(path, 'r');
    try {
      return await work(new FileReader(file, (await file.stat()).size));
    } finally {
      await file.close();
    }
  }

  /** Reads at most 64 KB from an offset; fewer bytes at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.size);
    if (offset < this.#start || end > this.#start + this.#bytes.length) await this.#move(offset);
    return this.#bytes.subarray(offset - this.#start, end - this.#start);
  }

  async #move(offset: number): Promise<void> {
    const length = Math.max(0, Math.min(WINDOW, this.size - offset));
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, offset);
    this.#start = offset;
    this.#bytes = buffer.subarray(0, bytesRead);
  }

  /** Reads the whole file in chunks. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (let offset = 0; offset < this.size; offset += WINDOW) yield this.read(offset, WINDOW);
  }
}
