/** Random tokens, their hashes, and values sealed with the server's key. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

/** An opaque random token of 256 bits, safe in URLs and headers. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the server stores of a token: its SHA-256. Enough, because a token is random, not chosen. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const sha256Hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Lower-case letters and digits without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Random text that people can dictate and type, in groups of four: `k7mp-w3xr-9fhd`.
 * @param groups each is worth 19.8 bits
 */
export function readableSecret(groups: number): string {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: 4 }, letter).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

const VERSION = 1;

/** Seals short secrets with AES-256-GCM (NIST SP 800-38D) under a key derived from the server's. */
export class SecretBox {
  readonly #key: KeyObject;
  readonly #earlierKeys: KeyObject[];
  readonly #printKeys: [KeyObject, ...KeyObject[]];

  /** @param earlier keys of the server before this one: what they sealed still opens, nothing is sealed with them */
  constructor(serverKey: Buffer, earlier: Buffer[] = []) {
    this.#key = derived(serverKey, 'quarterhour secret box 1');
    this.#earlierKeys = earlier.map((key) => derived(key, 'quarterhour secret box 1'));
    const printKey = (key: Buffer) => derived(key, 'quarterhour fingerprint 1');
    this.#printKeys = [printKey(serverKey), ...earlier.map(printKey)];
  }

  /** A keyed hash to compare texts; without the server's key it cannot be guessed offline. */
  fingerprint(text: string): Buffer {
    return printed(this.#printKeys[0], text);
  }

  /** Whether the fingerprint is that of the text, made with this key of the server or one before it. */
  isFingerprint(print: Buffer, text: string): boolean {
    return this.#printKeys.some((key) => timingSafeEqual(printed(key, text), print));
  }

  /** @param purpose what the secret belongs to, e.g. `client-code:7:12`; opening needs the same. */
  seal(purpose: string, secret: string): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws when the bytes were changed, belong to another purpose or another server's key */
  open(purpose: string, sealed: Buffer): string {
    if (sealed[0] !== VERSION) throw new Error('A sealed value has an unknown version');
    for (const key of [this.#key, ...this.#earlierKeys]) {
      const text = opened(key, purpose, sealed);
      if (text !== null) return text;
    }
    throw new Error('A sealed value does not open with a key of this server');
  }
}

/** A key object, which is faster to use than plain bytes. */
const derived = (serverKey: Buffer, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', serverKey, '', use, 32)));

const printed = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** @returns null when the bytes were not sealed with this key for this purpose */
function opened(key: KeyObject, purpose: string, sealed: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(13, 29));
  const text = decipher.update(sealed.subarray(29));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // The authentication tag does not match.
    return null;
  }
}
