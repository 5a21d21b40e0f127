/** The interface of file stores, and the keys of files. */

import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileStore {
  /** Stores a local file durably. It may be moved. */
  put(key: string, path: string): Promise<void>;
  /** The content of a file, or a range of its bytes; null if there is none with this key. */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Size in bytes; null if there is none with this key. */
  stat(key: string): Promise<{ size: number } | null>;
  /** Deletes a file, if it exists. */
  delete(key: string): Promise<void>;
}

/** Creates a random key for a file of a business, independent of its name and content. */
export const newKey = (businessId: number): string => `${businessId}/${randomBytes(16).toString('hex')}`;

const KEY = /^[1-9]\d{0,15}\/[0-9a-f]{32}$/;

/** Checks that `newKey` made the key, so that no other text becomes a path. @throws Error */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('The key of a file is not valid');
  return key;
}

/** Accepts a key that `newKey` made for this business: with that of another one, rows could read its files. */
export const isKeyOf = (businessId: number, key: string): boolean =>
  KEY.test(key) && key.startsWith(`${businessId}/`);
