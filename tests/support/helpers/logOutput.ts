import fs from 'node:fs';
import { flushLog } from '#platform/server/log.ts';

/** Captures the log on standard output during some work; `chunks` receives each write. */
export async function captureLog(work: () => Promise<void>, chunks: string[] = []): Promise<string> {
  flushLog();
  const write = fs.writeSync;
  fs.writeSync = ((fd: number, chunk: string, ...how: []) => {
    if (fd !== 1) return write(fd, chunk, ...how);
    chunks.push(chunk);
    return Buffer.byteLength(chunk);
  }) as typeof fs.writeSync;
  try {
    await work();
  } finally {
    flushLog();
    fs.writeSync = write;
  }
  return chunks.join('');
}
