const EVERY_MS = 2;

/** The peak memory of the process during some work, in bytes above the memory before. */
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
