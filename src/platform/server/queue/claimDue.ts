import type { FastifyBaseLogger } from 'fastify';

interface RowKey {
  businessId: number;
  id: number;
}

interface Claims<Key extends RowKey, Row> {
  limit: number;
  /** The rows that are due, the next one first; at least `limit` of them if there are as many. */
  list(page: { limit: number; excludedBusinessIds: number[] }): Promise<Key[]>;
  /** @returns null when another process has claimed the row since it was listed */
  claim(key: Key): Promise<Row | null>;
  log: FastifyBaseLogger;
}

/**
 * Claims due rows until it has `limit` or none is left: other processes may claim the listed ones first. A business whose
 * row cannot be claimed is skipped, because a worker of the database that refuses writes affects only its own businesses.
 * @throws the first error when nothing could be claimed because of it
 */
export async function claimDue<Key extends RowKey, Row>(claims: Claims<Key, Row>): Promise<Row[]> {
  const { limit, list, claim, log } = claims;
  const claimed: Row[] = [];
  const tried = new Set<string>();
  const failures = new Map<number, unknown>();
  for (;;) {
    const missing = limit - claimed.length;
    const due = await list({ limit: missing, excludedBusinessIds: [...failures.keys()] }).catch(
      (error: unknown) => {
        if (claimed.length === 0) throw error;
        log.error({ err: error as Error }, 'more due rows of a queue could not be listed');
        return [];
      },
    );
    const next = due.filter((key) => !tried.has(nameOf(key))).slice(0, missing);
    const results = await Promise.allSettled(next.map(claim));
    for (const [index, key] of next.entries()) {
      tried.add(nameOf(key));
      const result = results[index];
      if (result?.status === 'rejected') failures.set(key.businessId, result.reason);
      else if (result?.value) claimed.push(result.value);
    }
    if (next.length < missing || claimed.length === limit) break;
  }
  const [failure] = failures.values();
  if (failure && claimed.length === 0) throw failure as Error;
  if (failure)
    log.error({ err: failure as Error }, 'some due rows could not be claimed and remain in the queue');
  return claimed;
}

const nameOf = ({ businessId, id }: RowKey): string => `${businessId}/${id}`;
