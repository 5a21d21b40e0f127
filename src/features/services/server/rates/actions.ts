/** The effect of new rates on visits; implemented in `invoices` and injected by `app`. */

import { isDeepStrictEqual } from 'node:util';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { Rate, RateEffect } from '#features/services/rateContract.ts';

/** The new rates of a service, by its key, or of an authorization. */
export type RateChange = ({ serviceKey: string } | { authorizationId: number }) & {
  before: readonly Rate[];
  after: readonly Rate[];
};

export interface VisitRates {
  previewRates(tx: BusinessTransaction, context: MemberContext, change: RateChange): Promise<RateEffect>;
  /** Bills approved visits at their new rates, unless an issued invoice or a claim has them. @returns how many */
  applyRates(tx: BusinessTransaction, context: MemberContext, change: RateChange): Promise<number>;
}

/**
 * Stores nothing itself, but bills the visits at the new rates. The caller holds a lock that approvals
 * wait for: the period of a service's change, the balance of an authorization's.
 * @param confirmed how many visits the caller saw; undefined for any number
 * @throws 409 `visits_affected` when there are more
 */
export async function applyConfirmedRates(
  tx: BusinessTransaction,
  context: MemberContext,
  {
    change,
    confirmed,
    applyRates,
  }: { change: RateChange; confirmed: number | undefined; applyRates: VisitRates['applyRates'] },
): Promise<number> {
  if (isDeepStrictEqual(change.before, change.after)) return 0;
  const visits = await applyRates(tx, context, change);
  if (confirmed === undefined || visits <= confirmed) return visits;
  throw conflict(
    'visits_affected',
    `The new rate now affects ${visits === 1 ? '1 approved visit' : `${visits} approved visits`}. Review the change, then save it again.`,
  );
}
