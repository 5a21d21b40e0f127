/** Detects Office documents, which are ZIP archives, by the names of their entries. */

import { openPromise, type ZipFile } from 'yauzl';
import type { FileReader } from './fileReader.ts';

const MOST_ENTRIES = 2_000;
const MOST_UNPACKED = 200 * 1024 * 1024;

type OfficeKind = 'word' | 'excel' | 'powerpoint';

const MAIN: [OfficeKind, RegExp][] = [
  ['word', /^word\/document\d*\.xml$/],
  ['excel', /^xl\/workbook\.xml$/],
  ['powerpoint', /^ppt\/presentation\.xml$/],
];

/** The program of a document; null for any other archive, a damaged or huge one, or one with macros. */
export async function officeKind(path: string): Promise<OfficeKind | null> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => null);
  if (!zip) return null;
  try {
    return kindOf(await namesIn(zip));
  } catch {
    // The list of entries is damaged.
    return null;
  } finally {
    zip.close();
  }
}

async function namesIn(zip: ZipFile): Promise<string[]> {
  if (zip.entryCount > MOST_ENTRIES) throw new RangeError('too many entries');
  const names: string[] = [];
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    unpacked += entry.uncompressedSize;
    if (names.length > MOST_ENTRIES || unpacked > MOST_UNPACKED) throw new RangeError('too large');
  }
  return names;
}

function kindOf(names: string[]): OfficeKind | null {
  if (!names.includes('[Content_Types].xml')) return null;
  if (names.some((name) => /vbaProject\.bin$/i.test(name))) return null;
  const kinds = MAIN.filter(([, main]) => names.some((name) => main.test(name)));
  return kinds.length === 1 ? (kinds[0]?.[0] ?? null) : null;
}

const END_OF_ARCHIVE = Buffer.from('PK\u0005\u0006', 'latin1');
const END_LENGTH = 22;

/** Detects an archive at the end of a file, which programs would open in different ways. */
export async function hasZipAtEnd(file: FileReader): Promise<boolean> {
  const tail = await file.read(Math.max(0, file.size - 64 * 1024), 64 * 1024);
  for (
    let at = tail.lastIndexOf(END_OF_ARCHIVE);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(END_OF_ARCHIVE, at - 1)
  ) {
    if (at + END_LENGTH > tail.length) continue;
    if (at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
