/**
 * Guarded: the ledger of units. One statement changes a balance and appends the ledger entry, in the caller's
 * transaction; decimals are text. Callers publish the change and record it in the audit log.
 */

import { sql, type SQL } from 'drizzle-orm';
import { selectNextIds } from '#platform/server/database/nextId.ts';
import { notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import {
  changeBalance,
  insertBalances,
  lockBalances,
  sumAuthorizations,
  type Actor,
} from '#features/clients/server/balanceActions.ts';
import { clientUnits } from '#features/clients/server/tables.ts';
import type { LedgerKind } from '#features/units/contract.ts';
import { ledgerHash, unitLedger } from './tables.ts';

export interface LedgerEntry {
  /** The change of the available units; negative for a deduction. */
  delta: string;
  /** Available units of the account after the change; negative when more units are used than it has. */
  available: string;
}

/** A version of a note, whose units are deducted at most once and reversed at most once. */
export interface NoteVersion {
  noteId: number;
  noteVersion: number;
}

/** An account of a client: an authorization with units, or null for the general account. */
export interface AccountKey {
  clientId: number;
  accountId: number | null;
}

/** Opens the ledgers of new clients with the purchased units; adds no entry for 0 units. */
export async function openUnits(
  tx: BusinessTransaction,
  actor: Actor,
  bought: readonly { clientId: number; total: string }[],
): Promise<void> {
  await insertBalances(
    tx,
    actor,
    bought.map(({ clientId }) => clientId),
  );
  await purchaseUnits(
    tx,
    actor,
    bought.map(({ clientId, total }) => ({ clientId, accountId: null, total })),
  );
}

/** Adds purchased units to accounts. Their clients' balances must be locked. */
export async function purchaseUnits(
  tx: BusinessTransaction,
  actor: Actor,
  purchases: readonly (AccountKey & { total: string })[],
): Promise<void> {
  // A statement changes each balance once.
  const rounds: (typeof purchases)[number][][] = [];
  const counts = new Map<number, number>();
  for (const purchase of purchases) {
    const round = counts.get(purchase.clientId) ?? 0;
    counts.set(purchase.clientId, round + 1);
    (rounds[round] ??= []).push(purchase);
  }
  for (const round of rounds) {
    const change = sql`
      select "clientId" as client_id, "accountId" as authorization_id, total, 0::numeric as used
      from jsonb_to_recordset(${JSON.stringify(round)}::jsonb) as one ("clientId" bigint, "accountId" bigint, total numeric)`;
    await appendEntries(tx, actor, { change, kind: 'purchase', count: round.length });
  }
}

/**
 * Sets the total of a client's general account; the difference is an adjustment. The total may be less than the used
 * units.
 * @returns null when the total does not change
 * @throws 404
 */
export async function adjustTotal(
  tx: BusinessTransaction,
  actor: Actor,
  { clientId, total, reason }: { clientId: number; total: string; reason: string | null },
): Promise<LedgerEntry | null> {
  const change = sql`
    select client_id, null::bigint as authorization_id, 0::numeric as used,
      ${total}::numeric - (total_time_units - ${sumAuthorizations(actor.businessId, sql`${clientId}`, 'authorized')}) as total
    from ${clientUnits} where business_id = ${actor.businessId} and client_id = ${clientId}`;
  const locked = await lockBalances(tx, [clientId]);
  if (locked.length === 0) throw notFound('This client does not exist.');
  return appendEntries(tx, actor, { change, kind: 'adjustment', reason });
}

/** Adds units to the total of an account, or removes them when negative. The client's balance must be locked. */
export function changeTotal(
  tx: BusinessTransaction,
  actor: Actor,
  {
    clientId,
    accountId,
    kind,
    delta,
    reason,
  }: AccountKey & { kind: 'purchase' | 'adjustment'; delta: string; reason: string | null },
): Promise<LedgerEntry | null> {
  const change = selectChange({ clientId, accountId, total: delta, used: '0' });
  return appendEntries(tx, actor, { change, kind, reason });
}

/**
 * Deducts the units of a note from an account, whose client must be locked: the caller has checked the limits.
 * @returns null for 0 units, which have no ledger entry
 */
export function deductUnits(
  tx: BusinessTransaction,
  actor: Actor,
  { clientId, accountId, units, ...note }: NoteVersion & AccountKey & { units: string },
): Promise<LedgerEntry | null> {
  const change = selectChange({ clientId, accountId, total: '0', used: units });
  return appendEntries(tx, actor, { change, kind: 'note', ...note });
}

/**
 * Reverses the deduction of a version of a note, once: the ledger entry has account and amount.
 * @returns null when nothing was deducted or it is reversed already
 */
export async function reverseUnits(
  tx: BusinessTransaction,
  actor: Actor,
  { clientId, ...note }: NoteVersion & { clientId: number; reason: string | null },
): Promise<LedgerEntry | null> {
  const entry = (kind: LedgerKind) => sql`
    from ${unitLedger} where business_id = ${actor.businessId} and note_id = ${note.noteId}
      and note_version = ${note.noteVersion} and kind = ${kind}`;
  const change = sql`
    select client_id, authorization_id, 0::numeric as total, delta as used ${entry('note')}
      and not exists (select ${entry('reversal')})`;
  await lockBalances(tx, [clientId]);
  return appendEntries(tx, actor, { change, kind: 'reversal', ...note });
}

const selectChange = ({
  clientId,
  accountId,
  total,
  used,
}: AccountKey & { total: string; used: string }) => sql`
  select ${clientId}::bigint as client_id, ${accountId}::bigint as authorization_id,
    ${total}::numeric as total, ${used}::numeric as used`;

interface EntryInput extends Partial<NoteVersion> {
  change: SQL;
  kind: LedgerKind;
  reason?: string | null;
  /** The number of balances. */
  count?: number;
}

/**
 * Changes balances, which must be locked, and appends the ledger entries in one statement, unless the change is 0.
 * @returns the first entry, null without one
 */
async function appendEntries(
  tx: BusinessTransaction,
  actor: Actor,
  { change, kind, reason = null, noteId, noteVersion, count = 1 }: EntryInput,
): Promise<LedgerEntry | null> {
  const id = await selectNextIds(tx, unitLedger, count);
  const { rows } = await tx.execute<LedgerEntry & Record<string, unknown>>(sql`
    with ${changeBalance(actor, change)}, entry as (
      select ${actor.businessId}::bigint as business_id, ${id} as id, client_id, authorization_id,
        ${kind}::text as kind, delta::numeric(8, 2) as delta, available::numeric(8, 2) as balance_after,
        ${noteId ?? null}::bigint as note_id, ${noteVersion ?? null}::bigint as note_version, ${reason}::text as reason,
        ${actor.session.userId}::bigint as actor_id, at as created_at
      from changed
    )
    insert into ${unitLedger} (business_id, id, client_id, authorization_id, kind, delta, balance_after, note_id,
      note_version, reason, actor_id, created_at, hash)
    select entry.*, ${ledgerHash('entry')} from entry
    returning delta, balance_after as available`);
  return rows[0] ?? null;
}
