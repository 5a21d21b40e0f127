/** Guarded: the append-only audit log, one hash chain per business. */

import { sql } from 'drizzle-orm';
import { canonicalJson } from '#platform/server/canonicalJson.ts';
import type { BusinessScope } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { AuditEvent } from './events.ts';
import { auditHeads, auditLog } from './tables.ts';

/** The signed-in user; without a session: registration, a failed sign-in. */
type AuditActor = BusinessScope & { session?: { userId: number } };

interface AuditRow {
  businessId: number;
  actorId: number | null;
  action: string;
  object: string;
  objectId: number | null;
  objectLabel: string | null;
  details: Record<string, unknown>;
  ip: string | null;
  createdAt: Date;
}

/** The hashed payload of a row. Without a label it has no such field, like rows from before labels were stored. */
export const toAuditPayload = ({ objectLabel, createdAt, ...event }: AuditRow) => ({
  ...event,
  ...(objectLabel === null ? {} : { objectLabel }),
  at: createdAt.toISOString(),
});

/**
 * Appends one row: hash = SHA-256(hash before || canonical payload). It is one statement just before the commit, which
 * locks the row of the chain's head for as short as possible. Listeners react to the event in its transaction.
 */
export function recordAudit(tx: BusinessTransaction, actor: AuditActor, event: AuditEvent): void {
  const row = toAuditRow(actor, event);
  const { businessId, actorId, action, object, objectId, objectLabel, details, ip, createdAt } = row;
  const clientId = clientOf(row);
  const payload = canonicalJson(toAuditPayload(row));
  // Without a head seq is null, which violates the column's constraint and fails the transaction.
  const append = sql`
    with head as (
      update ${auditHeads}
      set seq = seq + 1, hash = sha256(hash || convert_to(${payload}, 'UTF8'))
      where business_id = ${businessId}
      returning seq, hash
    )
    insert into ${auditLog} (business_id, seq, actor_id, action, object, object_id, object_label, client_id, details, ip,
      created_at, payload, hash)
    select ${businessId}, head.seq, ${actorId}::bigint, ${action}, ${object}, ${objectId}::bigint, ${objectLabel}, ${clientId}::bigint,
      ${JSON.stringify(details)}::jsonb, ${ip}, ${createdAt.toISOString()}::timestamptz, ${payload}, head.hash
    from (values (1)) as always left join head on true
    returning seq`;
  tx.beforeCommit('audit chain', () => tx.execute(append).execute());
  notifyListeners(tx, actor, event);
}

/**
 * Appends many rows, in their order, just before the commit: one statement locks the chain's head, one appends the rows,
 * one moves the head to the last of them.
 */
export function recordAudits(
  tx: BusinessTransaction,
  actor: AuditActor,
  events: readonly AuditEvent[],
): void {
  const { businessId, ip, now } = actor;
  const rows = events.map((event, index) => {
    const row = toAuditRow(actor, event);
    const { action, object, objectId, objectLabel, details } = row;
    const payload = canonicalJson(toAuditPayload(row));
    return { n: index + 1, action, object, objectId, objectLabel, details, clientId: clientOf(row), payload };
  });
  const lock = sql`select 1 from ${auditHeads} where business_id = ${businessId} for no key update`;
  const append = sql`
    insert into ${auditLog} (business_id, seq, actor_id, action, object, object_id, object_label, client_id, details, ip,
      created_at, payload, hash)
    with recursive row as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (n int, action text, object text,
        "objectId" bigint, "objectLabel" text, details jsonb, "clientId" bigint, payload text)
    ), chain as (
      select 0 as n, seq, hash from ${auditHeads} where business_id = ${businessId}
      union all
      select row.n, chain.seq + 1, sha256(chain.hash || convert_to(row.payload, 'UTF8'))
      from chain join row on row.n = chain.n + 1
    )
    select ${businessId}, chain.seq, ${actor.session?.userId ?? null}::bigint, row.action, row.object, row."objectId",
      row."objectLabel", row."clientId", row.details, ${ip}, ${now.toISOString()}::timestamptz, row.payload, chain.hash
    from row left join chain on chain.n = row.n
    returning seq`;
  const move = sql`
    update ${auditHeads} as head set seq = last.seq, hash = last.hash
    from (select seq, hash from ${auditLog} where business_id = ${businessId} order by seq desc limit 1) as last
    where head.business_id = ${businessId}`;
  tx.beforeCommit('audit chain', () =>
    Promise.all([lock, append, move].map((statement) => tx.execute(statement).execute())),
  );
  for (const event of events) notifyListeners(tx, actor, event);
}

function notifyListeners(tx: BusinessTransaction, actor: AuditActor, event: AuditEvent): void {
  for (const listener of actor.services.auditListeners)
    tx.beforeEnd(() => listener.onRecorded(tx, event, actor));
}

function toAuditRow({ businessId, ip, now: createdAt, session }: AuditActor, event: AuditEvent): AuditRow {
  const { type, id: objectId = null, label = null, details = {} } = event;
  const objectLabel = label?.toWellFormed() ?? null;
  const [object = '', action = ''] = type.split('.');
  const actorId = session?.userId ?? null;
  return { businessId, actorId, action, object, objectId, objectLabel, details, ip, createdAt };
}

/** Objects whose details name a client. Notes are excluded: the record lists them itself. */
const CLIENT_OBJECTS = ['assignment', 'document', 'service'];

/** The client whose history includes the row. It repeats the payload, as the other columns do. */
export function clientOf({
  object,
  objectId,
  details,
}: Pick<AuditRow, 'object' | 'objectId' | 'details'>): number | null {
  if (object === 'client' || object === 'units') return objectId;
  if (!CLIENT_OBJECTS.includes(object)) return null;
  // Null for a row without the id, as in the migration that added the column.
  const clientId = Number(details['clientId'] ?? NaN);
  return Number.isSafeInteger(clientId) ? clientId : null;
}

/** Starts the chain of a new business: the first hash is that of its id. */
export async function startChain(tx: BusinessTransaction, businessId: number): Promise<void> {
  await tx.execute(sql`
    insert into ${auditHeads} (business_id, seq, hash)
    values (${businessId}, 0, sha256(convert_to(${String(businessId)}, 'UTF8')))`);
}
