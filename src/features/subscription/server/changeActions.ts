/** The actions of managers on an active subscription. */

import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { isTighter } from '#features/businesses/rules.ts';
import { setSubscriptionState } from '#features/businesses/server/actions.ts';
import type { AllowedActions } from '#features/subscription/rules.ts';
import {
  providerOf,
  settle,
  withLease,
  withoutKey,
  type SubscriptionAction,
  type SubscriptionLease,
  type SubscriptionSnapshot,
} from './leaseActions.ts';
import {
  ProviderUnavailable,
  type PaymentProvider,
  type ProviderState,
  type SubscriptionRef,
} from './provider.ts';
import { getAllowedActionsNow, getStatusNow, readInfoIn, refuseFullPlan } from './reads.ts';
import { saveSandboxCard, type TestCard } from './sandbox/actions.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'subscription.payment_method_opened': null;
  }
}

type Info = Awaited<ReturnType<typeof readInfoIn>>;

/**
 * Ends the subscription with the paid period (`true`), or undoes that (`false`).
 * @throws 409 when the state of the subscription does not allow it, 503 `payments_unavailable`
 */
export function setCanceling(context: MemberContext, canceling: boolean): Promise<Info> {
  return changeSubscription(context, {
    permission: canceling ? 'cancel' : 'reactivate',
    action: canceling ? 'canceled' : 'reactivated',
    apply: (lease) =>
      applyChange(lease, {
        call: (provider, ref) => provider.setCanceling(ref, canceling),
        isApplied: ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd === canceling,
      }),
  });
}

/**
 * Changes to another plan. The limits of the tighter of the two plans apply until the provider has responded, so that
 * nothing can be added that the new plan does not allow.
 * @throws 409 `plan_limit_reached`, `plan_unchanged`, or when the state of the subscription does not allow it; 503
 */
export function changePlan(context: MemberContext, planType: PlanType): Promise<Info> {
  return changeSubscription(context, {
    permission: 'changePlan',
    action: 'plan_changed',
    prepare: async (tx, { row, business }) => {
      if (row?.planType === planType) throw conflict('plan_unchanged', "You're already on this plan.");
      await refuseFullPlan(tx, business.id, planType);
      if (!isTighter(planType, business.planType)) return;
      // If the server stops before the provider has responded, the scheduled job fetches the subscription.
      await setSubscriptionState(tx, business.id, { planType, subscriptionCheckAt: context.now });
    },
    apply: (lease) =>
      applyChange(lease, {
        call: (provider, ref) => provider.changePlan(ref, planType),
        isApplied: (state) => state.planType === planType,
      }),
  });
}

/**
 * Saves another test card and charges the amount due.
 * @throws 404 unless the sandbox takes the payments, 400 and 402 for the card, 409
 */
export function saveTestCard(context: MemberContext, card: TestCard): Promise<Info> {
  const { services } = context;
  if (services.settings.payments !== 'sandbox') throw notFound();
  return changeSubscription(context, {
    permission: 'updatePaymentMethod',
    action: 'payment_method_changed',
    prepare: async (_, { row }) => {
      if (row?.provider !== 'sandbox') throw notFound();
    },
    apply: async (lease) => {
      const { provider, ref } = providerOf(lease);
      await saveSandboxCard(services, ref, card);
      return provider.read(ref);
    },
  });
}

interface SubscriptionChange {
  permission: keyof AllowedActions;
  /** The action in the audit log. */
  action: SubscriptionAction;
  prepare?: (tx: BusinessTransaction, snapshot: SubscriptionSnapshot) => Promise<void>;
  apply: (lease: SubscriptionLease) => Promise<ProviderState>;
}

function changeSubscription(
  context: MemberContext,
  { permission, action, prepare, apply }: SubscriptionChange,
): Promise<Info> {
  return withLease(context, {
    prepare: async (tx, snapshot) => {
      refuseUnless(permission, snapshot, context.now);
      await prepare?.(tx, snapshot);
    },
    work: async (lease) => {
      const state = await apply(lease);
      return writeInBusiness(context, async (tx) => {
        await settle(tx, lease, state, action);
        return readInfoIn(tx, context);
      });
    },
  });
}

interface ProviderChange {
  call: (provider: PaymentProvider, ref: SubscriptionRef) => Promise<ProviderState>;
  isApplied: (state: ProviderState) => boolean;
}

/**
 * Calls the provider. If it does not respond, the change may be applied, so its current state is read and stored.
 * @throws ProviderUnavailable when it did not apply the change, or does not respond
 */
async function applyChange(
  lease: SubscriptionLease,
  { call, isApplied }: ProviderChange,
): Promise<ProviderState> {
  const { provider, ref } = providerOf(lease);
  try {
    return await call(provider, ref);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const state = await provider.read(ref);
    if (isApplied(state)) return state;
    await writeInBusiness(withoutKey(lease.scope), (tx) => settle(tx, lease, state));
    throw error;
  }
}

/** Returns the address of the page for another payment method. @throws 409 without a subscription, 503 */
export function openPaymentMethodPage(context: MemberContext): Promise<{ url: string }> {
  return withLease(context, {
    prepare: async (_, snapshot) => refuseUnless('updatePaymentMethod', snapshot, context.now),
    work: async (lease) => {
      const { provider, ref } = providerOf(lease);
      const url = await provider.openPaymentMethodPage(ref, `${context.publicUrl}/subscription-management`);
      return writeInBusiness(context, async (tx) => {
        recordAudit(tx, context, { type: 'subscription.payment_method_opened' });
        return { url };
      });
    },
  });
}

/** @throws 409 with the reason why the subscription does not allow an action */
function refuseUnless(permission: keyof AllowedActions, snapshot: SubscriptionSnapshot, now: Date): void {
  const { business, row } = snapshot;
  const allowed = getAllowedActionsNow(snapshot, now);
  if (allowed[permission]) return;
  if (business.isCreatorBusiness) {
    throw conflict('creator_business', 'The creator business is free and has no subscription.');
  }
  if (allowed.subscribe) throw conflict('no_subscription', 'There is no active subscription.');
  if (row?.cancelAtPeriodEnd) {
    throw conflict('subscription_canceling', 'The subscription is canceled. Reactivate it first.');
  }
  const status = getStatusNow(row, now);
  throw conflict('subscription_state', `This is not possible while the subscription is ${status}.`);
}
