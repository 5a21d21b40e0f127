/**
 * A stand-in for Stripe's HTTP API, stateful and on the loopback alone: customers, prices, subscriptions, the
 * billing portal, idempotency keys, errors and signed events as Stripe documents them. It stands in for
 * Stripe, never for the product. What Stripe would do by itself (a customer pays, a period ends) the test does.
 */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readField, StripeState } from './stripeState.ts';
import type { Form } from './stripeState.ts';

const SECRET_KEY = 'sk_test_standin';
const WEBHOOK_SECRET = 'whsec_standin';

export interface Call {
  method: string;
  path: string;
  form: Form;
}

export interface FakeStripeServer {
  /** Settings of a product that pays through this one. */
  settings: Record<string, string>;
  state: StripeState;
  /** What the product has asked, oldest first. */
  calls: Call[];
  /** From now on calls break: the connection is cut, before (`away`) or after (`unheard`) they are carried out. */
  failCalls(how: 'away' | 'unheard' | null, which?: (call: Call) => boolean): void;
  /** The next such call waits until `go`; `reached` resolves when it has arrived. */
  holdCalls(which: (call: Call) => boolean): { reached: Promise<void>; go: () => void };
  close(): Promise<void>;
}

/** An event as Stripe sends it to a webhook, by default signed now. */
export function signEvent(event: object, { at = Date.now(), secret = WEBHOOK_SECRET } = {}) {
  const body = JSON.stringify(event);
  const seconds = Math.floor(at / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${mac}` };
  return { method: 'POST', url: '/api/webhooks/stripe', body, headers };
}

export async function startStripeServer(): Promise<FakeStripeServer> {
  const books = new StripeState();
  const calls: Call[] = [];
  const carriedOut = onceFor(books);
  let breaking: (call: Call) => 'away' | 'unheard' | null = () => null;
  let held: { which: (call: Call) => boolean; wait: () => Promise<void> } | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await callIn(request);
    calls.push(call);
    if (held?.which(call)) await held.wait();
    const broken = breaking(call);
    if (broken === 'away') return request.socket.destroy();
    const { status, body } = carriedOut(request, call);
    if (broken === 'unheard') return request.socket.destroy();
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  return {
    settings: settingsFor(await listening(server)),
    state: books,
    calls,
    failCalls: (how, which = () => true) => (breaking = (call) => (which(call) ? how : null)),
    holdCalls: (which) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const wait = () => {
        held = undefined;
        reached.resolve();
        return released.promise;
      };
      held = { which, wait };
      return { reached: reached.promise, go: released.resolve };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const settingsFor = (port: number) => ({
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: `http://127.0.0.1:${port}`,
});

async function callIn(request: IncomingMessage): Promise<Call> {
  const address = new URL(request.url ?? '', 'http://stripe');
  const form = parsedForm(address.search.slice(1) || (await text(request)));
  return { method: request.method ?? '', path: address.pathname, form };
}

/** Carries calls out: the same key answers the same; with other parameters it is refused. */
function onceFor(books: StripeState) {
  const answers = new Map<string, { form: string; status: number; body: object }>();
  return (request: IncomingMessage, call: Call): { status: number; body: object } => {
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? answers.get(key) : undefined;
    const form = JSON.stringify([call.path, call.form]);
    if (known && known.form !== form) {
      return failure(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters',
      });
    }
    if (known) return known;
    const done = route(books, call);
    if (typeof key === 'string' && call.method === 'POST') answers.set(key, { form, ...done });
    return done;
  };
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

const failure = (status: number, error: object) => ({ status, body: { error } });

const missing = (id: string) =>
  failure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
    param: 'id',
  });

function route(books: StripeState, { method, path, form }: Call): { status: number; body: object } {
  const [, , things = '', id] = path.split('/');
  const ok = (body: object) => ({ status: 200, body });
  const call = `${method} ${things}${id ? '/id' : ''}`;
  const subscription = books.subscriptions.get(id ?? '');
  if (call === 'POST customers') return ok(books.addCustomer(form));
  if (call === 'GET prices') return ok({ object: 'list', data: books.pricesWith(form) });
  if (call === 'POST prices') return ok(books.addPrice(form));
  if (call === 'POST subscriptions') {
    if (!books.customers.has(readField(form, 'customer'))) return missing(readField(form, 'customer'));
    return ok(books.shown(books.addSubscription(form), form));
  }
  if (things === 'subscriptions' && !subscription) return missing(id ?? '');
  if (call === 'GET subscriptions/id' && subscription) return ok(books.shown(subscription, form));
  if (call === 'POST subscriptions/id' && subscription)
    return ok(books.shown(books.change(subscription, form), form));
  if (call === 'DELETE subscriptions/id' && subscription)
    return ok(books.shown(books.end(subscription), form));
  const invoice = books.invoices.get(id ?? '');
  if (things === 'invoices' && !invoice) return missing(id ?? '');
  if (call === 'POST invoices/id' && invoice && path.endsWith('/void')) {
    if (books.voidInvoice(invoice)) return ok(invoice);
    return failure(400, {
      type: 'invalid_request_error',
      message: `You can only pass in open invoices. This invoice isn't open.`,
    });
  }
  if (call === 'POST billing_portal/id') {
    if (!books.customers.has(readField(form, 'customer'))) return missing(readField(form, 'customer'));
    return ok({
      object: 'billing_portal.session',
      url: `https://billing.stripe.test/p/${books.nextId('s')}`,
    });
  }
  return failure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path})`,
  });
}

/** `items[0][price]=x` becomes `{ items: { 0: { price: 'x' } } }`. */
function parsedForm(encoded: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let inner = form;
    for (const key of path) inner = (inner[key] ??= {}) as Form;
    inner[last] = value;
  }
  return form;
}
