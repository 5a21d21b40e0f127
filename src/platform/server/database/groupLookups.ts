import type { TokenKey } from '#platform/server/secrets.ts';
import type { Connection } from './connection.ts';

interface Group<Lookup> {
  /** The business that limits the statement; null for one by the hashes alone. */
  businessId: number | null;
  lookups: Lookup[];
}

/**
 * Groups lookups by token into statements: one for all, but on Citus one for each business, which uses one shard. There
 * tokens without a business are left out, because each made-up one would be looked up on all shards.
 */
export function groupLookups<Lookup extends { token: TokenKey }>(
  { isDistributed }: Pick<Connection, 'isDistributed'>,
  lookups: readonly Lookup[],
): Group<Lookup>[] {
  if (!isDistributed) return [{ businessId: null, lookups: [...lookups] }];
  const groups = Map.groupBy(lookups, ({ token }) => token.businessId);
  groups.delete(null);
  return [...groups].map(([businessId, ofBusiness]) => ({ businessId, lookups: ofBusiness }));
}
