/** Pictures that come in, decoded away from the main thread by a library that is kept safe. */
import sharp from 'sharp';
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
 * drawn anew, so that nothing of the file is kept.
 * @returns null when it is not a PNG, JPEG, GIF or WebP picture, is damaged or has more than 40 million pixels
 */
export async function drawnAnew(path: string): Promise<Readable | null> {
  try {
    const bytes = await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .timeout({ seconds: SECONDS })
      .toBuffer();
    return Readable.from([bytes]);
  } catch (error) {
    // Whatever the decoder has to say is about the file that was sent; troubles of the disk are not.
    if (error instanceof Error && 'syscall' in error) throw error;
    return null;
  }
}

export interface Pixels {
  /** 0 to 255, channel by channel and pixel by pixel, line by line. */
  values: Buffer;
  /** One of grey or three of colours, and one more for how much the pixel covers. */
  channels: number;
}

/**
 * What a PNG shows, whatever it says about the colours of its screen.
 * @param atMost pixels; more are not unpacked
 * @returns null when it is no PNG, is damaged or incomplete, or has more pixels
 */
export async function pixelsOf(png: Buffer, atMost: number): Promise<Pixels | null> {
  try {
    const options = { limitInputPixels: atMost, failOn: 'warning', ignoreIcc: true } as const;
    const { data, info } = await sharp(png, options).raw().toBuffer({ resolveWithObject: true });
    return { values: data, channels: info.channels };
  } catch {
    // It reads memory alone, so whatever the decoder stumbles over is in the picture.
    return null;
  }
}
