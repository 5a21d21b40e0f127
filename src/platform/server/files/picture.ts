/** Decodes uploaded pictures outside the main thread, with few decoders enabled. */

import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';

/** Pixels per side: twice the largest size on screen. */
const SIDE = 512;
const QUALITY = 85;
/** A small file may contain a huge picture. */
const MOST_PIXELS = 40_000_000;
const SECONDS = 10;

// Only JPEG, PNG, GIF and WebP; no SVG, PDF or camera formats. These are settings of the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Converts a picture to a square, upright JPEG without metadata such as location and device.
 * @returns null when it is not a PNG, JPEG, GIF or WebP picture, is damaged or has more than 40 million pixels
 */
export async function toProfilePicture(path: string): Promise<Readable | null> {
  const picture = stripMetadata(await readFile(path));
  if (!picture) return null;
  try {
    const bytes = await sharp(picture.bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return Readable.from([bytes]);
  } catch {
    // It reads memory only, so the file is damaged.
    return null;
  }
}

export interface Pixels {
  /** Red, green and blue, or gray, of each pixel, 0 to 255; then alpha if the number of channels is even. */
  values: Buffer;
  channels: number;
}

/**
 * Decodes the pixels of a PNG, ignoring its color profile.
 * @param atMost largest number of pixels
 * @returns null when it is not a PNG, is damaged or incomplete, has trailing data or more pixels
 */
export async function pixelsOf(png: Buffer, atMost: number): Promise<Pixels | null> {
  const picture = stripMetadata(png);
  if (picture?.end !== png.length) return null;
  try {
    const options = { limitInputPixels: atMost, failOn: 'warning', ignoreIcc: true } as const;
    const { data, info } = await sharp(picture.bytes, options)
      .raw()
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true });
    return { values: data, channels: info.channels };
  } catch {
    // As above.
    return null;
  }
}

/**
 * Re-encodes a PNG on white as far as it can be decoded: some PNGs crash the PDF library, which takes much longer
 * for transparent ones.
 * @returns null when it cannot be decoded, or has more pixels
 */
export async function toCleanPng(png: Buffer, atMost: number): Promise<Buffer | null> {
  const picture = stripMetadata(png);
  if (!picture) return null;
  try {
    return await sharp(picture.bytes, { limitInputPixels: atMost, failOn: 'none', ignoreIcc: true })
      .flatten({ background: '#fff' })
      .png()
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch {
    // As above.
    return null;
  }
}

const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex');
/** Bytes of length, type and checksum of a chunk. */
const CHUNK_OVERHEAD = 12;
/** Chunks for pixels, colors and orientation (https://www.w3.org/TR/png-3/#4Concepts.FormatTypes). */
const VISIBLE = new Set('IHDR PLTE tRNS IDAT IEND eXIf cICP iCCP sRGB gAMA cHRM'.split(' '));
/** The first letter of a critical chunk, which a decoder must not ignore. */
const CRITICAL = /^[^a-z]/;

/**
 * Removes text chunks from a PNG: the decoder unpacks them, and hundreds of megabytes fit into a small file.
 * @returns also the end of the picture in the file; null for a PNG that is truncated or has unknown critical chunks.
 * Files of other types are not changed.
 */
function stripMetadata(file: Buffer): { bytes: Buffer; end: number } | null {
  if (!file.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) return { bytes: file, end: file.length };
  const chunks: Buffer[] = [PNG_MAGIC];
  for (let at = PNG_MAGIC.length; at + CHUNK_OVERHEAD <= file.length;) {
    const end = at + CHUNK_OVERHEAD + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (VISIBLE.has(type)) chunks.push(file.subarray(at, end));
    else if (CRITICAL.test(type)) return null;
    if (type === 'IEND') return { bytes: Buffer.concat(chunks), end };
    at = end;
  }
  return null;
}
