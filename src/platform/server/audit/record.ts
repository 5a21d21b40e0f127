/** Guarded: the append-only audit log, one hash chain per business. */
import { sql } from 'drizzle-orm';
import { canonicalJson } from '#platform/server/canonicalJson.ts';
import type { BusinessScope } from '#platform/server/context.ts';
import { atEnd } from '#platform/server/lastWords.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
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
type AuditActor = BusinessScope & { session?: { userId: number } };

/**
 * Appends one row: hash = SHA-256(hash before || canonical payload). It is said at the end of the transaction, in one
 * statement that locks the business's head, so that others wait for it as shortly as possible.
 */
export function recordAudit(tx: BusinessTransaction, acting: AuditActor, event: AuditEvent): void {
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
  // Where there is no head its number is null, which no row of the log may have: nothing is done without a trace.
  const append = sql`
    with head as (
      update ${auditHeads}
      set seq = seq + 1, hash = sha256(hash || convert_to(${payload}, 'UTF8'))
      where business_id = ${businessId}
      returning seq, hash
    )
    insert into ${auditLog} (business_id, seq, actor_id, action, object, object_id, details, ip, created_at, payload, hash)
    select ${businessId}, head.seq, ${actorId}::bigint, ${action}, ${object}, ${objectId}::bigint,
      ${JSON.stringify(details)}::jsonb, ${ip}, ${now.toISOString()}::timestamptz, ${payload}, head.hash
    from (values (1)) as always left join head on true`;
  atEnd('audit chain', () => tx.execute(append).execute());
}

/** Starts the chain of a new business: the first hash is that of its id. */
export async function startChain(tx: BusinessTransaction, businessId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${auditHeads} (business_id, seq, hash)
    values (${businessId}, 0, sha256(convert_to(${String(businessId)}, 'UTF8')))`);
}
