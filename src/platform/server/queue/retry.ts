/** How often a row is tried, and the growing pauses between. */
export interface RetryPolicy {
  maxAttempts: number;
  firstPauseMs: number;
  longestPauseMs: number;
  /** By which each pause is longer than the one before. */
  factor: number;
}

/** When a row is due again after a failed attempt, with jitter; null after the last one. @param attempts from 1 */
export function nextAttemptAt(policy: RetryPolicy, attempts: number, now: Date): Date | null {
  const { maxAttempts, firstPauseMs, longestPauseMs, factor } = policy;
  if (attempts >= maxAttempts) return null;
  const pauseMs = Math.min(firstPauseMs * factor ** (attempts - 1), longestPauseMs);
  return new Date(now.getTime() + pauseMs * (1 + Math.random() / 10));
}
