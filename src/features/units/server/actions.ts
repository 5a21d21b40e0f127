/**
 * Guarded: movements of a client's units. Each one changes the client's row and appends to the ledger
 * in the same statement, inside the transaction of whoever calls; figures are exact decimals as text.
 * Callers announce, audit and answer; these functions only move units.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import type { LedgerKind } from '#features/units/contract.ts';
import { clientUnits, ledgerHash, unitLedger } from './tables.ts';

/** Who changes units; a member's context is one. */
export type Actor = Pick<MemberContext, 'businessId' | 'now' | 'session'>;

export interface LedgerEntry {
  /** What was added to the available units; negative when taken. */
  delta: string;
  /** Available units after the movement; negative when more is used than was bought. */
  available: string;
  /** This movement took the client from enough to too little. */
  crossedZero: boolean;
}

/** A version of a note is charged at most once and given back at most once. */
export interface NoteVersion {
  noteId: number;
  noteVersion: number;
}

/** Opens the units of a new client with what it bought; the first row of its ledger unless it is nothing. */
export async function openUnits(
  tx: BusinessTransaction,
  actor: Actor,
  bought: { clientId: number; total: string },
): Promise<void> {
  const moved = sql`
    insert into ${clientUnits} (business_id, client_id, total_time_units, used_time_units, updated_at)
    values (${actor.businessId}, ${bought.clientId}, ${bought.total}, 0, ${at(actor)})
    returning client_id, total_time_units as delta, total_time_units as available`;
  await tx.execute(insertEntry(actor, moved, { kind: 'purchase' }));
}

/**
 * Sets a client's total; the difference to the one before is an adjustment. The new total may be less
 * than what is used: the client is then overdrawn, under every policy.
 * @returns null when the total was this already
 * @throws 404 when there is no such client
 */
export async function adjustTotal(
  tx: BusinessTransaction,
  actor: Actor,
  wanted: { clientId: number; total: string; reason: string | null },
): Promise<LedgerEntry | null> {
  const ofIt = sql`business_id = ${actor.businessId} and client_id = ${wanted.clientId}`;
  const moved = sql`
    update ${clientUnits} as now_row
    set total_time_units = ${wanted.total}, updated_at = ${at(actor)}
    from (select total_time_units as total from ${clientUnits} where ${ofIt}) as before
    where now_row.business_id = ${actor.businessId} and now_row.client_id = ${wanted.clientId}
      and now_row.total_time_units <> ${wanted.total}::numeric
    returning client_id, now_row.total_time_units - before.total as delta,
      now_row.total_time_units - now_row.used_time_units as available`;
  const [known, adjusted] = await Promise.all([
    lockUnits(tx, actor, sql`${wanted.clientId}::bigint`),
    executeEntry(tx, insertEntry(actor, moved, { kind: 'adjustment', reason: wanted.reason })),
  ]);
  if (!known) throw notFound('This client does not exist.');
  return adjusted;
}

/**
 * Takes the units of a note from its client. Under `block` they are taken only if they are there, in the
 * statement that takes them; under `allow` always, and `crossedZero` says when managers are to be told.
 * @throws 409 `not_enough_units` naming what is needed and available; 404 when there is no such client
 */
export async function deductUnits(
  tx: BusinessTransaction,
  actor: Actor,
  note: NoteVersion & { clientId: number; units: string },
): Promise<LedgerEntry> {
  const moved = sql`
    update ${clientUnits} set used_time_units = used_time_units + ${note.units}, updated_at = ${at(actor)}
    where business_id = ${actor.businessId} and client_id = ${note.clientId}
      and (total_time_units - used_time_units >= ${note.units}::numeric
        or (select overuse_policy from ${businesses} where id = ${actor.businessId}) = 'allow')
    returning client_id, -(${note.units}::numeric) as delta, total_time_units - used_time_units as available`;
  const taken = await executeEntry(tx, insertEntry(actor, moved, { kind: 'note', ...note }));
  return taken ?? refuse(tx, actor, note);
}

