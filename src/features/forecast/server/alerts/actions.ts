/** Alerts managers to accounts that run out or expire: each once, however many nodes and transactions find it. */

import { dayInZone } from '#platform/contract/zone.ts';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { runForEach } from '#platform/server/runForEach.ts';
import { readInBusiness, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { listBusinessZones } from '#features/businesses/server/reads.ts';
import type { AlertThreshold } from '#features/forecast/contract.ts';
import {
  describeAlert,
  type AlertAccount,
  listExpiryThresholds,
  listUsageThresholds,
  getTopThreshold,
} from '#features/forecast/rules.ts';
import { unitAlerts } from '#features/forecast/server/tables.ts';
import { sendSystemMessages } from '#features/mail/server/actions.ts';
import { findAccount, listExpiring, type AccountKey, type StoredAccount } from './reads.ts';

/** The transaction's business and time; a member's context is one, and a scheduled job's scope. */
type Scope = Pick<BusinessScope, 'services' | 'businessId' | 'now'>;

interface ThresholdsOfAccount {
  account: StoredAccount;
  thresholds: AlertThreshold[];
}

/**
 * Alerts managers when an account has used 80 % or all of its units, in the transaction that changed it. A threshold
 * counts once for the account's total and expiry date, so that a new total or date allows a new alert.
 */
export async function sendUsageAlerts(
  tx: BusinessTransaction,
  scope: Scope,
  units: AccountKey & Pick<AlertAccount, 'total' | 'used'>,
): Promise<void> {
  if (listUsageThresholds(units).length === 0) return;
  const account = await findAccount(tx, scope.businessId, units);
  if (account) await sendAlerts(tx, scope, [{ account, thresholds: listUsageThresholds(account) }]);
}

/** Scheduled: alerts managers to authorizations that expire in 30 or 7 days of their business. */
export async function sendExpiryAlerts(services: Services, now: Date): Promise<void> {
  await runForEach(await listBusinessZones(services), ({ id, timeZone }) => {
    const scope = { services, now, businessId: id, ip: '' };
    return sendExpiryAlertsOf(scope, dayInZone(now, timeZone));
  });
}

async function sendExpiryAlertsOf(scope: BusinessScope, today: string): Promise<void> {
  const list = async (tx: BusinessTransaction): Promise<ThresholdsOfAccount[]> => {
    const accounts = await listExpiring(tx, scope.businessId, today);
    return accounts.map((account) => ({
      account,
      thresholds: listExpiryThresholds(account.expiryDate ?? today, today),
    }));
  };
  const hasNew = (await readInBusiness(scope, list)).some((one) => listNew(one).length > 0);
  if (!hasNew) return;
  await writeInBusiness(scope, async (tx) => sendAlerts(tx, scope, await list(tx)));
}

const listNew = ({ account, thresholds }: ThresholdsOfAccount): AlertThreshold[] =>
  thresholds.filter((threshold) => !account.alerted.includes(threshold));

/** Stores the thresholds that no transaction has stored yet, and sends a message about the last one of each account. */
async function sendAlerts(
  tx: BusinessTransaction,
  scope: Scope,
  reached: readonly ThresholdsOfAccount[],
): Promise<void> {
  const { businessId, now: createdAt } = scope;
  const rows = reached.flatMap((one) => {
    const { clientId, authorizationId, total, expiryDate } = one.account;
    const row = { businessId, clientId, authorizationId, total, expiryDate, createdAt };
    return listNew(one).map((threshold) => ({ ...row, threshold }));
  });
  if (rows.length === 0) return;
  const stored = await tx.insert(unitAlerts).values(rows).onConflictDoNothing().returning({
    clientId: unitAlerts.clientId,
    authorizationId: unitAlerts.authorizationId,
    threshold: unitAlerts.threshold,
  });
  const letters = reached.flatMap(({ account }) => {
    const own = stored.filter(
      (row) => row.clientId === account.clientId && row.authorizationId === account.authorizationId,
    );
    const threshold = getTopThreshold(own.map((row) => row.threshold));
    return threshold ? [{ ...describeAlert(account, threshold), clientId: account.clientId }] : [];
  });
  await sendSystemMessages(tx, scope, letters);
}
