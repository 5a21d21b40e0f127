/** Free disk space of the data directory: writes are refused before the disk is full, which would stop the database. */

import { statfs } from 'node:fs/promises';
import { diskFull } from './errors.ts';
import type { Settings } from './settings.ts';

/** The reserve without a setting: so many bytes, or on a small disk this fraction of it. */
const DEFAULT_RESERVE = 256 * 2 ** 20;
const DEFAULT_FRACTION = 0.05;

export class DiskSpace {
  readonly #directory: string;
  readonly #reserve: number | null;

  constructor(settings: Pick<Settings, 'dataDir' | 'freeSpace'>) {
    this.#directory = settings.dataDir;
    this.#reserve = settings.freeSpace;
  }

  /** Returns the free bytes beside the reserve; below 0 when less than the reserve is free. */
  async readFree(): Promise<number> {
    const { bavail, bsize, blocks } = await statfs(this.#directory);
    const reserve = this.#reserve ?? Math.min(DEFAULT_RESERVE, blocks * bsize * DEFAULT_FRACTION);
    return bavail * bsize - reserve;
  }

  /** Returns whether the reserve stays free after so many bytes are written. */
  async hasFree(bytes: number): Promise<boolean> {
    return (await this.readFree()) >= bytes;
  }

  /** @throws 507 `disk_full` when less than the reserve is free */
  async assertFree(): Promise<void> {
    if (!(await this.hasFree(0))) throw diskFull();
  }
}
