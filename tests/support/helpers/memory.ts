/** How often the memory is looked at. */
const EVERY_MS = 2;

/** The most that the process had while it worked, in bytes above what it had before. */
export async function measurePeakMemory(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most - before;
}
