/**
 * Guarded: statements that change a client's balance, with exact decimals as text. Each returns `client_id`, `delta` and
 * `available`; the ledger of `units` appends its entry in the same statement.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { clientUnits } from '#features/clients/server/tables.ts';

/** The user who changes units; a member's context is one. */
export type Actor = Pick<MemberContext, 'businessId' | 'now' | 'session'>;

export const instantOf = ({ now }: Pick<Actor, 'now'>) => sql`${now.toISOString()}::timestamptz`;

/** Inserts the balance of a new client. */
export const insertBalance = (
  actor: Actor,
  { clientId, total }: { clientId: number; total: string },
): SQL => sql`
  insert into ${clientUnits} (business_id, client_id, total_time_units, used_time_units, updated_at)
  values (${actor.businessId}, ${clientId}, ${total}, 0, ${instantOf(actor)})
  returning client_id, total_time_units as delta, total_time_units as available`;

/** Sets the total; updates no row when nothing changes. The row must be locked. */
export const updateTotal = (
  actor: Actor,
  { clientId, total }: { clientId: number; total: string },
): SQL => sql`
  update ${clientUnits} as balance
  set total_time_units = ${total}, updated_at = ${instantOf(actor)}
  from (
    select total_time_units as total from ${clientUnits}
    where business_id = ${actor.businessId} and client_id = ${clientId}
  ) as before
  where balance.business_id = ${actor.businessId} and balance.client_id = ${clientId}
    and balance.total_time_units <> ${total}::numeric
  returning client_id, balance.total_time_units - before.total as delta,
    balance.total_time_units - balance.used_time_units as available`;

/** Deducts units if they are available, or if the business allows overuse. */
export const takeUnits = (actor: Actor, { clientId, units }: { clientId: number; units: string }): SQL => sql`
  update ${clientUnits} set used_time_units = used_time_units + ${units}, updated_at = ${instantOf(actor)}
  where business_id = ${actor.businessId} and client_id = ${clientId}
    and (total_time_units - used_time_units >= ${units}::numeric
      or (select overuse_policy from ${businesses} where id = ${actor.businessId}) = 'allow')
  returning client_id, -(${units}::numeric) as delta, total_time_units - used_time_units as available`;

/** Returns units to a client. @param usage selects `client_id` and `units`; without a row, nothing is returned */
export const returnUnits = (actor: Actor, usage: SQL): SQL => sql`
  update ${clientUnits} as balance
  set used_time_units = used_time_units - usage.units, updated_at = ${instantOf(actor)}
  from (${usage}) as usage
  where balance.business_id = ${actor.businessId} and balance.client_id = usage.client_id
  returning balance.client_id, usage.units as delta,
    balance.total_time_units - balance.used_time_units as available`;

/** Locks a client's balance until the transaction ends. @returns false when there is none */
export async function lockBalance(tx: BusinessTransaction, actor: Actor, clientId: SQL): Promise<boolean> {
  const { rows } = await tx.execute<Record<string, never>>(sql`
    select from ${clientUnits} where business_id = ${actor.businessId} and client_id = ${clientId} for no key update`);
  return rows.length > 0;
}

/** The available units of a client as a decimal; null when there is no such client. */
export async function findAvailableUnits(tx: BusinessTransaction, clientId: number): Promise<string | null> {
  const [row] = await tx
    .select({ available: sql<string>`${clientUnits.totalTimeUnits} - ${clientUnits.usedTimeUnits}` })
    .from(clientUnits)
    .where(and(tx.inTenant(clientUnits), eq(clientUnits.clientId, clientId)));
  return row?.available ?? null;
}
