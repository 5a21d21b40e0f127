/** Guarded: decodes and validates submitted signatures before anything is stored. */

import { createHash } from 'node:crypto';
import type { Issue } from '#platform/contract/errors.ts';
import { invalid } from '#platform/server/errors.ts';
import { pixelsOf, toCleanPng, type Pixels } from '#platform/server/files/picture.ts';
import type { SubmissionInput } from '#features/notes/inputContract.ts';

/** Both signatures as PNG; null when the client did not sign. */
export interface Signatures {
  employeePng: Buffer;
  clientPng: Buffer | null;
}

export interface DecodedSignatures extends Signatures {
  /** SHA-256 of the ink of the client's signature; null without one, and for a typed name, which is always the same. */
  clientInk: Buffer | null;
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
export async function decodeSignatures(
  input: Pick<SubmissionInput, keyof typeof MISSING | 'signer'>,
): Promise<DecodedSignatures> {
  const isSigned = input.clientSignature !== undefined;
  const [employee, client] = await Promise.all([
    readSignature(input.employeeSignature),
    isSigned ? readSignature(input.clientSignature ?? '') : null,
  ]);
  // Two people never draw the same image: one of them was copied.
  const copied = employee !== null && client !== null && employee.png.equals(client.png);
  if (!employee || (isSigned && !client) || copied) {
    throw invalid([
      ...(employee ? [] : [missing('employeeSignature')]),
      ...((client || !isSigned) && !copied ? [] : [missing('clientSignature')]),
    ]);
  }
  const isDrawn = (input.signer?.typed ?? null) === null;
  return {
    employeePng: employee.png,
    clientPng: client && client.png,
    clientInk: client && isDrawn ? hashInk(client.pixels) : null,
  };
}

/** Rejects a signature of the previous version: both people must sign again. @throws 400 at the signature */
export function refuseReusedSignatures(now: DecodedSignatures, before: Signatures): void {
  const issues = [
    ...(now.employeePng.equals(before.employeePng) ? [missing('employeeSignature')] : []),
    ...(now.clientInk && now.clientPng && before.clientPng?.equals(now.clientPng)
      ? [missing('clientSignature')]
      : []),
  ];
  if (issues.length > 0) throw invalid(issues);
}

/** The PNG of a data URL with its pixels; null when it is not a PNG or blank. */
async function readSignature(dataUrl: string): Promise<{ png: Buffer; pixels: Pixels } | null> {
  if (!dataUrl.startsWith(PREFIX)) return null;
  const png = Buffer.from(dataUrl.slice(PREFIX.length), 'base64');
  // The stored image must equal the submitted one, so non-canonical base64 is refused.
  if (png.toString('base64') !== dataUrl.slice(PREFIX.length)) return null;
  const pixels = isBounded(png) ? await pixelsOf(png, MAX_PIXELS) : null;
  return pixels && hasInk(pixels) ? { png, pixels } : null;
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

function hasInk(pixels: Pixels): boolean {
  return countUpTo(MIN_INK, listInk(pixels)) === MIN_INK;
}

/** SHA-256 of the marked pixels: the same for every encoding of a picture, and for no other drawing. */
export function hashInk(pixels: Pixels): Buffer {
  const marked = Uint32Array.from(listInk(pixels));
  return createHash('sha256')
    .update(`${pixels.values.length / pixels.channels} `)
    .update(marked)
    .digest();
}

function countUpTo(max: number, values: Iterable<unknown>): number {
  let count = 0;
  for (const _ of values) if ((count += 1) === max) break;
  return count;
}

/** Pixels that are compared with the background at once. */
const RUN = 64;

/** The indexes of the pixels that differ from the first one. */
function* listInk(pixels: Pixels): Generator<number> {
  const { values, channels } = pixels;
  const lightness = lightnessOf(pixels, 0);
  const background = Buffer.alloc(RUN * channels, values.subarray(0, channels));
  for (let start = 0; start < values.length; start += background.length) {
    const run = values.subarray(start, start + background.length);
    // Most of a picture is background, which needs no calculation.
    if (run.equals(background)) continue;
    for (let at = start; at < start + run.length; at += channels) {
      if (Math.abs(lightnessOf(pixels, at) - lightness) > CONTRAST) yield at / channels;
    }
  }
}

/** The lightness of a pixel on white, 0 to 255, rounded as an image program would flatten and convert it. */
function lightnessOf({ values, channels }: Pixels, at: number): number {
  // By index: a subarray for each pixel is slower than decoding the image.
  const byte = (channel: number): number => values[at + channel] ?? 0;
  const alpha = channels % 2 === 0 ? byte(channels - 1) : 255;
  const onWhite = (channel: number) => Math.round(255 + ((byte(channel) - 255) * alpha) / 255);
  // One channel is gray.
  if (channels < 3) return onWhite(0);
  return Math.round(onWhite(0) * 0.299 + onWhite(1) * 0.587 + onWhite(2) * 0.114);
}
