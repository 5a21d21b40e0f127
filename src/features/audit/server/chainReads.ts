/** Guarded: checks the audit chain of a business, row by row, inside the database. */
import { sql } from 'drizzle-orm';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { auditHeads, auditLog } from './tables.ts';

export interface ChainVerdict {
  /** How many rows the chain has. */
  rows: number;
  /** The first row that is missing, changed or not chained to the one before; null when all hold. */
  firstBad: number | null;
}

/**
 * Verifies the whole chain: no gap, each hash over the one before and the payload, the columns equal to
 * what was hashed, and the end where the head says.
 */
export async function verifyChain(tx: BusinessTransaction, businessId: number): Promise<ChainVerdict> {
  const { rows } = await tx.execute<{ rows: number; firstBad: number | null }>(sql`
    with links as (
      select seq, hash, payload, actor_id, action, object, object_id, details, ip, created_at,
        row_number() over (order by seq) as place,
        lag(hash, 1, sha256(convert_to(${String(businessId)}::text, 'UTF8'))) over (order by seq) as before
      from ${auditLog} where business_id = ${businessId}
    ), bad as (
      select seq from links where
        seq <> place
        or hash <> sha256(before || convert_to(payload, 'UTF8'))
        or payload::jsonb <> jsonb_build_object(
          'businessId', ${businessId}::bigint, 'actorId', actor_id, 'action', action, 'object', object,
          'objectId', object_id, 'details', details, 'ip', ip,
          'at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    ), ending as (
      select coalesce(max(seq), 0) as seq,
        coalesce((array_agg(hash order by seq desc))[1], sha256(convert_to(${String(businessId)}::text, 'UTF8'))) as hash
      from links
    )
    select (select count(*)::int from links) as rows,
      coalesce(
        (select min(seq) from bad),
        (select head.seq from ${auditHeads} as head, ending
          where head.business_id = ${businessId} and (head.seq <> ending.seq or head.hash <> ending.hash)),
        case when not exists (select from ${auditHeads} where business_id = ${businessId}) then 0 end
      ) as "firstBad"`);
  const [verdict] = rows;
  if (!verdict) throw new Error('The chain was not read');
  return verdict;
}
