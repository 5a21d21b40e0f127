/** Days after the end of the paid period during which a business may still write. */
export const GRACE_DAYS = 14;

export interface SubscriptionState {
  isCreatorBusiness: boolean;
  subscriptionStatus: string | null;
  /** End of the paid period. */
  subscriptionPeriodEnd: Date | null;
  /** When a canceled subscription ends. */
  subscriptionEndsAt: Date | null;
}

/** Returns whether a business can only log in, read, export and pay, because no subscription is active. */
export function isReadOnly(business: SubscriptionState, now: Date): boolean {
  if (business.isCreatorBusiness) return false;
  const { subscriptionStatus: status, subscriptionPeriodEnd: end, subscriptionEndsAt: endsAt } = business;
  if (endsAt !== null && now.getTime() >= endsAt.getTime()) return true;
  const pays = status === 'active' || status === 'trialing';
  if (!pays && status !== 'past_due') return true;
  if (end === null) return !pays;
  // Also applies to an active one: no payment for the next period has been reported for weeks.
  return now.getTime() > end.getTime() + GRACE_DAYS * 24 * 60 * 60 * 1000;
}

/** The limits of a plan; null is unlimited. */
export interface PlanLimits {
  plan: string;
  employees: number | null;
  clients: number | null;
}

const LIMITS = {
  premium: { plan: 'Premium', employees: 8, clients: 80 },
  professional: { plan: 'Professional', employees: null, clients: 150 },
} satisfies Record<string, PlanLimits>;

/** Returns the limits of a business's plan; the creator business has none. */
export function planLimits(business: {
  planType: keyof typeof LIMITS;
  isCreatorBusiness: boolean;
}): PlanLimits {
  if (business.isCreatorBusiness) return { plan: 'Creator', employees: null, clients: null };
  return LIMITS[business.planType];
}

/** The price of a plan per month, in cents. */
export const PLAN_CENTS: Record<keyof typeof LIMITS, number> = { premium: 4999, professional: 7900 };

/** All plans, cheapest first. */
export const PLANS = Object.keys(PLAN_CENTS) as (keyof typeof LIMITS)[];

/** Returns whether a plan has any lower limit than another. */
export const isTighter = (planType: keyof typeof LIMITS, than: keyof typeof LIMITS): boolean =>
  (['employees', 'clients'] as const).some(
    (what) => (LIMITS[planType][what] ?? Infinity) < (LIMITS[than][what] ?? Infinity),
  );
