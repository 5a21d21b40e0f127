import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Reads the server key from the data directory. The first start creates it, readable only by its owner.
 * @returns the key, or as a text why there is none
 */
export function readServerKey(dataDir: string, make: boolean): Buffer | string {
  const file = resolve(dataDir, 'server.key');
  try {
    if (make) {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    }
  } catch (error) {
    // An existing key is kept.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      return `DATA_DIR: ${dataDir} cannot be written (${(error as Error).message})`;
  }
  if (!existsSync(file)) return `SERVER_KEY: is required, or the key in ${file}`;
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== 32) return `DATA_DIR: ${file} does not contain a key of 64 hexadecimal digits`;
  return key;
}

const TYPED_TEXT = /^[\x20-\x7e]*$/;
const FEWEST_VALUES = 16;

/** 32 random bytes have about 30 distinct values and as many differences; a repeated word, a sequence or a text has not. */
export function isGuessable(key: Buffer): boolean {
  const differences = new Set(key.map((byte, index) => byte - (key[index - 1] ?? 0)));
  return (
    new Set(key).size < FEWEST_VALUES ||
    differences.size < FEWEST_VALUES ||
    TYPED_TEXT.test(key.toString('latin1'))
  );
}
