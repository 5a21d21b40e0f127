/**
 * The sandbox: a payment provider without network or money, for trying the product and for its tests. It
 * keeps its subscriptions in a table of its own and is asked through the same interface as the real one.
 */
import { and, eq } from 'drizzle-orm';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import { newToken, sameText } from '#platform/server/secrets.ts';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { PLAN_CENTS } from '#features/businesses/rules.ts';
import { CARD_EXPIRED, expiresAt, expiryOf } from '#features/subscription/rules.ts';
import type {
  Order,
  PaymentProvider,
  ProviderState,
  SubscriptionRef,
} from '#features/subscription/server/provider.ts';
import { acceptCard, declined } from './cards.ts';
import { periodOf, upTo } from './periods.ts';
import { sandboxSubscriptions } from '#features/subscription/server/tables.ts';

type Row = typeof sandboxSubscriptions.$inferSelect;
type Change = Partial<Row>;

export interface TestCard {
  cardNumber: string;
  expiry: string;
  cvc: string;
}

/** The sandbox as a provider. @param open false when another one takes the payments: then nothing renews */
export function sandboxProvider(services: Services, open: boolean): PaymentProvider {
  const change = (ref: SubscriptionRef, decide: (row: Row) => Change) =>
    writeInBusiness(scopeOf(services, ref), async (tx) => {
      const row = await brought(tx, ref, open);
      return stateOf(services, await store(tx, row, decide(row)));
    });
  return {
    begin: (order) => writeInBusiness(scopeOf(services, order), (tx) => begin(tx, services, order)),
    read: (ref) => change(ref, () => ({})),
    abandon: (ref) =>
      change(ref, ({ status }) => (status === 'incomplete' ? { status: 'incomplete_expired' } : {})),
    setCanceling: (ref, cancelAtPeriodEnd) => change(ref, () => ({ cancelAtPeriodEnd })),
    changePlan: (ref, planType) => change(ref, () => ({ planType })),
    paymentMethodPage: async () =>
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
      secret: services.secrets.seal(purposeOf(businessId), newToken()),
      createdAt: now,
    })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(and(eq(sandboxSubscriptions.businessId, businessId), eq(sandboxSubscriptions.attempt, attempt)));
  if (!row) throw new Error('A sandbox subscription was not stored');
  return stateOf(services, row);
}

/** The row, locked and brought up to now. */
async function brought(tx: BusinessTransaction, ref: SubscriptionRef, open: boolean): Promise<Row> {
  const id = Number(ref.subscriptionId.replace(ID_PREFIX, ''));
  const [row] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(and(eq(sandboxSubscriptions.businessId, ref.businessId), eq(sandboxSubscriptions.id, id)))
    .for('no key update');
  if (!row) throw notFound(NO_PAYMENT);
  return store(tx, row, upTo(row, ref.now, open));
}

/** Writes what differs. */
async function store(tx: BusinessTransaction, row: Row, change: Change): Promise<Row> {
  const keys = (Object.keys(change) as (keyof Row)[]).filter((key) => change[key] !== row[key]);
  if (keys.length === 0) return row;
  const after = { ...row, ...change };
  await tx
    .update(sandboxSubscriptions)
    .set(Object.fromEntries(keys.map((key) => [key, after[key]])))
    .where(and(eq(sandboxSubscriptions.businessId, row.businessId), eq(sandboxSubscriptions.id, row.id)));
  return after;
}

const ID_PREFIX = 'sandbox_sub_';
const purposeOf = (businessId: number): string => `sandbox-payment:${businessId}`;

function stateOf({ secrets }: Services, row: Row): ProviderState {
  const period = periodOf(row);
  const secret = secrets.open(purposeOf(row.businessId), row.secret);
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
 * Pays an open subscription. Paying again what is paid changes nothing.
 * @returns whose subscription it is
 * @throws 400 for an expiry in the past, 402 for a card that is declined, 404 for a wrong secret, 409 when
 * the payment is not awaited any more
 */
export async function payInSandbox(
  services: Services,
  { clientSecret, ...card }: TestCard & { clientSecret: string },
  now: Date,
): Promise<{ businessId: number }> {
  const found = /^sandbox_(\d{1,15})_(\d{1,15})_secret_([\w-]{43})$/.exec(clientSecret);
  if (!found) throw notFound(NO_PAYMENT);
  const [businessId, id] = [Number(found[1]), Number(found[2])];
  if (businessId < 1) throw notFound(NO_PAYMENT);
  const ref = { businessId, customerId: null, subscriptionId: `${ID_PREFIX}${id}`, now };
  return writeInBusiness(scopeOf(services, ref), async (tx) => {
    const row = await brought(tx, ref, true);
    const secret = services.secrets.open(purposeOf(businessId), row.secret);
    if (!sameText(secret, found[3] ?? '')) throw notFound(NO_PAYMENT);
    if (row.status === 'active') return { businessId };
    if (row.status !== 'incomplete') throw conflict('payment_over', 'This payment is not open any more.');
    await store(tx, row, { ...cardFields(card, now), status: 'active', anchor: now });
    return { businessId };
  });
}

const NO_PAYMENT = 'This payment does not exist. Please start again.';

/**
 * Saves another card; what is due is charged to it at once.
 * @throws 400 for an expiry in the past, 402 for a card that is declined
 */
export function saveSandboxCard(services: Services, ref: SubscriptionRef, card: TestCard): Promise<void> {
  return writeInBusiness(scopeOf(services, ref), async (tx) => {
    const row = await brought(tx, ref, true);
    const fields = cardFields(card, ref.now);
    if (row.status !== 'past_due') await store(tx, row, fields);
    else if (fields.cardDeclinesLater) throw declined();
    else await store(tx, row, { ...fields, status: 'active' });
  });
}

/** What is kept of a card: enough to know later whether it can be charged, never its number. */
function cardFields({ cardNumber, expiry }: TestCard, now: Date) {
  const until = expiryOf(expiry);
  const cardExpiresAt = until ? expiresAt(until) : null;
  if (!cardExpiresAt || cardExpiresAt <= now) throw invalidField('expiry', CARD_EXPIRED);
  const { declinesLater } = acceptCard(cardNumber);
  return { cardExpiresAt, cardDeclinesLater: declinesLater };
}
