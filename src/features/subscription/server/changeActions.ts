/** What managers do with a subscription that runs. */
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { isTighter } from '#features/businesses/rules.ts';
import { setSubscriptionState } from '#features/businesses/server/actions.ts';
import type { SubscriptionMoves } from '#features/subscription/rules.ts';
import { ProviderUnavailable } from './provider.ts';
import type { PaymentProvider, ProviderState, SubscriptionRef } from './provider.ts';
import { infoOf, movesNow, refuseFullPlan, statusNow } from './reads.ts';
import { saveSandboxCard } from './sandbox/actions.ts';
import type { TestCard } from './sandbox/actions.ts';
import { fetchSubscription, withLease, settle, withoutKey } from './lease/actions.ts';
import type { SubscriptionSnapshot, SubscriptionAction, SubscriptionLease } from './lease/actions.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'subscription.payment_method_opened': null;
  }
}

type Info = Awaited<ReturnType<typeof infoOf>>;

/**
 * Lets the subscription end with the paid period (`true`), or go on after all.
 * @throws 409 when it is not in the state for it, 503 `payments_unavailable`
 */
export function setCanceling(context: MemberContext, canceling: boolean): Promise<Info> {
  const move = canceling ? 'cancel' : 'reactivate';
  return withLease(context, {
    prepare: async (_, found) => refuseUnless(move, found, context.now),
    work: async (lease) => {
      const state = await made(lease, {
        ask: (provider, ref) => provider.setCanceling(ref, canceling),
        wanted: ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd === canceling,
      });
      return stored(context, lease, { state, action: canceling ? 'canceled' : 'reactivated' });
    },
  });
}

/**
 * Changes to another plan. Of two plans the tighter one counts from before the provider is asked until it has
 * answered, so that nothing can be added meanwhile that the new plan has no room for.
 * @throws 409 `plan_limit_reached`, `plan_unchanged`, or when the subscription is not in the state for it;
 * 503 `payments_unavailable`
 */
export function changePlan(context: MemberContext, planType: PlanType): Promise<Info> {
  return withLease(context, {
    prepare: async (tx, found) => {
      refuseUnless('changePlan', found, context.now);
      if (found.row?.planType === planType) throw conflict('plan_unchanged', "You're already on this plan.");
      await refuseFullPlan(tx, context.businessId, planType);
      if (isTighter(planType, found.business.planType)) await reserve(tx, context, planType);
    },
    work: async (lease) => {
      const state = await made(lease, {
        ask: (provider, ref) => provider.changePlan(ref, planType),
        wanted: (now) => now.planType === planType,
      });
      return stored(context, lease, { state, action: 'plan_changed' });
    },
  });
}

/** Should the server stop before the provider has answered, housekeeping asks it again. */
const reserve = (tx: BusinessTransaction, { businessId, now }: MemberContext, planType: PlanType) =>
  setSubscriptionState(tx, businessId, { planType, subscriptionCheckAt: now });

/**
 * Asks for a change. A provider that did not answer may have made it all the same: what it has now is what
 * counts, and is stored.
 * @throws ProviderAway when it did not make the change, or cannot be asked about it
 */
async function made(lease: SubscriptionLease, { ask, wanted }: Change): Promise<ProviderState> {
  const { provider, ref } = fetchSubscription(lease);
  try {
    return await ask(provider, ref);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const state = await provider.read(ref);
    if (wanted(state)) return state;
    await writeInBusiness(withoutKey(lease.scope), (tx) => settle(tx, lease, state));
    throw error;
  }
}

interface Change {
  ask: (provider: PaymentProvider, ref: SubscriptionRef) => Promise<ProviderState>;
  /** Is this how it should be afterwards? */
  wanted: (state: ProviderState) => boolean;
}

/** The address of the page where another card is entered. @throws 409 without a subscription, 503 */
export function paymentMethodPage(context: MemberContext): Promise<{ url: string }> {
  return withLease(context, {
    prepare: async (_, found) => refuseUnless('updatePaymentMethod', found, context.now),
    work: async (lease) => {
      const { provider, ref } = fetchSubscription(lease);
      const url = await provider.paymentMethodPage(ref, `${context.publicUrl}/subscription-management`);
      return writeInBusiness(context, async (tx) => {
        recordAudit(tx, context, {
          action: 'payment_method_opened',
          object: 'subscription',
          objectId: null,
          label: null,
        });
        return { url };
      });
    },
  });
}

/**
 * Saves another test card; what is due is charged to it.
 * @throws 404 where the sandbox does not take the payments; 400 and 402 for the card; 409
 */
export function saveTestCard(context: MemberContext, card: TestCard): Promise<Info> {
  if (context.services.settings.payments !== 'sandbox') throw notFound();
  return withLease(context, {
    prepare: async (_, found) => {
      refuseUnless('updatePaymentMethod', found, context.now);
      if (found.row?.provider !== 'sandbox') throw notFound();
    },
    work: async (lease) => {
      const { provider, ref } = fetchSubscription(lease);
      await saveSandboxCard(context.services, ref, card);
      const state = await provider.read(ref);
      return stored(context, lease, { state, action: 'payment_method_changed' });
    },
  });
}

const stored = (
  context: MemberContext,
  lease: SubscriptionLease,
  { state, action }: { state: ProviderState; action: SubscriptionAction },
): Promise<Info> =>
  writeInBusiness(context, async (tx) => {
    await settle(tx, lease, state, action);
    return infoOf(tx, context);
  });

/** @throws 409 with the state of the subscription */
function refuseUnless(move: keyof SubscriptionMoves, found: SubscriptionSnapshot, now: Date): void {
  if (movesNow(found, now)[move]) return;
  if (found.business.isCreatorBusiness) {
    throw conflict('creator_business', 'The creator business is free and has no subscription.');
  }
  const status = statusNow(found.row, now);
  if (movesNow(found, now).subscribe) throw conflict('no_subscription', 'There is no active subscription.');
  if (found.row?.cancelAtPeriodEnd) {
    throw conflict('subscription_canceling', 'The subscription is canceled. Reactivate it first.');
  }
  throw conflict('subscription_state', `This is not possible while the subscription is ${status}.`);
}
