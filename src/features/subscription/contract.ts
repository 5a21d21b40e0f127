import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { id, requiredText } from '#platform/contract/fields.ts';
import { planType } from '#features/businesses/contract.ts';
import { CARD_EXPIRY, toCardDigits, parseExpiry, passesLuhn, SUBSCRIPTION_STATUSES } from './rules.ts';

/** The payment providers; the sandbox accepts test cards and charges nothing. */
export const PAYMENT_PROVIDERS = ['sandbox', 'stripe'] as const;
const payments = z.enum([...PAYMENT_PROVIDERS, 'none']);

const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);

/** The fields have Stripe's names; periods are Unix seconds, amounts cents. */
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

/** The number in use and the limit of the plan; null is unlimited. */
const usage = z.object({ used: z.int(), limit: z.int().nullable() });

const subscriptionInfo = z.object({
  /** Null until one is paid; one that has ended has the status `canceled`. */
  subscription: subscription.nullable(),
  /** The plan whose limits apply now. */
  planType,
  /** Null for employees. */
  usage: z.object({ employees: usage, clients: usage }).nullable(),
  /** The actions allowed now; others return 409 or 403. */
  can: z.object({
    subscribe: z.boolean(),
    cancel: z.boolean(),
    reactivate: z.boolean(),
    updatePaymentMethod: z.boolean(),
    changePlan: z.boolean(),
  }),
});

/** A test card, validated like a real one. */
const card = z.object({
  cardNumber: z
    .string({ error: 'Card number is required' })
    .max(40, { error: 'Your card number is invalid.' })
    .meta({ pattern: '^(\\D*\\d){12,19}\\D*$' })
    .transform(toCardDigits)
    .refine(passesLuhn, { error: 'Your card number is invalid.' }),
  /** `MM/YY` or `MM/YYYY`. */
  expiry: z
    .string({ error: 'Expiration date is required' })
    .refine((text) => parseExpiry(text) !== null, { error: "Your card's expiration date is incomplete." })
    .meta({ pattern: CARD_EXPIRY.source }),
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
  /** The claim from the business's email, in a browser without the cookie of the registration. */
  claim: z.string().max(200).optional(),
});

export const changePlanInput = z.object({ planType });

export const subscriptionContract = contract({
  'GET /api/config': {
    access: 'public',
    summary: 'The public configuration of the server',
    response: z.object({
      productName: z.string(),
      payments,
      stripePublishableKey: z.string().nullable(),
      businessCount: z.int(),
      /** The key that devices seal signature codes with: RSA-OAEP with SHA-256, SPKI in base64. */
      sealingKey: z.string(),
      sealingKeyId: z.string(),
    }),
  },
  'POST /api/create-subscription': {
    access: 'public',
    summary:
      "Start a subscription, by the holder of the business's registration claim or one of its managers; " +
      'returns the same secret while the payment is open',
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
    summary: 'Replace the test card for future payments (sandbox only)',
    body: sandboxCardInput,
    unpaid: true,
    response: subscriptionInfo,
  },
  'GET /api/subscription/info': {
    access: 'member',
    summary: "The business's subscription; employees see only its state and plan",
    response: subscriptionInfo,
  },
  'POST /api/subscription/cancel': {
    access: 'manager',
    summary: 'End the subscription with the paid period',
    unpaid: true,
    response: subscriptionInfo,
  },
  'POST /api/subscription/reactivate': {
    access: 'manager',
    summary: 'Undo a cancellation before the end of the paid period',
    unpaid: true,
    response: subscriptionInfo,
  },
  'POST /api/subscription/update-payment-method': {
    access: 'manager',
    summary: 'The address of the page for another payment method',
    unpaid: true,
    response: z.object({ url: z.string() }),
  },
  'POST /api/subscription/change-plan': {
    access: 'manager',
    summary: 'Change to another plan; 409 `plan_limit_reached` when its limits are exceeded',
    example: () => ({ planType: 'professional' }),
    body: changePlanInput,
    unpaid: true,
    response: subscriptionInfo,
  },
  'POST /api/webhooks/stripe': {
    access: 'public',
    summary: 'Events of Stripe, signed over the raw body',
    signature: 'stripe-signature',
    response: z.object({ received: z.literal(true) }),
  },
});
