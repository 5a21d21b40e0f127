/** What every store of files promises, and the keys under which files lie in it. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface FileStore {
  /**
   * Moves a local file into the store; when it returns, the bytes outlive a loss of power. The local file
   * may be gone after.
   */
  put(key: string, path: string): Promise<void>;
  /** The bytes of a file; null when there is none under this key. */
  get(key: string): Promise<Readable | null>;
  /** Size in bytes; null when there is none under this key. */
  stat(key: string): Promise<{ size: number } | null>;
  /** Removes a file; one that is not there is no mistake. */
  delete(key: string): Promise<void>;
}

/** A random place for a file of a business; nothing of its name or content is in it. */
export const newKey = (businessId: number): string => `${businessId}/${randomBytes(16).toString('hex')}`;

const KEY = /^[1-9]\d{0,15}\/[0-9a-f]{32}$/;

/** Keys are made by `newKey` alone, so that no other text ever becomes a path. @throws Error */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('A file store takes no other keys than its own');
  return key;
}
