/** Reads the subscription, what it allows now, and the limits of its plan. */

import { isManager, type MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { planLimits } from '#features/businesses/rules.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { countActiveClients } from '#features/clients/server/reads.ts';
import { countEmployees } from '#features/people/server/reads.ts';
import { getAllowedActions, type SubscriptionStatus } from '#features/subscription/rules.ts';
import { getRow, type SubscriptionSnapshot, type SubscriptionRow } from './leaseActions.ts';

/** Returns the effective status: a canceled subscription ends with its period, before the provider reports it. */
export function getStatusNow(row: SubscriptionRow | null, now: Date): SubscriptionStatus | null {
  if (!row?.status) return null;
  const isOver = row.cancelAtPeriodEnd && row.periodEnd !== null && row.periodEnd <= now;
  return isOver ? 'canceled' : row.status;
}

/** Returns which actions the subscription allows now. */
export const getAllowedActionsNow = ({ business, row }: SubscriptionSnapshot, now: Date) =>
  getAllowedActions(business, {
    status: getStatusNow(row, now),
    cancelAtPeriodEnd: row?.cancelAtPeriodEnd ?? false,
  });

/** Returns the subscription as the caller sees it, within a transaction. */
export async function readInfoIn(tx: BusinessTransaction, context: MemberContext) {
  const { businessId, session, now } = context;
  const [business, row] = [await getOwnBusiness(tx, businessId), await getRow(tx)];
  const manager = isManager(session);
  return {
    subscription: row && toSubscription(row, { now, manager }),
    planType: business.planType,
    usage: manager ? await countUsage(tx, business) : null,
    can: manager ? getAllowedActionsNow({ business, row }, now) : NOTHING,
  };
}

const NOTHING = {
  subscribe: false,
  cancel: false,
  reactivate: false,
  updatePaymentMethod: false,
  changePlan: false,
};

function toSubscription(row: SubscriptionRow, { now, manager }: { now: Date; manager: boolean }) {
  const status = getStatusNow(row, now);
  const { periodStart, periodEnd, planType, amount, currency, interval } = row;
  // Null until the first payment.
  if (!status || status.startsWith('incomplete') || !periodStart || !periodEnd) return null;
  return {
    id: manager ? row.subscriptionId : null,
    status,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    current_period_start: toSeconds(periodStart),
    current_period_end: toSeconds(periodEnd),
    plan: { nickname: planLimits({ planType, isCreatorBusiness: false }).plan, amount, currency, interval },
    customer: manager ? { email: row.email } : null,
  };
}

const toSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

type LimitedBusiness = Parameters<typeof planLimits>[0] & { id: number };

async function countUsage(tx: BusinessTransaction, business: LimitedBusiness) {
  const limits = planLimits(business);
  const employees = await countEmployees(tx);
  const clients = await countActiveClients(tx);
  return {
    employees: { used: employees, limit: limits.employees },
    clients: { used: clients, limit: limits.clients },
  };
}

/** @throws 409 `plan_limit_reached` when the business exceeds the limits of a plan; its row is locked */
export async function refuseFullPlan(tx: BusinessTransaction, id: number, planType: PlanType): Promise<void> {
  const business = { id, planType, isCreatorBusiness: false };
  const { plan } = planLimits(business);
  const { employees, clients } = await countUsage(tx, business);
  for (const [things, { used, limit }] of Object.entries({ employees, 'active clients': clients })) {
    if (limit === null || used <= limit) continue;
    throw conflict(
      'plan_limit_reached',
      `The ${plan} plan allows up to ${limit} ${things}, and there are ${used}.`,
    );
  }
}

/** Returns the stored subscription, and whether it may be outdated. */
export function readStored(context: MemberContext) {
  return readInBusiness(context, async (tx) => {
    const info = await readInfoIn(tx, context);
    const { subscriptionCheckAt: checkAt, subscriptionStatus } = await getOwnBusiness(tx, context.businessId);
    const isDue = checkAt !== null && checkAt <= context.now;
    return { info, isStale: isDue || subscriptionStatus === 'incomplete' };
  });
}
