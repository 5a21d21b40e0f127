/** Where tests write. */
import * as fs from 'node:fs';
import { join } from 'node:path';

/** Several times what a run takes at its fullest. */
const MEMORY_NEEDED = 4 * 2 ** 30;

/**
 * What the tests make, databases above all, lies in memory where the system offers that and has room: it takes half
 * the time there. No test needs more of a disk than what outlives a killed process. A TMPDIR of one's own is kept.
 */
export function workInMemory() {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !fs.existsSync(memory)) return;
  const { bavail, bsize } = fs.statfsSync(memory);
  if (bavail * bsize < MEMORY_NEEDED) return;
  const folder = fs.mkdtempSync(join(memory, 'quarterhour-test-'));
  // Also PostgreSQL's account, which is not root, has to reach what is its own.
  fs.chmodSync(folder, 0o711);
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.env.TMPDIR = folder;
}
