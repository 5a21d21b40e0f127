/** Pictures that come in, decoded away from the main thread by a library that is kept safe. */
import sharp from 'sharp';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Pixels a side; sharp enough for twice the size that any screen shows. */
const SIDE = 512;
const QUALITY = 85;
/** A small file may hold a huge picture. */
const MOST_PIXELS = 40_000_000;
const SECONDS = 10;

// Only the four decoders that browsers' pictures need; no SVG, PDF or camera formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * The picture of a person in a file as a square JPEG, upright, without what cameras write beside it (place, time, device):
 * re-encoded, so that nothing else of the file is kept.
 * @returns null when it is not a PNG, JPEG, GIF or WebP picture, is damaged or has more than 40 million pixels
 */
export async function toProfilePicture(path: string): Promise<Readable | null> {
  const shown = whatIsShown(await readFile(path));
  if (!shown) return null;
  try {
    const bytes = await sharp(shown.bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return Readable.from([bytes]);
  } catch {
    // It reads memory only, so every error is about the file.
    return null;
  }
}

export interface Pixels {
  /** Red, green and blue of each pixel, 0 to 255, and how much it covers where there are four channels. */
  values: Buffer;
  channels: number;
}

/**
 * The pixels of a PNG, ignoring its color profile.
 * @param atMost pixels; more are not unpacked
 * @returns null when it is no PNG, is damaged or incomplete, is followed by anything, or has more pixels
 */
export async function pixelsOf(png: Buffer, atMost: number): Promise<Pixels | null> {
  const shown = whatIsShown(png);
  if (shown?.end !== png.length) return null;
  try {
    const options = { limitInputPixels: atMost, failOn: 'warning', ignoreIcc: true } as const;
    const { data, info } = await sharp(shown.bytes, options)
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
 * The same picture as a PNG of our own making, as far as it can be made out: what puts pictures on paper ends the
 * process over some that others draw.
 * @returns null when nothing can be made out, or when there are more pixels
 */
export async function toCleanPng(png: Buffer, atMost: number): Promise<Buffer | null> {
  const shown = whatIsShown(png);
  if (!shown) return null;
  try {
    return await sharp(shown.bytes, { limitInputPixels: atMost, failOn: 'none', ignoreIcc: true })
      .png()
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch {
    // As above.
    return null;
  }
}

const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and checksum of a chunk. */
const AROUND = 12;
/** What is drawn and with which colours, and which side is up (https://www.w3.org/TR/png-3/#4Concepts.FormatTypes). */
const DRAWN = new Set('IHDR PLTE tRNS IDAT IEND eXIf cICP iCCP sRGB gAMA cHRM'.split(' '));
/** Begins what no decoder may pass over that does not know it: capitals. */
const CRITICAL = /^[^a-z]/;

/**
 * A PNG without what is not drawn: the decoder unpacks and keeps every text in it, and hundreds of megabytes of texts
 * fit into a small file. Files of other kinds as they are.
 * @returns also where the picture ends in the file; null for a PNG that breaks off or has unknown parts that matter
 */
function whatIsShown(file: Buffer): { bytes: Buffer; end: number } | null {
  if (!file.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) return { bytes: file, end: file.length };
  const kept: Buffer[] = [PNG_MAGIC];
  for (let at = PNG_MAGIC.length; at + AROUND <= file.length;) {
    const end = at + AROUND + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (DRAWN.has(type)) kept.push(file.subarray(at, end));
    else if (CRITICAL.test(type)) return null;
    if (type === 'IEND') return { bytes: Buffer.concat(kept), end };
    at = end;
  }
  return null;
}
