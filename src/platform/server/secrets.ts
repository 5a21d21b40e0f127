/** Tokens, their hashes, and secrets encrypted with the server's key. */

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

/** Creates a random token of 256 bits, safe in URLs and headers. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Creates a token that names its business, so that its lookup is limited to that business (docs/decisions/047). */
export const newBusinessToken = (businessId: number): string => `${businessId}-${newToken()}`;

/** The SHA-256 of a token, which is stored in its place. It needs no salt, because a token is random. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Key by which a token is looked up. */
export interface TokenKey {
  hash: Buffer;
  /** The business that the token names; null for one without it. Only the hash proves anything. */
  businessId: number | null;
}

/** @returns the key of a token of `newBusinessToken`, or of one from before tokens named a business */
export function toTokenKey(token: string): TokenKey {
  const [, digits] = /^(\d{1,15})-[\w-]{43}$/.exec(token) ?? [];
  return { hash: hashToken(token), businessId: digits === undefined ? null : Number(digits) };
}

export const sha256Hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Lower-case letters and digits without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Creates a random text that is easy to dictate and type, in groups of four: `k7mp-w3xr-9fhd`.
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

/** Encrypts secrets with AES-256-GCM (NIST SP 800-38D) under a key derived from the server's. */
export class SecretBox {
  readonly #key: KeyObject;
  readonly #previousKeys: KeyObject[];
  readonly #fingerprintKeys: [KeyObject, ...KeyObject[]];

  /** @param previousKeys of the server, which only decrypt what they encrypted */
  constructor(serverKey: Buffer, previousKeys: Buffer[] = []) {
    this.#key = deriveKey(serverKey, 'quarterhour secret box 1');
    this.#previousKeys = previousKeys.map((key) => deriveKey(key, 'quarterhour secret box 1'));
    const toFingerprintKey = (key: Buffer) => deriveKey(key, 'quarterhour fingerprint 1');
    this.#fingerprintKeys = [toFingerprintKey(serverKey), ...previousKeys.map(toFingerprintKey)];
  }

  /** Computes a keyed hash, to compare texts; without the server's key the text cannot be guessed from it. */
  fingerprint(text: string): Buffer {
    return computeFingerprint(this.#fingerprintKeys[0], text);
  }

  /** Returns whether it is the fingerprint of the text, under the server's key or a previous one. */
  isFingerprint(fingerprint: Buffer, text: string): boolean {
    return this.#fingerprintKeys.some((key) => timingSafeEqual(computeFingerprint(key, text), fingerprint));
  }

  /** Encrypts a secret. @param purpose names its owner, e.g. `client-code:7:12`; needed to decrypt it */
  encrypt(purpose: string, secret: string | Uint8Array): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    const text = typeof secret === 'string' ? cipher.update(secret, 'utf8') : cipher.update(secret);
    const encrypted = Buffer.concat([text, cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted]);
  }

  /** Decrypts a secret. @throws when the bytes were changed, or encrypted for another purpose or with another key */
  decrypt(purpose: string, encrypted: Buffer): string {
    return this.decryptBytes(purpose, encrypted).toString('utf8');
  }

  /** As `decrypt`, of bytes that are no text. */
  decryptBytes(purpose: string, encrypted: Buffer): Buffer {
    if (encrypted[0] !== VERSION) throw new Error('An encrypted value has an unknown version');
    for (const key of [this.#key, ...this.#previousKeys]) {
      const bytes = decryptWith(key, purpose, encrypted);
      if (bytes !== null) return bytes;
    }
    throw new Error('No key of this server decrypts this value');
  }
}

/** Derives a key, as an object because that is faster than bytes. */
const deriveKey = (serverKey: Buffer, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', serverKey, '', use, 32)));

const computeFingerprint = (key: KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** @returns null when the bytes were not encrypted with this key for this purpose */
function decryptWith(key: KeyObject, purpose: string, encrypted: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(1, 13))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(encrypted.subarray(13, 29));
  const text = decipher.update(encrypted.subarray(29));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    // The authentication tag does not match.
    return null;
  }
}
