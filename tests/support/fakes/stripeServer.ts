/**
 * A fake of Stripe's HTTP API on loopback: customers, prices, subscriptions, the billing portal, idempotency keys,
 * errors and signed events. The test triggers what happens at Stripe itself (a customer pays, a period ends).
 */

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readField, StripeState, type Form } from './stripeState.ts';

const SECRET_KEY = 'sk_test_standin';
const WEBHOOK_SECRET = 'whsec_standin';

export interface Call {
  method: string;
  path: string;
  form: Form;
}

export interface FakeStripeServer {
  /** Settings for the product. */
  settings: Record<string, string>;
  state: StripeState;
  /** Requests of the product, oldest first. */
  calls: Call[];
  /** Closes the connection from now on, before (`away`) or after (`unheard`) a call is executed. */
  failCalls(how: 'away' | 'unheard' | null, which?: (call: Call) => boolean): void;
  /** The next such call waits until `go`; `reached` resolves when it has arrived. */
  holdCalls(which: (call: Call) => boolean): { reached: Promise<void>; go: () => void };
  close(): Promise<void>;
}

/** Builds the webhook request of an event, by default signed now. */
export function signEvent(event: unknown, { at = Date.now(), secret = WEBHOOK_SECRET } = {}) {
  const body = JSON.stringify(event);
  const seconds = Math.floor(at / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${mac}` };
  return { method: 'POST', url: '/api/webhooks/stripe', body, headers };
}

export async function startStripeServer(): Promise<FakeStripeServer> {
  const state = new StripeState();
  const calls: Call[] = [];
  const execute = createExecutor(state);
  let breaking: (call: Call) => 'away' | 'unheard' | null = () => null;
  let held: { which: (call: Call) => boolean; wait: () => Promise<void> } | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await parseCall(request);
    calls.push(call);
    if (held?.which(call)) await held.wait();
    const broken = breaking(call);
    if (broken === 'away') return request.socket.destroy();
    const { status, body } = execute(request, call);
    if (broken === 'unheard') return request.socket.destroy();
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  return {
    settings: buildSettings(await listen(server)),
    state,
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

const buildSettings = (port: number) => ({
  STRIPE_SECRET_KEY: SECRET_KEY,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: `http://127.0.0.1:${port}`,
});

async function parseCall(request: IncomingMessage): Promise<Call> {
  const address = new URL(request.url ?? '', 'http://stripe');
  const form = parseForm(address.search.slice(1) || (await text(request)));
  return { method: request.method ?? '', path: address.pathname, form };
}

/** Executes calls: a repeated key gets the same response, and an error with other parameters. */
function createExecutor(state: StripeState) {
  const answers = new Map<string, { form: string; status: number; body: object }>();
  return (request: IncomingMessage, call: Call): { status: number; body: object } => {
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const key = request.headers['idempotency-key'];
    const stored = typeof key === 'string' ? answers.get(key) : undefined;
    const form = JSON.stringify([call.path, call.form]);
    if (stored && stored.form !== form) {
      return failure(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters',
      });
    }
    if (stored) return stored;
    const done = route(state, call);
    if (typeof key === 'string' && call.method === 'POST') answers.set(key, { form, ...done });
    return done;
  };
}

const listen = (server: Server): Promise<number> =>
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

function route(state: StripeState, { method, path, form }: Call): { status: number; body: object } {
  const [, , things = '', id] = path.split('/');
  const ok = (body: object) => ({ status: 200, body });
  const call = `${method} ${things}${id ? '/id' : ''}`;
  const subscription = state.subscriptions.get(id ?? '');
  if (call === 'POST customers') return ok(state.addCustomer(form));
  if (call === 'GET prices') return ok({ object: 'list', data: state.pricesWith(form) });
  if (call === 'POST prices') return ok(state.addPrice(form));
  if (call === 'POST subscriptions') {
    if (!state.customers.has(readField(form, 'customer'))) return missing(readField(form, 'customer'));
    return ok(state.expand(state.addSubscription(form), form));
  }
  if (things === 'subscriptions' && !subscription) return missing(id ?? '');
  if (call === 'GET subscriptions/id' && subscription) return ok(state.expand(subscription, form));
  if (call === 'POST subscriptions/id' && subscription)
    return ok(state.expand(state.change(subscription, form), form));
  if (call === 'DELETE subscriptions/id' && subscription)
    return ok(state.expand(state.end(subscription), form));
  const invoice = state.invoices.get(id ?? '');
  if (things === 'invoices' && !invoice) return missing(id ?? '');
  if (call === 'POST invoices/id' && invoice && path.endsWith('/void')) {
    if (state.voidInvoice(invoice)) return ok(invoice);
    return failure(400, {
      type: 'invalid_request_error',
      message: `You can only pass in open invoices. This invoice isn't open.`,
    });
  }
  if (call === 'POST billing_portal/id') {
    if (!state.customers.has(readField(form, 'customer'))) return missing(readField(form, 'customer'));
    return ok({
      object: 'billing_portal.session',
      url: `https://billing.stripe.test/p/${state.nextId('s')}`,
    });
  }
  return failure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path})`,
  });
}

/** `items[0][price]=x` becomes `{ items: { 0: { price: 'x' } } }`. */
function parseForm(encoded: string): Form {
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
