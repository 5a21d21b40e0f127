/** Room on the disk of the data directory: writes end before it is full, so that the database never meets the end. */
import { statfs } from 'node:fs/promises';
import { diskFull } from './errors.ts';
import type { Settings } from './settings.ts';

/** Without a setting so much has to stay free: bytes, or this share of a small disk. */
const FLOOR = 256 * 2 ** 20;
const SHARE = 0.05;

export class DiskSpace {
  readonly #directory: string;
  readonly #floor: number | null;

  constructor(settings: Pick<Settings, 'dataDir' | 'freeSpace'>) {
    this.#directory = settings.dataDir;
    this.#floor = settings.freeSpace;
  }

  /** @throws 507 `disk_full` when less is free than has to stay so */
  async assertFree(): Promise<void> {
    const { bavail, bsize, blocks } = await statfs(this.#directory);
    const floor = this.#floor ?? Math.min(FLOOR, blocks * bsize * SHARE);
    if (bavail * bsize < floor) throw diskFull();
  }
}
