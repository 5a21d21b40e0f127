/** Reads and writes ZIP archives in tests. */

import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** The content of each entry by name, in the order of the file. */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const zip = await fromBufferPromise(archive);
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

/** An archive with these entries. */
export async function writeZip(entries: Iterable<readonly [name: string, content: Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}
