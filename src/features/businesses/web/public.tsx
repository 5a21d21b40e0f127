/** Names, prices and limits of the plans, as texts, and the dialog that closes a period. */

import { formatCents } from '#platform/contract/decimalFormat.ts';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import type { PlanType } from '#features/businesses/contract.ts';
import { PLAN_CENTS, PLANS, planLimits } from '#features/businesses/rules.ts';

/** Closes the period through a date. */
export const ClosePeriodDialog = lazyDialog(
  async () => (await import('./periods/ClosePeriodDialog.tsx')).ClosePeriodDialog,
);

const limitsOf = (type: PlanType) => planLimits({ planType: type, isCreatorBusiness: false });

const upTo = (count: number | null, noun: string) =>
  count === null ? `Unlimited ${noun}` : `Up to ${count} ${noun}`;

/** 'Premium'. */
export const planName = (type: PlanType): string => limitsOf(type).plan;

/** '$49.99'. */
export const planPrice = (type: PlanType): string => formatCents(PLAN_CENTS[type]);

/** 'Up to 8 employees' and 'Up to 80 clients'. */
export function planAllows(type: PlanType): [string, string] {
  const { employees, clients } = limitsOf(type);
  return [upTo(employees, 'employees'), upTo(clients, 'clients')];
}

/** 'Up to 8 employees and up to 80 clients'. */
export function planAllowance(type: PlanType): string {
  const [employees, clients] = planAllows(type);
  return `${employees} and ${clients.toLowerCase()}`;
}

/** Both plans as a choice, with price and limits. */
export const planChoices = PLANS.map((value) => ({
  value,
  label: `${planName(value)}, ${planPrice(value)} per month`,
  hint: planAllowance(value),
}));
