/** Guarded: signatures as they come in. They are decoded for real before anything is stored. */
import type { Issue } from '#platform/contract/errors.ts';
import { invalid } from '#platform/server/errors.ts';
import { pixelsOf, toCleanPng } from '#platform/server/files/picture.ts';
import type { Pixels } from '#platform/server/files/picture.ts';
import type { NoteInput } from '#features/notes/contract.ts';

/** Both pictures, byte for byte as they were drawn. */
export interface Signatures {
  employeePng: Buffer;
  clientPng: Buffer;
}

const PREFIX = 'data:image/png;base64,';
const MAGIC = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const LAST_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex');
/** A pad of 400x128 on the densest screens fits; what unpacks to more is no signature. */
const MAX_SIDE = 2048;
const MAX_PIXELS = 1024 * 1024;
/** Fewer marked pixels than this are a speck, not a signature. */
const MIN_INK = 20;
/** How far a pixel must stand off the paper, of 255, to be ink. */
const CONTRAST = 48;

const MISSING = {
  employeeSignature: 'Please provide your signature before submitting the note.',
  clientSignature: "Please obtain the client's signature before submitting the note.",
};

/**
 * The two signatures of a note. Runs outside of transactions: decoding takes a few milliseconds.
 * @throws 400 at `employeeSignature` or `clientSignature` for what is no picture, blank, or the same twice
 */
export async function decodeSignatures(input: Pick<NoteInput, keyof typeof MISSING>): Promise<Signatures> {
  const [employeePng, clientPng] = await Promise.all([
    readSignature(input.employeeSignature),
    readSignature(input.clientSignature),
  ]);
  // No two people draw the same picture to the pixel: one of them was copied.
  const copied = employeePng !== null && clientPng !== null && employeePng.equals(clientPng);
  if (!employeePng || !clientPng || copied) {
    throw invalid([
      ...(employeePng ? [] : [missing('employeeSignature')]),
      ...(clientPng && !copied ? [] : [missing('clientSignature')]),
    ]);
  }
  return { employeePng, clientPng };
}

/**
 * A resubmitted note is signed again by both.
 * @throws 400 for a picture that stood on the version before
 */
export function refuseReusedSignatures(now: Signatures, before: Signatures): void {
  const issues = [
    ...(now.employeePng.equals(before.employeePng) ? [missing('employeeSignature')] : []),
    ...(now.clientPng.equals(before.clientPng) ? [missing('clientSignature')] : []),
  ];
  if (issues.length > 0) throw invalid(issues);
}

/** The bytes of a signature, or null when it is not a PNG or nothing is drawn on it. */
async function readSignature(dataUrl: string): Promise<Buffer | null> {
  if (!dataUrl.startsWith(PREFIX)) return null;
  const png = Buffer.from(dataUrl.slice(PREFIX.length), 'base64');
  // The picture that is kept must be the one that was sent, so loose base64 is refused.
  if (png.toString('base64') !== dataUrl.slice(PREFIX.length)) return null;
  return isBounded(png) && (await hasInk(png)) ? png : null;
}

/** A stored signature for paper; null when it was damaged since it was stored. */
export const redrawSignature = (dataUrl: string): Promise<Buffer | null> =>
  toCleanPng(Buffer.from(dataUrl.slice(PREFIX.length), 'base64'), MAX_PIXELS);

export const toDataUrl = (png: Buffer): string => PREFIX + png.toString('base64');

const missing = (path: keyof typeof MISSING): Issue => ({ path, message: MISSING[path] });

/** Reads the header alone: what is larger is no signature. */
function isBounded(png: Buffer): boolean {
  if (png.length < 45 || !png.subarray(0, MAGIC.length).equals(MAGIC)) return false;
  if (!png.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return false;
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  // No canvas writes them.
  const interlaced = png[28] !== 0;
  const inside = width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;
  return inside && width * height <= MAX_PIXELS && !interlaced;
}

async function hasInk(png: Buffer): Promise<boolean> {
  const pixels = await pixelsOf(png, MAX_PIXELS);
  return pixels !== null && inkOf(pixels) >= MIN_INK;
}

/** Counts the pixels that stand off the first one, until there are enough. */
function inkOf(pixels: Pixels): number {
  const background = shade(pixels, 0);
  let ink = 0;
  for (let at = 0; at < pixels.values.length && ink < MIN_INK; at += pixels.channels) {
    if (Math.abs(shade(pixels, at) - background) > CONTRAST) ink += 1;
  }
  return ink;
}

/** How light a pixel is on white paper, 0 to 255. */
function shade({ values, channels }: Pixels, at: number): number {
  // Byte by byte: a view of each of 50,000 pixels took longer than decoding them.
  const byte = (channel: number): number => values[at + channel] ?? 0;
  const light = byte(0) * 0.299 + byte(1) * 0.587 + byte(2) * 0.114;
  return channels === 4 ? 255 + ((light - 255) * byte(3)) / 255 : light;
}
