/** The sandbox: a payment provider for demos and tests that charges nothing and stores its own subscriptions. */

import { and, eq } from 'drizzle-orm';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { AppError, conflict, invalidField, notFound } from '#platform/server/errors.ts';
import { newToken, sameText } from '#platform/server/secrets.ts';
import { writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { PLAN_CENTS } from '#features/businesses/rules.ts';
import { CARD_EXPIRED, toExpiryDate, parseExpiry } from '#features/subscription/rules.ts';
import type {
  Order,
  PaymentProvider,
  ProviderState,
  SubscriptionRef,
} from '#features/subscription/server/provider.ts';
import { sandboxSubscriptions } from '#features/subscription/server/tables.ts';
import { advance, periodOf } from './periods.ts';

type Row = typeof sandboxSubscriptions.$inferSelect;
type Change = Partial<Row>;

export interface TestCard {
  cardNumber: string;
  expiry: string;
  cvc: string;
}

/** The sandbox as a provider. @param renews false when another provider takes the payments */
export function sandboxProvider(services: Services, renews: boolean): PaymentProvider {
  const change = (ref: SubscriptionRef, decide: (row: Row) => Change) =>
    writeInBusiness(scopeOf(services, ref), async (tx) => {
      const row = await lockRow(tx, ref, renews);
      return stateOf(services, await store(tx, row, decide(row)));
    });
  return {
    begin: (order) => writeInBusiness(scopeOf(services, order), (tx) => begin(tx, services, order)),
    read: (ref) => change(ref, () => ({})),
    cancelPayment: (ref) =>
      change(ref, ({ status }) => (status === 'incomplete' ? { status: 'incomplete_expired' } : {})),
    setCanceling: (ref, cancelAtPeriodEnd) => change(ref, () => ({ cancelAtPeriodEnd })),
    changePlan: (ref, planType) => change(ref, () => ({ planType })),
    openPaymentMethodPage: async () =>
      `${services.settings.publicUrl ?? ''}/subscription-management?payment-method=update`,
  };
}

const scopeOf = (services: Services, of: { businessId: number; now: Date }): BusinessScope => ({
  services,
  now: of.now,
  businessId: of.businessId,
  ip: '',
});

async function begin(tx: BusinessTransaction, services: Services, order: Order): Promise<ProviderState> {
  const { businessId, attempt, planType, now } = order;
  await tx
    .insert(sandboxSubscriptions)
    .values({
      businessId,
      attempt,
      planType,
      status: 'incomplete',
      secret: services.secrets.encrypt(purposeOf(businessId), newToken()),
      createdAt: now,
    })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(and(tx.inTenant(sandboxSubscriptions), eq(sandboxSubscriptions.attempt, attempt)));
  if (!row) throw new Error('A sandbox subscription was not stored');
  return stateOf(services, row);
}

/** Locks the row and updates it to the current time. */
async function lockRow(tx: BusinessTransaction, ref: SubscriptionRef, renews: boolean): Promise<Row> {
  const id = Number(ref.subscriptionId.replace(ID_PREFIX, ''));
  const [row] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(and(tx.inTenant(sandboxSubscriptions), eq(sandboxSubscriptions.id, id)))
    .for('no key update');
  if (!row) throw notFound(NO_PAYMENT);
  return store(tx, row, advance(row, ref.now, renews));
}

/** Writes the changed columns. */
async function store(tx: BusinessTransaction, row: Row, change: Change): Promise<Row> {
  const keys = (Object.keys(change) as (keyof Row)[]).filter((key) => change[key] !== row[key]);
  if (keys.length === 0) return row;
  const after = { ...row, ...change };
  await tx
    .update(sandboxSubscriptions)
    .set(Object.fromEntries(keys.map((key) => [key, after[key]])))
    .where(and(tx.inTenant(sandboxSubscriptions), eq(sandboxSubscriptions.id, row.id)));
  return after;
}

const ID_PREFIX = 'sandbox_sub_';
const purposeOf = (businessId: number): string => `sandbox-payment:${businessId}`;

function stateOf({ secrets }: Services, row: Row): ProviderState {
  const period = periodOf(row);
  const secret = secrets.decrypt(purposeOf(row.businessId), row.secret);
  return {
    customerId: null,
    subscriptionId: `${ID_PREFIX}${row.id}`,
    status: row.status,
    planType: row.planType,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    price: { amount: PLAN_CENTS[row.planType], currency: 'usd', interval: 'month' },
    clientSecret: row.status === 'incomplete' ? `sandbox_${row.businessId}_${row.id}_secret_${secret}` : null,
  };
}

/**
 * Pays an open subscription; a second payment changes nothing.
 * @throws 400 for an expired card, 402 for a declined one, 404 for a wrong secret, 409 when the payment is not open
 */
export async function payInSandbox(
  services: Services,
  { clientSecret, ...card }: TestCard & { clientSecret: string },
  now: Date,
): Promise<{ businessId: number }> {
  const match = /^sandbox_(\d{1,15})_(\d{1,15})_secret_([\w-]{43})$/.exec(clientSecret);
  if (!match) throw notFound(NO_PAYMENT);
  const [businessId, id] = [Number(match[1]), Number(match[2])];
  if (businessId < 1) throw notFound(NO_PAYMENT);
  const ref = { businessId, customerId: null, subscriptionId: `${ID_PREFIX}${id}`, now };
  return writeInBusiness(scopeOf(services, ref), async (tx) => {
    const row = await lockRow(tx, ref, true);
    const secret = services.secrets.decrypt(purposeOf(businessId), row.secret);
    if (!sameText(secret, match[3] ?? '')) throw notFound(NO_PAYMENT);
    if (row.status === 'active') return { businessId };
    if (row.status !== 'incomplete') throw conflict('payment_over', 'This payment is no longer open.');
    await store(tx, row, { ...toCardColumns(card, now), status: 'active', anchor: now });
    return { businessId };
  });
}

const NO_PAYMENT = 'This payment does not exist. Please start again.';

/** Saves another card and charges the amount due. @throws 400 for an expired card, 402 for a declined one */
export function saveSandboxCard(services: Services, ref: SubscriptionRef, card: TestCard): Promise<void> {
  return writeInBusiness(scopeOf(services, ref), async (tx) => {
    const row = await lockRow(tx, ref, true);
    const fields = toCardColumns(card, ref.now);
    if (row.status !== 'past_due') await store(tx, row, fields);
    else if (fields.cardDeclinesLater) throw declined();
    else await store(tx, row, { ...fields, status: 'active' });
  });
}

/** Columns stored for a card: whether it can be charged later, never its number. */
function toCardColumns({ cardNumber, expiry }: TestCard, now: Date) {
  const month = parseExpiry(expiry);
  const cardExpiresAt = month && toExpiryDate(month);
  if (!cardExpiresAt || cardExpiresAt <= now) throw invalidField('expiry', CARD_EXPIRED);
  const { declinesLater } = acceptCard(cardNumber);
  return { cardExpiresAt, cardDeclinesLater: declinesLater };
}

/** The test cards, the same as Stripe's. */
const ACCEPTED = new Set([
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '3056930009020004',
  '3566002020360505',
  '6200000000000005',
]);
/** The card that is accepted at first and declined at renewals. */
const DECLINED_LATER = '4000000000000341';

const REFUSALS: Record<string, [code: string, message: string]> = {
  '4000000000009995': ['insufficient_funds', 'Your card has insufficient funds.'],
  '4000000000000069': ['expired_card', 'Your card has expired.'],
};

const DECLINED = '4000000000000002';
const NOT_A_TEST_CARD =
  'Your card was declined. This is test mode, so only test cards are accepted, such as 4242 4242 4242 4242.';

/** Accepts a card. @returns whether it is declined at renewals @throws 402 with the reason */
function acceptCard(digits: string): { declinesLater: boolean } {
  if (ACCEPTED.has(digits)) return { declinesLater: false };
  if (digits === DECLINED_LATER) return { declinesLater: true };
  if (digits === DECLINED) throw declined();
  const [code, message] = REFUSALS[digits] ?? ['card_declined', NOT_A_TEST_CARD];
  throw new AppError(402, code, { message });
}

/** 402: the charge to the card failed. */
const declined = () => new AppError(402, 'card_declined', { message: 'Your card was declined.' });
