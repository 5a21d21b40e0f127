import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { id, requiredText } from '#platform/contract/fields.ts';
import { planType } from '#features/businesses/contract.ts';
import { cardDigits, expiryOf, passesLuhn, SUBSCRIPTION_STATUSES } from './rules.ts';

/** Who takes the payments: the sandbox takes test cards and moves no money. */
const payments = z.enum(['sandbox', 'stripe', 'none']);

const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);

/** The field names of this one are the payment provider's; periods are Unix seconds, amounts cents. */
const subscription = z.object({
  /** Null for employees. */
  id: z.string().nullable(),
  status: subscriptionStatus,
  cancel_at_period_end: z.boolean(),
  current_period_start: z.int(),
  current_period_end: z.int(),
  plan: z.object({
    nickname: z.string(),
    amount: z.int(),
    currency: z.string(),
    interval: z.string(),
  }),
  /** Null for employees. */
  customer: z.object({ email: z.string() }).nullable(),
});

/** How many are there and how many the plan allows; null is unlimited. */
const usage = z.object({ used: z.int(), limit: z.int().nullable() });

const subscriptionInfo = z.object({
  /** Null as long as none was paid; one that ended stays, with the status `canceled`. */
  subscription: subscription.nullable(),
  /** The plan that counts at the moment. */
  planType,
  /** Null for employees. */
  usage: z.object({ employees: usage, clients: usage }).nullable(),
  /** What the caller may do now: the actions below answer 409 or 403 otherwise. */
  can: z.object({
    /** Begin a subscription: there is none, or it ended. */
    subscribe: z.boolean(),
    cancel: z.boolean(),
    reactivate: z.boolean(),
    updatePaymentMethod: z.boolean(),
    changePlan: z.boolean(),
  }),
});

/** A test card; checked as a real one would be. */
const card = z.object({
  cardNumber: z
    .string({ error: 'Card number is required' })
    .max(40, { error: 'Your card number is invalid.' })
    .transform(cardDigits)
    .refine(passesLuhn, { error: 'Your card number is invalid.' }),
  /** `MM/YY` or `MM/YYYY`. */
  expiry: z
    .string({ error: 'Expiration date is required' })
    .refine((text) => expiryOf(text) !== null, { error: "Your card's expiration date is incomplete." }),
  cvc: z
    .string({ error: 'Security code is required' })
    .trim()
    .regex(/^\d{3,4}$/, { error: "Your card's security code is incomplete." }),
});

export const sandboxConfirmInput = card.extend({
  clientSecret: requiredText(300, 'The payment is not complete. Please start again.'),
});
export const sandboxCardInput = card;

export const createSubscriptionInput = z.object({
  businessId: id,
  planType,
  /** The claim from the business's e-mail, when the cookie of the registration is not there. */
  claim: z.string().max(200).optional(),
});

export const changePlanInput = z.object({ planType });

export const subscriptionContract = contract({
  'GET /api/config': {
    access: 'public',
    summary: 'What a browser needs before sign-in',
    response: z.object({
      productName: z.string(),
      payments,
      stripePublishableKey: z.string().nullable(),
      businessCount: z.int(),
    }),
  },
  'POST /api/create-subscription': {
    access: 'public',
    summary:
      "Begin a subscription, by the holder of the business's registration claim or one of its managers; " +
      'answers the same secret as long as the payment is open',
    body: createSubscriptionInput,
    response: z.object({ clientSecret: z.string() }),
  },
  'POST /api/payments/sandbox/confirm': {
    access: 'public',
    summary: 'Pay with a test card (sandbox only); 402 when the card is declined',
    body: sandboxConfirmInput,
    response: z.object({ status: z.literal('succeeded') }),
  },
  'POST /api/payments/sandbox/card': {
    access: 'manager',
    summary: 'Save another test card for the payments to come (sandbox only)',
    body: sandboxCardInput,
    unpaid: true,
    response: subscriptionInfo,
  },
  'GET /api/subscription/info': {
    access: 'member',
    summary: "The business's subscription; employees see its state and plan alone",
    response: subscriptionInfo,
  },
  'POST /api/subscription/cancel': {
    access: 'manager',
    summary: 'Let the subscription end with the paid period',
    unpaid: true,
    response: subscriptionInfo,
  },
  'POST /api/subscription/reactivate': {
    access: 'manager',
    summary: 'Take back a cancellation, as long as the paid period lasts',
    unpaid: true,
    response: subscriptionInfo,
  },
  'POST /api/subscription/update-payment-method': {
    access: 'manager',
    summary: 'The address of the page where another card is entered',
    unpaid: true,
    response: z.object({ url: z.string() }),
  },
  'POST /api/subscription/change-plan': {
    access: 'manager',
    summary: 'Change to another plan; 409 `plan_limit_reached` when it has no room for what is there',
    body: changePlanInput,
    unpaid: true,
    response: subscriptionInfo,
  },
  'POST /api/webhooks/stripe': {
    access: 'public',
    summary: 'Events of Stripe, with its signature over the body as it came',
    signature: 'stripe-signature',
    response: z.object({ received: z.literal(true) }),
  },
});