/**
 * Gives back what a version of a note took, once.
 * @returns null when it took nothing or was given back before
 */
export async function reverseUnits(
  tx: BusinessTransaction,
  actor: Actor,
  note: NoteVersion & { reason: string | null },
): Promise<LedgerEntry | null> {
  const entry = (kind: LedgerKind) => sql`
    from ${unitLedger} where business_id = ${actor.businessId} and note_id = ${note.noteId}
      and note_version = ${note.noteVersion} and kind = ${kind}`;
  const moved = sql`
    update ${clientUnits} as now_row
    set used_time_units = used_time_units - taken.units, updated_at = ${at(actor)}
    from (select client_id, -delta as units ${entry('note')}) as taken
    where now_row.business_id = ${actor.businessId} and now_row.client_id = taken.client_id
      and not exists (select ${entry('reversal')})
    returning now_row.client_id, taken.units as delta,
      now_row.total_time_units - now_row.used_time_units as available`;
  const [, reversed] = await Promise.all([
    lockUnits(tx, actor, sql`(select client_id ${entry('note')})`),
    executeEntry(tx, insertEntry(actor, moved, { kind: 'reversal', ...note })),
  ]);
  return reversed;
}

/** Locks a client's units until the transaction ends, so that the next statement sees what nobody else changes. */
async function lockUnits(tx: BusinessTransaction, actor: Actor, clientId: SQL): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${clientUnits} where business_id = ${actor.businessId} and client_id = ${clientId} for no key update`);
  return rows.length > 0;
}

interface EntryInput extends Partial<NoteVersion> {
  kind: LedgerKind;
  reason?: string | null;
}

/** The movement and its ledger row as one statement; a movement of nothing leaves no row. */
function insertEntry(
  actor: Actor,
  moved: SQL,
  { kind, reason = null, noteId, noteVersion }: EntryInput,
): SQL {
  return sql`
    with moved as (${moved}), entry as (
      select ${actor.businessId}::bigint as business_id, nextval('unit_ledger_id_seq') as id, client_id,
        ${kind}::text as kind, delta::numeric(8, 2) as delta, available::numeric(8, 2) as balance_after,
        ${noteId ?? null}::bigint as note_id, ${noteVersion ?? null}::bigint as note_version, ${reason}::text as reason,
        ${actor.session.userId}::bigint as actor_id, ${at(actor)} as created_at
      from moved where delta <> 0
    )
    insert into ${unitLedger} (business_id, id, client_id, kind, delta, balance_after, note_id, note_version, reason,
      actor_id, created_at, hash)
    select entry.*, ${ledgerHash('entry')} from entry
    returning delta, balance_after as available, balance_after < 0 and balance_after - delta >= 0 as "crossedZero"`;
}

async function executeEntry(tx: BusinessTransaction, statement: SQL): Promise<LedgerEntry | null> {
  const { rows } = await tx.execute<LedgerEntry & Record<string, unknown>>(statement);
  return rows[0] ?? null;
}

/** Says why nothing was taken. */
async function refuse(
  tx: BusinessTransaction,
  actor: Actor,
  needed: { clientId: number; units: string },
): Promise<never> {
  const [row] = await tx
    .select({ available: sql<string>`${clientUnits.totalTimeUnits} - ${clientUnits.usedTimeUnits}` })
    .from(clientUnits)
    .where(ofClient(actor, needed.clientId));
  if (!row) throw notFound('This client does not exist.');
  throw conflict(
    'not_enough_units',
    `Not enough time units: ${needed.units} needed, ${row.available} available.`,
  );
}

const at = (actor: Actor) => sql`${actor.now.toISOString()}::timestamptz`;
const ofClient = ({ businessId }: Actor, clientId: number) =>
  and(eq(clientUnits.businessId, businessId), eq(clientUnits.clientId, clientId));
