/** Guarded: decodes and validates submitted signatures before anything is stored. */
import type { Issue } from '#platform/contract/errors.ts';
import { invalid } from '#platform/server/errors.ts';
import { pixelsOf, toCleanPng, type Pixels } from '#platform/server/files/picture.ts';
import type { NoteInput } from '#features/notes/contract.ts';

/** Both signatures as PNG. */
export interface Signatures {
  employeePng: Buffer;
  clientPng: Buffer;
}

const PREFIX = 'data:image/png;base64,';
const MAGIC = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const LAST_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex');
/** Fits a 400x128 pad on the densest screens. */
const MAX_SIDE = 2048;
const MAX_PIXELS = 1024 * 1024;
/** Fewer marked pixels than this are a speck, not a signature. */
const MIN_INK = 20;
/** How much a pixel must differ from the background to count as ink, out of 255. */
const CONTRAST = 48;

const MISSING = {
  employeeSignature: 'Please provide your signature before submitting the note.',
  clientSignature: "Please obtain the client's signature before submitting the note.",
};

/**
 * Decodes both signatures of a note. Call it outside of transactions, because it takes a few milliseconds.
 * @throws 400 at `employeeSignature` or `clientSignature` when one is not a PNG or is blank, or both are the same
 */
export async function decodeSignatures(input: Pick<NoteInput, keyof typeof MISSING>): Promise<Signatures> {
  const [employeePng, clientPng] = await Promise.all([
    readSignature(input.employeeSignature),
    readSignature(input.clientSignature),
  ]);
  // Two people never draw the same image: one of them was copied.
  const copied = employeePng !== null && clientPng !== null && employeePng.equals(clientPng);
  if (!employeePng || !clientPng || copied) {
    throw invalid([
      ...(employeePng ? [] : [missing('employeeSignature')]),
      ...(clientPng && !copied ? [] : [missing('clientSignature')]),
    ]);
  }
  return { employeePng, clientPng };
}

/** Rejects a signature of the previous version: both people must sign again. @throws 400 at the signature */
export function refuseReusedSignatures(now: Signatures, before: Signatures): void {
  const issues = [
    ...(now.employeePng.equals(before.employeePng) ? [missing('employeeSignature')] : []),
    ...(now.clientPng.equals(before.clientPng) ? [missing('clientSignature')] : []),
  ];
  if (issues.length > 0) throw invalid(issues);
}

/** The PNG of a data URL; null when it is not a PNG or blank. */
async function readSignature(dataUrl: string): Promise<Buffer | null> {
  if (!dataUrl.startsWith(PREFIX)) return null;
  const png = Buffer.from(dataUrl.slice(PREFIX.length), 'base64');
  // The stored image must equal the submitted one, so non-canonical base64 is refused.
  if (png.toString('base64') !== dataUrl.slice(PREFIX.length)) return null;
  return isBounded(png) && (await hasInk(png)) ? png : null;
}

/** Encodes a stored signature again for the PDF; null when it is damaged. */
export const redrawSignature = (dataUrl: string): Promise<Buffer | null> =>
  toCleanPng(Buffer.from(dataUrl.slice(PREFIX.length), 'base64'), MAX_PIXELS);

export const toDataUrl = (png: Buffer): string => PREFIX + png.toString('base64');

const missing = (path: keyof typeof MISSING): Issue => ({ path, message: MISSING[path] });

/** Checks the size in the header before anything is decompressed. */
function isBounded(png: Buffer): boolean {
  if (png.length < 45 || !png.subarray(0, MAGIC.length).equals(MAGIC)) return false;
  if (!png.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return false;
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  // A canvas never writes interlaced images.
  const interlaced = png[28] !== 0;
  const inside = width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;
  return inside && width * height <= MAX_PIXELS && !interlaced;
}

async function hasInk(png: Buffer): Promise<boolean> {
  const pixels = await pixelsOf(png, MAX_PIXELS);
  return pixels !== null && countInk(pixels) >= MIN_INK;
}

/** Counts the pixels that differ from the first one, until there are enough. */
function countInk(pixels: Pixels): number {
  const background = lightnessOf(pixels, 0);
  let ink = 0;
  for (let at = 0; at < pixels.values.length && ink < MIN_INK; at += pixels.channels) {
    if (Math.abs(lightnessOf(pixels, at) - background) > CONTRAST) ink += 1;
  }
  return ink;
}

/** The lightness of a pixel on white, 0 to 255. */
function lightnessOf({ values, channels }: Pixels, at: number): number {
  // By index: a subarray for each pixel is slower than decoding the image.
  const byte = (channel: number): number => values[at + channel] ?? 0;
  const light = byte(0) * 0.299 + byte(1) * 0.587 + byte(2) * 0.114;
  return channels === 4 ? 255 + ((light - 255) * byte(3)) / 255 : light;
}
