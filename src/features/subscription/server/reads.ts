import type { MemberContext } from '#platform/server/context.ts';
import { isManager } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { planLimits } from '#features/businesses/rules.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { countActiveClients } from '#features/clients/server/reads.ts';
import { countEmployees } from '#features/people/server/reads.ts';
import { movesOf } from '#features/subscription/rules.ts';
import type { SubscriptionStatus } from '#features/subscription/rules.ts';
import { getRow } from './lease/actions.ts';
import type { SubscriptionSnapshot, SubscriptionRow } from './lease/actions.ts';

/** The effective status: a canceled subscription ends with its period, even before the provider reports it. */
export function statusNow(row: SubscriptionRow | null, now: Date): SubscriptionStatus | null {
  if (!row?.status) return null;
  const over = row.cancelAtPeriodEnd && row.periodEnd !== null && row.periodEnd <= now;
  return over ? 'canceled' : row.status;
}

/** What can be done with the subscription now. */
export const movesNow = ({ business, row }: SubscriptionSnapshot, now: Date) =>
  movesOf(business, {
    status: statusNow(row, now),
    cancelAtPeriodEnd: row?.cancelAtPeriodEnd ?? false,
  });

/** The subscription as its business sees it, within a transaction. */
export async function infoOf(tx: BusinessTransaction, context: MemberContext) {
  const { businessId, session, now } = context;
  const [business, row] = [await getOwnBusiness(tx, businessId), await getRow(tx, businessId)];
  const manager = isManager(session);
  return {
    subscription: row && shown(row, { now, manager }),
    planType: business.planType,
    usage: manager ? await usageOf(tx, business) : null,
    can: manager ? movesNow({ business, row }, now) : NOTHING,
  };
}

const NOTHING = {
  subscribe: false,
  cancel: false,
  reactivate: false,
  updatePaymentMethod: false,
  changePlan: false,
};

function shown(row: SubscriptionRow, { now, manager }: { now: Date; manager: boolean }) {
  const status = statusNow(row, now);
  const { periodStart, periodEnd, planType, amount, currency, interval } = row;
  // Not paid for yet, so there is none.
  if (!status || status.startsWith('incomplete') || !periodStart || !periodEnd) return null;
  return {
    id: manager ? row.subscriptionId : null,
    status,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    current_period_start: seconds(periodStart),
    current_period_end: seconds(periodEnd),
    plan: { nickname: planLimits({ planType, isCreatorBusiness: false }).plan, amount, currency, interval },
    customer: manager ? { email: row.email } : null,
  };
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

type Limited = Parameters<typeof planLimits>[0] & { id: number };

async function usageOf(tx: BusinessTransaction, business: Limited) {
  const limits = planLimits(business);
  const employees = await countEmployees(tx, business.id);
  const clients = await countActiveClients(tx, business.id);
  return {
    employees: { used: employees, limit: limits.employees },
    clients: { used: clients, limit: limits.clients },
  };
}

/** @throws 409 `plan_limit_reached` when a plan has no room for what is there; the business's row is locked */
export async function refuseFullPlan(
  tx: BusinessTransaction,
  businessId: number,
  planType: PlanType,
): Promise<void> {
  const { plan } = planLimits({ planType, isCreatorBusiness: false });
  const { employees, clients } = await usageOf(tx, { id: businessId, planType, isCreatorBusiness: false });
  for (const [things, { used, limit }] of Object.entries({ employees, 'active clients': clients })) {
    if (limit === null || used <= limit) continue;
    throw conflict(
      'plan_limit_reached',
      `The ${plan} plan allows up to ${limit} ${things}, and there are ${used}.`,
    );
  }
}

/** What stands in the database, and whether the provider should be asked for something newer. */
export function readStored(context: MemberContext) {
  return readInBusiness(context, async (tx) => {
    const info = await infoOf(tx, context);
    const { subscriptionCheckAt: lookAt, subscriptionStatus } = await getOwnBusiness(tx, context.businessId);
    const due = lookAt !== null && lookAt <= context.now;
    return { info, stale: due || subscriptionStatus === 'incomplete' };
  });
}
