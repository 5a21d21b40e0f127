/** Guarded: the append-only audit log, one hash chain per business. */
import { sql } from 'drizzle-orm';
import { canonicalJson } from '../../../platform/server/canonicalJson.ts';
import type { BusinessScope } from '../../../platform/server/context.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { auditHeads, auditLog } from './tables.ts';

export interface AuditEvent {
  /** What was done, a past tense word: `created`, `approved`, `signed_in`. */
  action: string;
  /** To which kind of thing, the product's noun: `note`, `client`, `person`. */
  object: string;
  objectId: number | null;
  /** Ids, states and figures; never a secret, never a text that somebody wrote. */
  details?: Record<string, unknown>;
}

/** Who acts: a signed-in person, or nobody yet (registration, a failed sign-in). */
type Acting = BusinessScope & { session?: { userId: number } };

export interface ChainLink {
  seq: number;
  hash: Buffer;
}

/**
 * Appends one row: hash = SHA-256(hash before || canonical payload). One statement that locks the
 * business's head until the transaction ends, so it comes last in a service.
 */
export async function recordAudit(
  tx: BusinessTransaction,
  acting: Acting,
  event: AuditEvent,
): Promise<ChainLink> {
  const actorId = acting.session?.userId ?? null;
  const details = event.details ?? {};
  const { businessId, ip, now } = acting;
  const { action, object, objectId } = event;
  const payload = canonicalJson({
    businessId,
    actorId,
    action,
    object,
    objectId,
    details,
    ip,
    at: now.toISOString(),
  });
  const { rows } = await tx.execute<{ seq: number; hash: Buffer }>(sql`
    with head as (
      update ${auditHeads}
      set seq = seq + 1, hash = sha256(hash || convert_to(${payload}, 'UTF8'))
      where business_id = ${businessId}
      returning seq, hash
    )
    insert into ${auditLog} (business_id, seq, actor_id, action, object, object_id, details, ip, created_at, payload, hash)
    select ${businessId}, head.seq, ${actorId}::bigint, ${action}, ${object}, ${objectId}::bigint,
      ${JSON.stringify(details)}::jsonb, ${ip}, ${now.toISOString()}::timestamptz, ${payload}, head.hash
    from head
    returning seq, hash`);
  const [link] = rows;
  if (!link) throw new Error(`Business ${businessId} has no audit chain`);
  return link;
}

/** Starts the chain of a new business: the first hash is that of its id. */
export async function startChain(tx: BusinessTransaction, businessId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${auditHeads} (business_id, seq, hash)
    values (${businessId}, 0, sha256(convert_to(${String(businessId)}, 'UTF8')))`);
}
