import { sql } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { auditLog } from './tables.ts';

export interface ChainLink {
  /** The hash of the previous row, hex; null if that row is missing. */
  before: string | null;
  /** True if the row matches its hash. */
  holds: boolean;
}

/**
 * How a row is chained to the previous one; null if the row is missing. The previous number is a parameter: row-level
 * security uses no index for a condition with a function such as `seq - 1`.
 */
export async function findChainLink(
  tx: BusinessTransaction,
  businessId: number,
  seq: number,
): Promise<ChainLink | null> {
  const { rows } = await tx.execute<{ before: string | null; holds: boolean }>(sql`
    select encode(link.before, 'hex') as before,
      coalesce(link.hash = sha256(link.before || convert_to(link.payload, 'UTF8')), false) as holds
    from (
      select one.hash, one.payload,
        case when one.seq = 1 then sha256(convert_to(${String(businessId)}::text, 'UTF8')) else before.hash end as before
      from ${auditLog} as one
      left join ${auditLog} as before on before.business_id = ${businessId} and before.seq = ${seq - 1}
      where one.business_id = ${businessId} and one.seq = ${seq}
    ) as link`);
  return rows[0] ?? null;
}
