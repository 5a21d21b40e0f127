/** Guarded: a client's units. Every change of a balance or an authorization's units first locks the client's balance. */

import { and, asc, inArray, sql, type SQL } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { authorizations, clientUnits } from './tables.ts';

/** The user who changes units; a member's context is one. */
export type Actor = Pick<MemberContext, 'businessId' | 'now' | 'session'>;

const instantOf = ({ now }: Pick<Actor, 'now'>) => sql`${now.toISOString()}::timestamptz`;

/** Inserts the empty balances of new clients. */
export async function insertBalances(
  tx: BusinessTransaction,
  { businessId, now }: Actor,
  clientIds: readonly number[],
): Promise<void> {
  await tx
    .insert(clientUnits)
    .values(clientIds.map((clientId) => ({ businessId, clientId, updatedAt: now })));
}

/**
 * Locks the balances of clients until the transaction ends, in the order of their ids. The statement is sent when this
 * is called, so that later statements of the same batch see what the lock has waited for.
 * @returns the ids of the locked ones
 */
export async function lockBalances(tx: BusinessTransaction, clientIds: readonly number[]): Promise<number[]> {
  const locked = tx
    .select({ clientId: clientUnits.clientId })
    .from(clientUnits)
    .where(and(tx.inTenant(clientUnits), inArray(clientUnits.clientId, [...clientIds])))
    .orderBy(asc(clientUnits.clientId))
    .for('no key update')
    .execute();
  return (await locked).map(({ clientId }) => clientId);
}

/** The units of a client's authorizations: what they were granted, or what is left of it. */
export const sumAuthorizations = (
  businessId: number,
  clientId: SQL,
  what: 'authorized' | 'available',
): SQL => sql`(
  select coalesce(sum(${what === 'authorized' ? sql`units_authorized` : sql`units_authorized - units_used`}), 0)
  from ${authorizations} as granted
  where granted.business_id = ${businessId} and granted.client_id = ${clientId} and units_authorized is not null)`;

/**
 * Changes the balance of an account and its client; the ledger of `units` appends its entry in the same statement.
 * @param change selects `client_id`, `authorization_id` (null for the general account), `total` and `used`: what is added
 * to the total and to the used units; without a row, nothing changes
 * @returns common table expressions, the last one `changed` with `client_id`, `authorization_id`, `delta`, `available`,
 * and as `at` the time of the actor, or that of the balance's last change if this is later
 */
export const changeBalance = (actor: Actor, change: SQL): SQL => sql`
  change as (${change}),
  balance as (
    update ${clientUnits} as one set total_time_units = one.total_time_units + change.total,
      used_time_units = one.used_time_units + change.used, updated_at = greatest(one.updated_at, ${instantOf(actor)})
    from change
    where one.business_id = ${actor.businessId} and one.client_id = change.client_id and change.total <> change.used
    returning one.client_id, one.total_time_units - one.used_time_units as available, one.updated_at
  ),
  account as (
    update ${authorizations} as one set units_authorized = one.units_authorized + change.total,
      units_used = one.units_used + change.used
    from change
    where one.business_id = ${actor.businessId} and one.id = change.authorization_id and change.total <> change.used
    returning one.id, one.units_authorized - one.units_used as available
  ),
  changed as (
    select change.client_id, change.authorization_id, change.total - change.used as delta,
      case when change.authorization_id is null then balance.available - ${sumAuthorizations(actor.businessId, sql`change.client_id`, 'available')}
        else account.available end as available, balance.updated_at as at
    from change join balance on balance.client_id = change.client_id
      left join account on account.id = change.authorization_id
  )`;
