import { flushLog } from '../../src/platform/server/log.ts';

/** What is written to the standard output while something is done; `lines` takes each writing of it. */
export async function outputOf(work: () => Promise<void>, lines: string[] = []): Promise<string> {
  flushLog();
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array) => {
    lines.push(String(chunk));
    return true;
  };
  try {
    await work();
  } finally {
    flushLog();
    process.stdout.write = write;
  }
  return lines.join('');
}
