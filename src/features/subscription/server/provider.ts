/** The interface of the payment providers. Nothing here runs inside a transaction. */

import { unavailable } from '#platform/server/errors.ts';
import type { PlanType } from '#features/businesses/contract.ts';
import type { SubscriptionStatus } from '#features/subscription/rules.ts';

/** The current state of a subscription at the provider. */
export interface ProviderState {
  customerId: string | null;
  subscriptionId: string;
  status: SubscriptionStatus;
  /** Null when the price is not one of ours. */
  planType: PlanType | null;
  cancelAtPeriodEnd: boolean;
  /** Null before the first payment. */
  periodStart: Date | null;
  periodEnd: Date | null;
  /** In cents; null when the subscription no longer exists at the provider. */
  price: { amount: number; currency: string; interval: string } | null;
  /** Opens the payment in the browser while it is awaited. */
  clientSecret: string | null;
}

/** Identifies a subscription at the provider. */
export interface SubscriptionRef {
  businessId: number;
  customerId: string | null;
  subscriptionId: string;
  now: Date;
}

export interface Order {
  businessId: number;
  /** One attempt never starts two subscriptions. */
  attempt: string;
  planType: PlanType;
  name: string;
  email: string;
  now: Date;
}

/** Every call throws `ProviderUnavailable` when the provider does not respond or returns an error. */
export interface PaymentProvider {
  /** Starts a subscription that awaits its first payment. */
  begin(order: Order): Promise<ProviderState>;
  read(ref: SubscriptionRef): Promise<ProviderState>;
  /** Cancels an open payment. @returns the state, which is paid if the payment completed first */
  cancelPayment(ref: SubscriptionRef): Promise<ProviderState>;
  /** Ends the subscription with the paid period, or undoes that. */
  setCanceling(ref: SubscriptionRef, canceling: boolean): Promise<ProviderState>;
  changePlan(ref: SubscriptionRef, planType: PlanType): Promise<ProviderState>;
  /** Returns the address of the page for another payment method, which leads back to `returnTo`. */
  openPaymentMethodPage(ref: SubscriptionRef, returnTo: string): Promise<string>;
}

/** The provider did not respond; whether it applied the change is unknown. */
export class ProviderUnavailable extends Error {
  constructor(cause: unknown) {
    super('The payment provider is unavailable', { cause });
    this.name = 'ProviderUnavailable';
  }
}

const RETRY_AFTER_SECONDS = 10;

/** 503: payments are off, or the provider is unavailable. */
export const paymentsUnavailable = (
  message = 'Payments are unavailable right now. Nothing was charged. Please try again later.',
) => unavailable('payments_unavailable', message, RETRY_AFTER_SECONDS);
