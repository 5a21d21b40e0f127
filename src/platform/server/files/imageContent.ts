/** Detects pictures by walking their parts from the first to the last byte, without decoding them. */

import type { FileReader } from './fileReader.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Requires chunks from IHDR to IEND, and nothing after them. */
export async function isPng(file: FileReader): Promise<boolean> {
  if (!(await file.read(0, 8)).equals(PNG)) return false;
  for (let offset = 8, first = true; offset + 12 <= file.size; first = false) {
    const head = await file.read(offset, 8);
    const type = head.toString('latin1', 4, 8);
    if (first && type !== 'IHDR') return false;
    if (!/^[A-Za-z]{4}$/.test(type)) return false;
    offset += 12 + head.readUInt32BE(0);
    if (type === 'IEND') return offset === file.size;
  }
  return false;
}

/** Requires segments up to the scan. The end is not checked: phones append data. */
export async function isJpeg(file: FileReader): Promise<boolean> {
  const start = await file.read(0, 3);
  if (start.length < 3 || start.readUIntBE(0, 3) !== 0xffd8ff) return false;
  for (let offset = 2; offset + 4 <= file.size;) {
    const head = await file.read(offset, 4);
    if (head[0] !== 0xff) return false;
    const marker = head[1] ?? 0;
    // Fill bytes before a marker.
    if (marker === 0xff) offset += 1;
    else if (marker === 0xda) return true;
    else if (marker < 0xc0) return false;
    else offset += 2 + head.readUInt16BE(2);
  }
  return false;
}

/** Requires blocks up to the trailer, and only zeros after it. */
export async function isGif(file: FileReader): Promise<boolean> {
  const head = await file.read(0, 13);
  if (head.length < 13 || !/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) return false;
  let offset = 13 + colorTableBytes(head[10] ?? 0);
  for (;;) {
    const block = await file.read(offset, 10);
    if (block[0] === 0x3b) return onlyZeros(file, offset + 1);
    if (block[0] === 0x21) offset = await skipSubBlocks(file, offset + 2);
    else if (block[0] === 0x2c && block.length === 10)
      offset = await skipSubBlocks(file, offset + 11 + colorTableBytes(block[9] ?? 0));
    else return false;
    if (offset > file.size) return false;
  }
}

/** Bytes of a color table, from its flags. */
const colorTableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The offset after a series of sub-blocks, which ends with an empty one. */
async function skipSubBlocks(file: FileReader, start: number): Promise<number> {
  for (let offset = start; ;) {
    const length = (await file.read(offset, 1))[0];
    if (length === undefined) return Number.POSITIVE_INFINITY;
    offset += 1 + length;
    if (length === 0) return offset;
  }
}

async function onlyZeros(file: FileReader, start: number): Promise<boolean> {
  if (file.size - start > 1024) return false;
  return (await file.read(start, 1024)).every((byte) => byte === 0);
}
