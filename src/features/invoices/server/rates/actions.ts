/** Guarded: bills visits at rates that were entered after their approval. */

import type { MemberContext } from '#platform/server/context.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { changeFrozenRates } from '#features/notes/server/billing/actions.ts';
import type { RateChange } from '#features/services/server/rates/actions.ts';
import { lockRatedVisits } from './reads.ts';

/**
 * Bills approved visits at their new rates. Drafts of invoices keep the rates that they hold, and cannot be issued
 * before they are saved again. @returns the number of visits
 */
export async function applyRates(
  tx: BusinessTransaction,
  context: MemberContext,
  change: RateChange,
): Promise<number> {
  const visits = await lockRatedVisits(tx, change);
  if (visits.length === 0) return 0;
  const changedAt = visits.map(({ updatedAt }) => updatedAt.getTime());
  await changeFrozenRates(tx, atLockTime(context, new Date(Math.max(...changedAt))), visits);
  publishChange(tx, ['notes', 'invoices', 'audit']);
  return visits.length;
}
