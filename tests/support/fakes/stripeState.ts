/** The state of the fake Stripe server, with what customers and time change. */

export type Form = { [key: string]: string | Form };

/** The text of a field; empty when there is none. */
export function readField(form: Form, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  data: { object: object };
}

type Price = ReturnType<typeof buildPrice>;
type Subscription = ReturnType<typeof buildSubscription>;
type Invoice = ReturnType<typeof buildInvoice>;

const buildPrice = (id: string, form: Form) => ({
  id,
  object: 'price' as const,
  active: true,
  currency: readField(form, 'currency'),
  unit_amount: Number(form['unit_amount']),
  lookup_key: readField(form, 'lookup_key'),
  nickname: readField(form, 'nickname'),
  metadata: (form['metadata'] ?? {}) as Form,
  recurring: { interval: readField(form['recurring'] as Form, 'interval') },
});

function buildSubscription(
  id: string,
  form: Form,
  { item, price, invoice }: Record<'item' | 'invoice', string> & { price: Price },
) {
  const start = getUnixTime();
  const period = { current_period_start: start, current_period_end: addMonth(start) };
  return {
    id,
    object: 'subscription' as const,
    status: 'incomplete',
    customer: readField(form, 'customer'),
    cancel_at_period_end: false,
    cancel_at: null as number | null,
    metadata: (form['metadata'] ?? {}) as Form,
    created: start,
    items: { object: 'list', data: [{ id: item, object: 'subscription_item', price, ...period }] },
    latest_invoice: invoice,
  };
}

const buildInvoice = (id: string, subscription: string, paymentIntent: string) => ({
  id,
  object: 'invoice' as const,
  status: 'open',
  parent: { type: 'subscription_details', subscription_details: { subscription } },
  confirmation_secret: { client_secret: `${paymentIntent}_secret`, type: 'payment_intent' },
});

const getUnixTime = () => Math.floor(Date.now() / 1000);

export class StripeState {
  readonly customers = new Map<string, { id: string; object: 'customer'; email: string; metadata: Form }>();
  readonly prices = new Map<string, Price>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  /** All events, oldest first; the test sends them to the webhook or does not. */
  readonly events: StripeEvent[] = [];
  #count = 0;

  nextId(kind: string): string {
    this.#count += 1;
    return `${kind}_standin${this.#count}`;
  }

  addCustomer(form: Form) {
    const id = this.nextId('cus');
    const customer = {
      id,
      object: 'customer' as const,
      email: readField(form, 'email'),
      metadata: (form['metadata'] ?? {}) as Form,
    };
    this.customers.set(id, customer);
    return customer;
  }

  pricesWith(form: Form): Price[] {
    const keys = Object.values((form['lookup_keys'] ?? {}) as Form);
    return [...this.prices.values()].filter((price) => keys.includes(price.lookup_key));
  }

  addPrice(form: Form): Price {
    const price = buildPrice(this.nextId('price'), form);
    this.prices.set(price.id, price);
    return price;
  }

  addSubscription(form: Form): Subscription {
    const id = this.nextId('sub');
    const item = this.nextId('si');
    const parts = { item, price: this.#findPrice(form), invoice: this.#addInvoice(id) };
    const subscription = buildSubscription(id, form, parts);
    this.subscriptions.set(id, subscription);
    this.#addEvent('customer.subscription.created', subscription);
    return subscription;
  }

  #findPrice(form: Form): Price {
    const [item] = Object.values((form['items'] ?? {}) as Form);
    const price = this.prices.get(readField((item ?? {}) as Form, 'price'));
    if (!price) throw new Error('There is no such price');
    return price;
  }

  #addInvoice(subscription: string): string {
    const id = this.nextId('in');
    this.invoices.set(id, buildInvoice(id, subscription, this.nextId('pi')));
    return id;
  }

  change(subscription: Subscription, form: Form): Subscription {
    if ('cancel_at_period_end' in form)
      subscription.cancel_at_period_end = form['cancel_at_period_end'] === 'true';
    if (form['cancel_at'] === '') subscription.cancel_at = null;
    const [item] = subscription.items.data;
    if (item && 'items' in form) item.price = this.#findPrice(form);
    this.#addEvent('customer.subscription.updated', subscription);
    return subscription;
  }

  /** Ends the subscription immediately; an open first payment can no longer be paid. */
  end(subscription: Subscription): Subscription {
    subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
    this.#addEvent('customer.subscription.deleted', subscription);
    return subscription;
  }

  /** @returns whether the invoice was open */
  voidInvoice(invoice: Invoice): boolean {
    if (invoice.status !== 'open') return false;
    invoice.status = 'void';
    return true;
  }

  /** The customer pays in the browser with the client secret. */
  pay(clientSecret: string): Subscription {
    const invoice = [...this.invoices.values()].find(
      (one) => one.confirmation_secret.client_secret === clientSecret,
    );
    if (!invoice) throw new Error('No invoice has this secret');
    const subscription = this.#findSubscription(invoice);
    if (invoice.status !== 'open' || subscription.status !== 'incomplete')
      throw new Error('The payment is no longer open');
    return this.#markPaid(invoice, subscription);
  }

  #findSubscription(invoice: Invoice): Subscription {
    const subscription = this.subscriptions.get(invoice.parent.subscription_details.subscription);
    if (!subscription) throw new Error('There is no such subscription');
    return subscription;
  }

  #markPaid(invoice: Invoice, subscription: Subscription): Subscription {
    invoice.status = 'paid';
    subscription.status = 'active';
    this.#addEvent('invoice.paid', invoice);
    this.#addEvent('customer.subscription.updated', subscription);
    return subscription;
  }

  /** The period ends: the next one is charged (which fails with a declined card), or the subscription ends. */
  renew(id: string, { declined = false } = {}): Subscription {
    const subscription = this.subscriptions.get(id);
    const [item] = subscription?.items.data ?? [];
    if (!subscription || !item) throw new Error('There is no such subscription');
    if (subscription.cancel_at_period_end) return this.end(subscription);
    item.current_period_start = item.current_period_end;
    item.current_period_end = addMonth(item.current_period_end);
    subscription.latest_invoice = this.#addInvoice(id);
    const invoice = this.invoices.get(subscription.latest_invoice);
    if (!invoice) throw new Error('There is no such invoice');
    if (!declined) return this.#markPaid(invoice, subscription);
    subscription.status = 'past_due';
    this.#addEvent('invoice.payment_failed', invoice);
    this.#addEvent('customer.subscription.updated', subscription);
    return subscription;
  }

  /** The subscription, with the invoice if the request expands it. */
  expand(subscription: Subscription, form: Form): object {
    const fields = Object.values((form['expand'] ?? {}) as Form);
    if (!fields.includes('latest_invoice.confirmation_secret')) return structuredClone(subscription);
    return {
      ...structuredClone(subscription),
      latest_invoice: this.invoices.get(subscription.latest_invoice),
    };
  }

  #addEvent(type: string, object: object): void {
    const event = { id: this.nextId('evt'), object: 'event' as const, type, created: getUnixTime() };
    this.events.push({ ...event, data: { object: structuredClone(object) } });
  }
}

/** Adds a month to Unix seconds. */
function addMonth(seconds: number): number {
  const moment = new Date(seconds * 1000);
  moment.setUTCMonth(moment.getUTCMonth() + 1);
  return moment.getTime() / 1000;
}
