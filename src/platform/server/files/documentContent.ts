/** Detects PDF files and the binary formats of older office programs. */

import type { FileReader } from './fileReader.ts';

const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Length of an entry in a compound file's directory: name in UTF-16, its length in bytes at 64, its type at 66. */
const ENTRY = 128;
const STREAM = 2;

/** Recognizes a PDF by its beginning and end. */
export async function isPdf(file: FileReader): Promise<boolean> {
  const head = await file.read(0, 8);
  if (!/^%PDF-\d\.\d/.test(head.toString('latin1'))) return false;
  return (await file.read(Math.max(0, file.size - 2048), 2048)).includes('%%EOF');
}

/** Searches a compound file's directory for a stream of this name, which distinguishes a .doc from an .msi. */
export async function isCompoundFile(file: FileReader, stream: string): Promise<boolean> {
  if (!(await file.read(0, 8)).equals(COMPOUND)) return false;
  const name = Buffer.from(`${stream}\0`, 'utf16le');
  for await (const piece of file.chunks()) {
    for (let at = 0; at + ENTRY <= piece.length; at += ENTRY) {
      const entry = piece.subarray(at, at + ENTRY);
      const same = entry.readUInt16LE(64) === name.length && entry[66] === STREAM;
      if (same && entry.subarray(0, name.length).equals(name)) return true;
    }
  }
  return false;
}
