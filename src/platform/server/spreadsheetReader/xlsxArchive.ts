/** The parts of an XLSX file: an archive whose entries refer to each other (ECMA-376, part 2). */

import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { UnreadableSheet } from './sheetContent.ts';
import { parseXml } from './xmlTags.ts';

const MAX_ENTRIES = 1_000;
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

export const damaged = () =>
  new UnreadableSheet('The XLSX file is damaged. Save it again, or save it as CSV.');

export interface Relationship {
  /** The end of its type: 'worksheet', 'styles', …; strict files have other addresses before it. */
  type: string;
  /** The name of a part. */
  target: string;
}

export class XlsxArchive {
  readonly #zip: ZipFile;
  readonly #entries = new Map<string, Entry>();

  private constructor(zip: ZipFile, entries: readonly Entry[]) {
    this.#zip = zip;
    // The first of several with one name, everywhere.
    for (const entry of entries.toReversed()) this.#entries.set(keyOf(entry.fileName), entry);
  }

  /** @throws UnreadableSheet if it announces to be too large */
  static async open(path: string): Promise<XlsxArchive> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MAX_ENTRIES) throw tooLarge();
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    // An entry that is larger than it announces fails while it is read.
    if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_UNPACKED_BYTES)
      throw tooLarge();
    return new XlsxArchive(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** @throws UnreadableSheet if there is no such part */
  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(keyOf(name));
    if (!entry) throw damaged();
    return this.#zip.openReadStreamPromise(entry);
  }

  /** The relationships of a part by their ids; of the whole file for a blank name. */
  async readRelationships(part: string): Promise<Map<string, Relationship>> {
    const slash = part.lastIndexOf('/') + 1;
    const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
    const relationships = new Map<string, Relationship>();
    if (!this.has(name)) return relationships;
    await parseXml(await this.read(name), {
      onOpen(tag, { Id, Type = '', Target = '', TargetMode }) {
        if (tag !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
        // Relative to the folder of the part.
        const { pathname } = new URL(Target.replaceAll('\\', '/'), `file:///${part}`);
        const target = decodeURIComponent(pathname).slice(1);
        if (relationships.has(Id)) throw damaged();
        relationships.set(Id, { type: Type.replace(/^.*\//s, ''), target });
      },
    });
    return relationships;
  }

  close(): void {
    this.#zip.close();
  }
}

/** Names of parts are compared without regard to case. */
const keyOf = (name: string): string => name.toLowerCase();

const tooLarge = () =>
  new UnreadableSheet('The XLSX file is too large when unpacked. Delete other sheets and pictures.');
