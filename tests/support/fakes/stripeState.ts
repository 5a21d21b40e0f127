/** The state of the fake Stripe server, and what customers and time change in it. */

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

interface Price {
  id: string;
  object: 'price';
  active: true;
  currency: string;
  unit_amount: number;
  lookup_key: string;
  nickname: string;
  metadata: Form;
  recurring: { interval: string };
}

interface Subscription {
  id: string;
  object: 'subscription';
  status: string;
  customer: string;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  metadata: Form;
  created: number;
  items: {
    object: 'list';
    data: {
      id: string;
      object: 'subscription_item';
      price: Price;
      current_period_start: number;
      current_period_end: number;
    }[];
  };
  latest_invoice: string;
}

interface Invoice {
  id: string;
  object: 'invoice';
  status: string;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  confirmation_secret: { client_secret: string; type: 'payment_intent' } | null;
}

const now = () => Math.floor(Date.now() / 1000);

export class StripeState {
  readonly customers = new Map<string, { id: string; object: 'customer'; email: string; metadata: Form }>();
  readonly prices = new Map<string, Price>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  /** Everything that happened, oldest first; the test sends it to the webhook or does not. */
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
    const price: Price = {
      id: this.nextId('price'),
      object: 'price',
      active: true,
      currency: readField(form, 'currency'),
      unit_amount: Number(form['unit_amount']),
      lookup_key: readField(form, 'lookup_key'),
      nickname: readField(form, 'nickname'),
      metadata: (form['metadata'] ?? {}) as Form,
      recurring: { interval: readField(form['recurring'] as Form, 'interval') },
    };
    this.prices.set(price.id, price);
    return price;
  }

  addSubscription(form: Form): Subscription {
    const id = this.nextId('sub');
    const start = now();
    const item = {
      id: this.nextId('si'),
      object: 'subscription_item' as const,
      price: this.#priceIn(form),
      current_period_start: start,
      current_period_end: monthAfter(start),
    };
    const subscription: Subscription = {
      id,
      object: 'subscription',
      status: 'incomplete',
      customer: readField(form, 'customer'),
      cancel_at_period_end: false,
      cancel_at: null,
      metadata: (form['metadata'] ?? {}) as Form,
      created: start,
      items: { object: 'list', data: [item] },
      latest_invoice: this.#invoiceFor(id),
    };
    this.subscriptions.set(id, subscription);
    this.#addEvent('customer.subscription.created', subscription);
    return subscription;
  }

  #priceIn(form: Form): Price {
    const [item] = Object.values((form['items'] ?? {}) as Form);
    const price = this.prices.get(readField((item ?? {}) as Form, 'price'));
    if (!price) throw new Error('The price is not in the books');
    return price;
  }

  #invoiceFor(subscription: string): string {
    const id = this.nextId('in');
    this.invoices.set(id, {
      id,
      object: 'invoice',
      status: 'open',
      parent: { type: 'subscription_details', subscription_details: { subscription } },
      confirmation_secret: { client_secret: `${this.nextId('pi')}_secret`, type: 'payment_intent' },
    });
    return id;
  }

  change(subscription: Subscription, form: Form): Subscription {
    if ('cancel_at_period_end' in form)
      subscription.cancel_at_period_end = form['cancel_at_period_end'] === 'true';
    if (form['cancel_at'] === '') subscription.cancel_at = null;
    const [item] = subscription.items.data;
    if (item && 'items' in form) item.price = this.#priceIn(form);
    this.#addEvent('customer.subscription.updated', subscription);
    return subscription;
  }

  /** Ended at once; an unpaid first payment cannot be made any more. */
  end(subscription: Subscription): Subscription {
    subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
    this.#addEvent('customer.subscription.deleted', subscription);
    return subscription;
  }

  /** It cannot be paid any more; refused when it was paid. */
  voidInvoice(invoice: Invoice): boolean {
    if (invoice.status !== 'open') return false;
    invoice.status = 'void';
    return true;
  }

  /** The customer pays in the browser with the secret that the product handed over. */
  pay(clientSecret: string): Subscription {
    const invoice = [...this.invoices.values()].find(
      (one) => one.confirmation_secret?.client_secret === clientSecret,
    );
    if (!invoice) throw new Error('Nothing is paid with this secret');
    const subscription = this.#of(invoice);
    if (invoice.status !== 'open' || subscription.status !== 'incomplete')
      throw new Error('The payment is not open any more');
    return this.#paid(invoice, subscription);
  }

  #of(invoice: Invoice): Subscription {
    const subscription = this.subscriptions.get(invoice.parent.subscription_details.subscription);
    if (!subscription) throw new Error('The subscription is not in the books');
    return subscription;
  }

  #paid(invoice: Invoice, subscription: Subscription): Subscription {
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
    if (!subscription || !item) throw new Error('The subscription is not in the books');
    if (subscription.cancel_at_period_end) return this.end(subscription);
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_end);
    subscription.latest_invoice = this.#invoiceFor(id);
    const invoice = this.invoices.get(subscription.latest_invoice);
    if (!invoice) throw new Error('The invoice is not in the books');
    if (!declined) return this.#paid(invoice, subscription);
    subscription.status = 'past_due';
    this.#addEvent('invoice.payment_failed', invoice);
    this.#addEvent('customer.subscription.updated', subscription);
    return subscription;
  }

  /** As Stripe shows it: what belongs to the invoice only where it is asked for. */
  shown(subscription: Subscription, form: Form): object {
    const expanded = Object.values((form['expand'] ?? {}) as Form);
    if (!expanded.includes('latest_invoice.confirmation_secret')) return structuredClone(subscription);
    return {
      ...structuredClone(subscription),
      latest_invoice: this.invoices.get(subscription.latest_invoice),
    };
  }

  #addEvent(type: string, object: object): void {
    const event = { id: this.nextId('evt'), object: 'event' as const, type, created: now() };
    this.events.push({ ...event, data: { object: structuredClone(object) } });
  }
}

/** Unix seconds, a month later. */
function monthAfter(seconds: number): number {
  const moment = new Date(seconds * 1000);
  moment.setUTCMonth(moment.getUTCMonth() + 1);
  return moment.getTime() / 1000;
}
