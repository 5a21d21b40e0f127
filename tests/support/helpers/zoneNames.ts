/** Today's names of time zones, from a list that is independent of the product's. */

import * as fs from 'node:fs';
import { join, relative } from 'node:path';

const LIST = new URL('../data/zoneNames.txt', import.meta.url);

export const CURRENT_ZONES = fs
  .readFileSync(LIST, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Removes the old names from PostgreSQL's data, as packages of distributions do. */
export function removeOldZones(share: string): void {
  const folder = join(share, 'timezone');
  const current = new Set([...CURRENT_ZONES, 'UTC', 'GMT']);
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = relative(folder, join(entry.parentPath, entry.name));
    if (entry.isFile() && !current.has(name) && !name.startsWith('Etc/')) fs.rmSync(join(folder, name));
  }
}
