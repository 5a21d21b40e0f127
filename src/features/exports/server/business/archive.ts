/** Writes the ZIP archive of an export entry by entry, with the digest of each, in little memory. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { MANIFEST_NAME } from './contents.ts';

type Content = AsyncIterable<Buffer | string> | Iterable<Buffer | string>;

interface EntryOptions {
  /** False for what is compressed already. */
  compress?: boolean;
}

export class ExportArchive {
  readonly #zip = new ZipFile();
  readonly #mtime: Date;
  /** Rejects when the archive cannot be written. */
  readonly #written: Promise<void>;
  /** Aborted then, because the content of an entry would be awaited forever. */
  readonly #failed = new AbortController();
  /** The lines of the manifest about entries, on the disk, because there may be hundreds of thousands. */
  readonly #listPath: string;
  readonly #list: WriteStream;
  #entries = 0;
  /** The content of the current entry. */
  #content = Readable.from([]);
  /** One function for all entries: the library keeps it with each entry, which would keep its content. */
  readonly #passContent = (done: (error: null, stream: Readable) => void) => done(null, this.#content);

  constructor(path: string, mtime: Date) {
    this.#mtime = mtime;
    this.#listPath = `${path}.entries`;
    this.#list = createWriteStream(this.#listPath, { mode: 0o600 });
    const failed = new Promise<never>((_, reject) => this.#zip.on('error', reject));
    const output = createWriteStream(path, { mode: 0o600 });
    this.#written = Promise.race([pipeline(this.#zip.outputStream, output), failed]);
    this.#written.catch((error: unknown) => this.#failed.abort(error));
  }

  /** Adds an entry and waits until its content has been read. */
  async add(name: string, content: Content, options: EntryOptions = {}): Promise<{ sha256: string }> {
    const hash = createHash('sha256');
    let bytes = 0;
    await this.#addStream(
      name,
      (async function* () {
        for await (const chunk of content) {
          hash.update(chunk);
          bytes += Buffer.byteLength(chunk);
          yield chunk;
        }
      })(),
      options,
    );
    const sha256 = hash.digest('hex');
    const line = JSON.stringify({ name, bytes, sha256 });
    if (!this.#list.write(`${this.#entries === 0 ? '' : ',\n'}${line}`)) await once(this.#list, 'drain');
    this.#entries += 1;
    return { sha256 };
  }

  async #addStream(name: string, content: AsyncIterable<Buffer | string>, { compress = true }: EntryOptions) {
    const stream = Readable.from(content, { objectMode: false });
    this.#content = stream;
    this.#zip.addReadStreamLazy(name, { mtime: this.#mtime, mode: 0o100600, compress }, this.#passContent);
    const { signal } = this.#failed;
    // `finished` rejects with an error of its own.
    await finished(stream, { signal }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
  }

  /** Adds the manifest, which lists all entries but itself, and ends the archive. */
  async finish(manifest: object): Promise<void> {
    this.#list.end();
    await finished(this.#list);
    const head = JSON.stringify(manifest, null, 2).replace(/\n\}$/, '');
    const list = createReadStream(this.#listPath, 'utf8') as AsyncIterable<string>;
    await this.#addStream(
      MANIFEST_NAME,
      (async function* () {
        yield `${head},\n  "files": [\n`;
        yield* list;
        yield '\n]}\n';
      })(),
      {},
    );
    this.#zip.end();
    await this.#written;
  }
}
