/**
 * Guarded: the ledger of units. One statement changes a client's balance and appends the ledger entry, in the
 * caller's transaction; decimals are text. Callers publish the change and record it in the audit log.
 */
import { sql, type SQL } from 'drizzle-orm';
import { conflict, notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import {
  findAvailableUnits,
  insertBalance,
  instantOf,
  lockBalance,
  returnUnits,
  takeUnits,
  updateTotal,
  type Actor,
} from '#features/clients/server/balances/actions.ts';
import type { LedgerKind } from '#features/units/contract.ts';
import { ledgerHash, unitLedger } from './tables.ts';

export interface LedgerEntry {
  /** The change of the available units; negative for a deduction. */
  delta: string;
  /** Available units after the change; negative when more units are used than purchased. */
  available: string;
  /** Whether this entry made the available units negative. */
  crossedZero: boolean;
}

/** A version of a note, whose units are deducted at most once and reversed at most once. */
export interface NoteVersion {
  noteId: number;
  noteVersion: number;
}

/** Opens the ledger of a new client with the purchased units; adds no entry for 0 units. */
export async function openUnits(
  tx: BusinessTransaction,
  actor: Actor,
  bought: { clientId: number; total: string },
): Promise<void> {
  await tx.execute(insertEntry(actor, insertBalance(actor, bought), { kind: 'purchase' }));
}

/**
 * Sets a client's total; the difference is an adjustment. The total may be less than the used units.
 * @returns null when the total does not change
 * @throws 404
 */
export async function adjustTotal(
  tx: BusinessTransaction,
  actor: Actor,
  { clientId, total, reason }: { clientId: number; total: string; reason: string | null },
): Promise<LedgerEntry | null> {
  const change = updateTotal(actor, { clientId, total });
  const [exists, adjusted] = await Promise.all([
    lockBalance(tx, actor, sql`${clientId}::bigint`),
    executeEntry(tx, insertEntry(actor, change, { kind: 'adjustment', reason })),
  ]);
  if (!exists) throw notFound('This client does not exist.');
  return adjusted;
}

/**
 * Deducts the units of a note from its client; under the policy `block` only if they are available. A note of 0 units
 * has no ledger entry.
 * @throws 409 `not_enough_units` with the needed and available units; 404
 */
export async function deductUnits(
  tx: BusinessTransaction,
  actor: Actor,
  note: NoteVersion & { clientId: number; units: string },
): Promise<LedgerEntry> {
  const isZeroUnits = Number(note.units) === 0;
  const deducted = isZeroUnits
    ? null
    : await executeEntry(tx, insertEntry(actor, takeUnits(actor, note), { kind: 'note', ...note }));
  if (deducted) return deducted;
  const available = await findAvailableUnits(tx, note.clientId);
  if (available === null) throw notFound('This client does not exist.');
  if (isZeroUnits) return { delta: note.units, available, crossedZero: false };
  throw conflict('not_enough_units', `Not enough time units: ${note.units} needed, ${available} available.`);
}

/**
 * Reverses the deduction of a version of a note, once.
 * @returns null when nothing was deducted or it is reversed already
 */
export async function reverseUnits(
  tx: BusinessTransaction,
  actor: Actor,
  note: NoteVersion & { reason: string | null },
): Promise<LedgerEntry | null> {
  const entry = (kind: LedgerKind) => sql`
    from ${unitLedger} where business_id = ${actor.businessId} and note_id = ${note.noteId}
      and note_version = ${note.noteVersion} and kind = ${kind}`;
  const deduction = sql`
    select client_id, -delta as units ${entry('note')} and not exists (select ${entry('reversal')})`;
  const [, reversed] = await Promise.all([
    lockBalance(tx, actor, sql`(select client_id ${entry('note')})`),
    executeEntry(tx, insertEntry(actor, returnUnits(actor, deduction), { kind: 'reversal', ...note })),
  ]);
  return reversed;
}

interface EntryInput extends Partial<NoteVersion> {
  kind: LedgerKind;
  reason?: string | null;
}

/** One statement that changes a balance and appends the ledger entry, unless the change is 0. */
function insertEntry(
  actor: Actor,
  change: SQL,
  { kind, reason = null, noteId, noteVersion }: EntryInput,
): SQL {
  return sql`
    with change as (${change}), entry as (
      select ${actor.businessId}::bigint as business_id, nextval('unit_ledger_id_seq') as id, client_id,
        ${kind}::text as kind, delta::numeric(8, 2) as delta, available::numeric(8, 2) as balance_after,
        ${noteId ?? null}::bigint as note_id, ${noteVersion ?? null}::bigint as note_version, ${reason}::text as reason,
        ${actor.session.userId}::bigint as actor_id, ${instantOf(actor)} as created_at
      from change where delta <> 0
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
