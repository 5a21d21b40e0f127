/** Keeps the lease of long background work, and stores its progress. */

import type { FastifyBaseLogger } from 'fastify';
import { clock } from '#platform/server/clock.ts';
import { LeaseLostError } from './lease.ts';

const REPORT_EVERY_MS = 1000;

/** Steps that are done, and all. */
export interface Progress {
  done: number;
  total: number;
}

interface RenewalOptions {
  leaseMs: number;
  /** Stores the progress and the new expiry. @throws LeaseLostError */
  renew(progress: Progress): Promise<unknown>;
  log: FastifyBaseLogger;
}

interface RenewedLease {
  /** Aborted when the lease is lost. */
  signal: AbortSignal;
  report(done: number, total: number): void;
  /** All steps, as last reported. */
  total(): number;
  /** Stops renewing. */
  end(): Promise<void>;
}

/** Renews a lease while long work runs, with its progress. */
export function renewLease({ leaseMs, renew, log }: RenewalOptions): RenewedLease {
  const lost = new AbortController();
  let progress: Progress = { done: 0, total: 0 };
  let stored = progress;
  let renewedAt = clock.now().getTime();
  let writing: Promise<void> | undefined;
  const write = async () => {
    const sent = progress;
    try {
      await renew(sent);
      stored = sent;
      renewedAt = clock.now().getTime();
    } catch (error) {
      if (error instanceof LeaseLostError || clock.now().getTime() - renewedAt > leaseMs)
        lost.abort(new LeaseLostError());
      else log.warn({ err: error }, 'the lease of a background job could not be renewed');
    }
  };
  const timer = setInterval(() => {
    const isDue = progress !== stored || clock.now().getTime() - renewedAt >= leaseMs / 4;
    if (isDue && !lost.signal.aborted) writing ??= write().finally(() => (writing = undefined));
  }, REPORT_EVERY_MS);
  return {
    signal: lost.signal,
    report: (done: number, total: number) => {
      progress = { done, total };
    },
    total: () => progress.total,
    end: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
