/** Reads the accounts that managers are alerted about. */

import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '#platform/contract/days.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { sumAuthorizations } from '#features/clients/server/balanceActions.ts';
import { authorizations, clients, clientUnits } from '#features/clients/server/tables.ts';
import type { AlertThreshold } from '#features/forecast/contract.ts';
import { EXPIRY_ALERT_DAYS, type AlertAccount } from '#features/forecast/rules.ts';
import { unitAlerts } from '#features/forecast/server/tables.ts';
import { services } from '#features/services/server/tables.ts';

export interface AccountKey {
  clientId: number;
  /** Null for the general account. */
  authorizationId: number | null;
}

/** An account of an active client, with the thresholds that managers were alerted to. */
export interface StoredAccount extends AlertAccount, AccountKey {
  [column: string]: unknown;
  alerted: AlertThreshold[];
}

/** The account, if its client is active. */
export async function findAccount(
  tx: BusinessTransaction,
  businessId: number,
  { clientId, authorizationId }: AccountKey,
): Promise<StoredAccount | undefined> {
  const account =
    authorizationId === null
      ? selectGeneral(businessId, clientId)
      : selectAuthorized(businessId, sql`one.id = ${authorizationId}`);
  return (await listStored(tx, businessId, account))[0];
}

/** The accounts that expire within the days of an alert, in a fixed order, which prevents deadlocks. */
export const listExpiring = (
  tx: BusinessTransaction,
  businessId: number,
  today: string,
): Promise<StoredAccount[]> => {
  const lastDay = addDays(today, EXPIRY_ALERT_DAYS);
  return listStored(
    tx,
    businessId,
    selectAuthorized(
      businessId,
      // Someone ended the others, and knows that they expire.
      sql`one.status <> 'expired' and one.units_authorized > 0 and one.expiry_date between ${today}::date and ${lastDay}::date`,
    ),
  );
};

const selectGeneral = (businessId: number, clientId: number): SQL => sql`
  select client_id, null::bigint as authorization_id, null as service_name, null as reference, null::date as expiry_date,
    total_time_units - authorized as total, used_time_units - (authorized - available) as used
  from ${clientUnits},
    ${sumAuthorizations(businessId, sql`${clientId}`, 'authorized')} as sums(authorized),
    ${sumAuthorizations(businessId, sql`${clientId}`, 'available')} as more(available)
  where business_id = ${businessId} and client_id = ${clientId}`;

const selectAuthorized = (businessId: number, condition: SQL): SQL => sql`
  select one.client_id, one.id as authorization_id, coalesce(service.name, one.service_name) as service_name,
    one.reference, one.expiry_date, one.units_authorized as total, one.units_used as used
  from ${authorizations} as one
    left join ${services} as service on service.business_id = ${businessId} and service.key = one.category
  where one.business_id = ${businessId} and one.units_authorized is not null and ${condition}`;

async function listStored(
  tx: BusinessTransaction,
  businessId: number,
  account: SQL,
): Promise<StoredAccount[]> {
  const { rows } = await tx.execute<StoredAccount>(sql`
    select account.client_id as "clientId", account.authorization_id as "authorizationId",
      account.service_name as "serviceName", account.reference, account.expiry_date::text as "expiryDate",
      account.total::numeric(8, 2)::text as total, account.used::numeric(10, 2)::text as used,
      client.company_name as "clientName",
      array(
        select threshold from ${unitAlerts} as alert
        where alert.business_id = ${businessId} and alert.client_id = account.client_id
          and alert.authorization_id is not distinct from account.authorization_id
          and alert.total = account.total and alert.expiry_date is not distinct from account.expiry_date
      ) as alerted
    from (${account}) as account
      join ${clients} as client on client.business_id = ${businessId} and client.id = account.client_id
    where client.status = 'active' and client.archived_at is null
    order by account.client_id, account.authorization_id`);
  return rows;
}
