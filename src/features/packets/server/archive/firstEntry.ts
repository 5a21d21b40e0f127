/** Finds the PDF in the stored ZIP file of a packet (APPNOTE.TXT of PKWARE, section 4.3.7). */

import { buffer } from 'node:stream/consumers';
import { notFound } from '#platform/server/errors.ts';
import type { FileStore } from '#platform/server/files/fileStore.ts';

/** The first entry, which is not compressed. */
export const PDF_NAME = 'packet.pdf';

/** Of a local file header. */
const HEADER_SIZE = 30;
const SIGNATURE = 0x04034b50;
const STORED = 0;

/** The position and size of the first entry, in bytes. @throws 404 when the file is missing in the store */
export async function findFirstEntry(
  files: FileStore,
  key: string,
): Promise<{ start: number; size: number }> {
  const stream = await files.get(key, { start: 0, end: HEADER_SIZE - 1 });
  if (!stream) throw notFound('This file is no longer there.');
  const header = await buffer(stream);
  if (header.readUInt32LE(0) !== SIGNATURE || header.readUInt16LE(8) !== STORED)
    throw new Error('The file of a packet does not begin with its PDF');
  const names = header.readUInt16LE(26) + header.readUInt16LE(28);
  return { start: HEADER_SIZE + names, size: header.readUInt32LE(18) };
}
