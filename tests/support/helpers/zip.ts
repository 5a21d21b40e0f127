/** Parses a ZIP file. */
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The content of each entry by its name, in the order of the file. */
export async function readZip(content: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(content, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return entries;
}
