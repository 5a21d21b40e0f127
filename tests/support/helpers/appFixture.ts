/** The built product (server and web app) for browser tests. */
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import getPort from 'get-port';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { authContract } from '#features/auth/contract.ts';
import type { ResultOf } from '#platform/contract/endpoint.ts';
import { TEMPLATE } from '#tests/setup/browserTemplate.ts';
import { callEndpoint } from './httpCall.ts';
import { collectBrowserErrors, ignoreErrorsOf } from './browserErrors.ts';
import { startProduct } from './process.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

// A test runs at desktop size unless it is tagged; `npm run test:all` runs each at both sizes.
/** Always runs at both sizes. */
export const BOTH_SIZES = { tag: '@both-sizes' };
/** Runs at phone size. */
export const ON_A_PHONE = { tag: '@on-a-phone' };
/** Runs at desktop size only. */
export const DESKTOP_ONLY = { tag: '@one-size' };
/** For details that other tests pass as well: only in `npm run test:all`. */
export const LONG_RUN = { tag: '@long' };

export type SignedIn = ResultOf<(typeof authContract)['POST /api/auth/login']> & { password: string };

export interface Product {
  url: string;
  /** Calls the API as a client would; throws with the whole answer when it does not succeed. */
  call<Answer = unknown>(token: string | null, endpoint: string, body?: object): Promise<Answer>;
  /** The free creator business with its admin: the first business of this server, made when first asked for. */
  creator(): Promise<SignedIn>;
  /** The admin of the business of this test, which pays: no other test works in it. Made when first asked for. */
  admin(): Promise<SignedIn>;
  /** Adds a signed-in person to the business of this test, with their temporary password. */
  person(fields?: { role?: 'employee' | 'manager' | 'admin'; firstName?: string }): Promise<SignedIn>;
  /** One more business, which has not paid, with its admin. */
  unpaidBusiness(): Promise<SignedIn>;
  /** One more business, which pays with the sandbox, with its admin. */
  payingBusiness(planType?: 'premium' | 'professional'): Promise<SignedIn>;
  /** The same server for the next test, which gets a business of its own. */
  forNextTest(): Product;
}

/** A card that the sandbox takes. */
export const GOOD_CARD = '4242424242424242';

/** A server on an empty data directory of its own, with more settings if given; `stop` removes it. */
export async function startBuiltProduct(
  environment: Record<string, string> = {},
): Promise<{ product: Product; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'));
  await cp(process.env[TEMPLATE] ?? '', dataDir, { recursive: true });
  const port = await getPort({ host: '127.0.0.1' });
  const running = await startProduct({
    DATA_DIR: dataDir,
    PORT: String(port),
    NODE_ENV: 'test',
    // All these people register and sign in from one address.
    RATE_LIMITS: 'off',
    PASSWORD_HASHING: 'quick',
    PUBLIC_URL: `http://localhost:${port}`,
    ...environment,
  });
  return {
    product: productAt(running.url),
    stop: async () => {
      ignoreErrorsOf(running.url);
      await running.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Call = Product['call'];

const callTo =
  (url: string): Call =>
  <Answer>(token: string | null, endpoint: string, body?: object) =>
    callEndpoint<Answer>(url, endpoint, { token, body });

/** The same promise however often it is asked for. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

async function registered(call: Call): Promise<SignedIn> {
  const form = registrationForm();
  return { ...(await call<SignedIn>(null, 'POST /api/auth/register-admin', form)), password: form.password };
}

async function pay(call: Call, admin: SignedIn, planType: string): Promise<void> {
  const purchase = { businessId: admin.user.businessId, planType };
  type Begun = { clientSecret: string };
  const { clientSecret } = await call<Begun>(admin.token, 'POST /api/create-subscription', purchase);
  const card = { cardNumber: GOOD_CARD, expiry: '12/40', cvc: '123' };
  await call(null, 'POST /api/payments/sandbox/confirm', { clientSecret, ...card });
}

function productAt(url: string, creator = once(() => registered(callTo(url)))): Product {
  const call = callTo(url);
  const unpaidBusiness = async () => {
    await creator();
    return registered(call);
  };
  const payingBusiness: Product['payingBusiness'] = async (planType = 'premium') => {
    const admin = await unpaidBusiness();
    await pay(call, admin, planType);
    return admin;
  };
  const admin = once(payingBusiness);
  return {
    url,
    call,
    creator,
    admin,
    unpaidBusiness,
    payingBusiness,
    person: async (fields = {}) => {
      const { token } = await admin();
      const form = employeeForm(fields);
      await call(token, 'POST /api/employees', form);
      const { username, password } = form;
      const signedIn = await call<SignedIn>(null, 'POST /api/auth/login', { username, password });
      return { ...signedIn, password };
    },
    forNextTest: () => productAt(url, creator),
  };
}

const registrationForm = () => ({
  username: uniqueName('admin'),
  password: 'correct horse',
  email: 'ada@agency.example',
  firstName: 'Ada',
  lastName: 'Owner',
  position: 'Director',
  department: 'Office',
  businessName: uniqueName('Agency'),
  businessEmail: 'office@agency.example',
  businessPhone: '555 0100',
  businessAddress: '1 Main Street',
  employeeCount: '6-20',
  timeZone: 'America/Chicago',
});

const employeeForm = (fields: object) => ({
  username: uniqueName('person'),
  password: 'temporary passphrase',
  firstName: 'Eve',
  lastName: 'Worker',
  email: 'eve@agency.example',
  department: 'Field',
  position: 'Carer',
  role: 'employee',
  ...fields,
});

/** Opens the product as a user who signed in on this browser before. */
export async function openAs(
  page: Page,
  product: Product,
  ...[signedIn, path = '/']: [who: SignedIn, path?: string]
): Promise<void> {
  // Before any code of the product, and once: what the product does with the session later on stays done.
  await page.addInitScript(
    ({ token, user, opening, origin }) => {
      // The name of the tab outlives its pages, and nothing that the product clears.
      if (location.origin !== origin || window.name.includes(opening)) return;
      window.name += ` ${opening}`;
      localStorage.setItem('auth_token', token);
      localStorage.setItem('auth_user', JSON.stringify(user));
    },
    { token: signedIn.token, user: signedIn.user, opening: uniqueName('opening'), origin: product.url },
  );
  // As a sign-in sets it: links to files and pictures show it.
  await page
    .context()
    .addCookies([
      { name: 'quarterhour_read', value: signedIn.token, url: `${product.url}/api/`, httpOnly: true },
    ]);
  await page.goto(`${product.url}${path}`);
}

/**
 * Playwright's test with a server per worker and a business per test. Each fails on errors in the browser,
 * unless it announces them with `expectBrowserError`.
 */
export const test = base.extend<{ product: Product; browserErrors: void }, { shipped: Product }>({
  shipped: [
    // Playwright wants to see which fixtures are used, and none is.
    // oxlint-disable-next-line no-empty-pattern -- the first parameter must be a destructuring
    async ({}, provide) => {
      const { product, stop } = await startBuiltProduct();
      await provide(product);
      await stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: ({ shipped }, provide) => provide(shipped.forNextTest()),
  browserErrors: [
    async ({ browser }, provide) => {
      const surprises = collectBrowserErrors(browser);
      await provide();
      expect(surprises(), 'errors that the browser reports').toEqual({ unexpected: [], missing: [] });
    },
    { auto: true },
  ],
});
export { expect };
