/** What the product calls at a payment provider. Nothing here runs inside a transaction. */
import { unavailable } from '#platform/server/errors.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import type { SubscriptionStatus } from '#features/subscription/rules.ts';

/** A subscription as the provider has it at this moment. */
export interface ProviderState {
  customerId: string | null;
  subscriptionId: string;
  status: SubscriptionStatus;
  /** Null when the provider charges a price that is none of ours. */
  planType: PlanType | null;
  cancelAtPeriodEnd: boolean;
  /** Both null before the first payment, where the provider sends none. */
  periodStart: Date | null;
  periodEnd: Date | null;
  /** In cents; null where the provider does not know the subscription any more. */
  price: { amount: number; currency: string; interval: string } | null;
  /** Opens the payment in the browser as long as it is awaited. */
  clientSecret: string | null;
}

/** Which subscription is meant. */
export interface SubscriptionRef {
  businessId: number;
  customerId: string | null;
  subscriptionId: string;
  now: Date;
}

export interface Order {
  businessId: number;
  /** The same attempt never begins two subscriptions. */
  attempt: string;
  planType: PlanType;
  name: string;
  email: string;
  now: Date;
}

/** Every call throws `ProviderAway` when the provider does not answer, or not as it should. */
export interface PaymentProvider {
  /** Begins a subscription that waits for its first payment. */
  begin(order: Order): Promise<ProviderState>;
  read(ref: SubscriptionRef): Promise<ProviderState>;
  /** Cancels an open payment. @returns the state, which is paid when it was paid in between */
  abandon(ref: SubscriptionRef): Promise<ProviderState>;
  /** Ends the subscription with the paid period, or lets it go on after all. */
  setCanceling(ref: SubscriptionRef, canceling: boolean): Promise<ProviderState>;
  changePlan(ref: SubscriptionRef, planType: PlanType): Promise<ProviderState>;
  /** The page where another card is entered; it leads back to `returnTo`. */
  paymentMethodPage(ref: SubscriptionRef, returnTo: string): Promise<string>;
}

/** The provider did not respond; whether it made the change is unknown. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('The payment provider cannot be asked', { cause });
    this.name = 'ProviderAway';
  }
}

/** Seconds until it is worth trying again. */
const TRY_AGAIN_AFTER = 10;

/** 503: no provider takes payments at the moment. */
export const paymentsUnavailable = (
  message = 'Payments cannot be processed at the moment. Nothing was charged. Please try again later.',
) => unavailable('payments_unavailable', message, TRY_AGAIN_AFTER);
