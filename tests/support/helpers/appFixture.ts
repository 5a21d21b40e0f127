/** The built product (server and web app) for browser tests. */

import { expect, test as base, type Page } from '@playwright/test';
import getPort from 'get-port';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultOf } from '#platform/contract/endpoint.ts';
import type { authContract } from '#features/auth/contract.ts';
import { TEMPLATE } from '#tests/setup/browserTemplate.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { collectBrowserErrors, ignoreErrorsOf } from './browserErrors.ts';
import { callEndpoint } from './httpCall.ts';
import { startProduct } from './process.ts';

// A test runs at desktop size unless it is tagged; `npm run test:all` runs each at both sizes.
/** Runs at phone size in `npm test`. */
export const ON_A_PHONE = { tag: '@on-a-phone' };
/** Runs at desktop size only. */
export const DESKTOP_ONLY = { tag: '@one-size' };
/** Runs only in `npm run test:all`: details that other tests cover in part. */
export const LONG_RUN = { tag: '@long' };
/** Runs only in `npm run test:all`, at desktop size only. */
export const LONG_ON_DESKTOP = { tag: ['@long', '@one-size'] };
/** Runs only in `npm run test:all`, at phone size only. */
export const LONG_PHONE_ONLY = { tag: ['@long', '@phone-only'] };

export type SignedIn = ResultOf<(typeof authContract)['POST /api/auth/login']> & { password: string };

export interface Product {
  url: string;
  /** Calls the API. Throws with the whole response when it fails. */
  call<Answer = unknown>(token: string | null, endpoint: string, body?: object): Promise<Answer>;
  /** The admin of the free creator business, the first one of this server; created on the first call. */
  creator(): Promise<SignedIn>;
  /** The admin of the paying business of this test; created on the first call. */
  admin(): Promise<SignedIn>;
  /** Adds a user to the business of this test, or of another admin, and logs in with the temporary password. */
  person(
    fields?: { role?: 'employee' | 'manager' | 'admin'; firstName?: string },
    by?: SignedIn,
  ): Promise<SignedIn>;
  /** The admin of another business, which has not paid. */
  unpaidBusiness(): Promise<SignedIn>;
  /** The admin of another business, which pays with the sandbox. */
  payingBusiness(planType?: 'premium' | 'professional'): Promise<SignedIn>;
  /** The same server with another business for the next test. */
  forNextTest(): Product;
}

/** A card that the sandbox accepts. */
export const GOOD_CARD = '4242424242424242';

interface BuiltProduct {
  product: Product;
  /** Kills the server and starts it again on the same data, at the same address. */
  killAndStart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on a data directory of its own, with these settings; `stop` removes both. */
export async function startBuiltProduct(environment: Record<string, string> = {}): Promise<BuiltProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'));
  await cp(process.env[TEMPLATE] ?? '', dataDir, { recursive: true });
  const port = await getPort({ host: '127.0.0.1' });
  const start = () =>
    startProduct({
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'test',
      // All users register and log in from one address.
      RATE_LIMITS: 'off',
      PASSWORD_HASHING: 'quick',
      PUBLIC_URL: `http://localhost:${port}`,
      ...environment,
    });
  let running = await start();
  return {
    product: productAt(running.url),
    async killAndStart() {
      await running.end('SIGKILL');
      running = await start();
    },
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

/** Calls a function at most once, and returns the same promise each time. */
function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | undefined;
  return () => (promise ??= create());
}

async function register(call: Call): Promise<SignedIn> {
  const form = buildRegistrationForm({ email: 'ada@agency.example', businessEmail: 'office@agency.example' });
  const signedIn = await call<SignedIn>(null, 'POST /api/auth/register-admin', form);
  return { ...signedIn, password: String(form['password']) };
}

async function pay(call: Call, admin: SignedIn, planType: string): Promise<void> {
  const purchase = { businessId: admin.user.businessId, planType };
  type Payment = { clientSecret: string };
  const { clientSecret } = await call<Payment>(admin.token, 'POST /api/create-subscription', purchase);
  const card = { cardNumber: GOOD_CARD, expiry: '12/40', cvc: '123' };
  await call(null, 'POST /api/payments/sandbox/confirm', { clientSecret, ...card });
}

function productAt(url: string, creator = once(() => register(callTo(url)))): Product {
  const call = callTo(url);
  const unpaidBusiness = async () => {
    await creator();
    return register(call);
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
    person: async (fields = {}, by) => {
      const { token } = by ?? (await admin());
      const form = buildEmployeeForm({ email: 'eve@agency.example', ...fields });
      await call(token, 'POST /api/employees', form);
      const { username, password } = form;
      const signedIn = await call<SignedIn>(null, 'POST /api/auth/login', { username, password });
      return { ...signedIn, password: String(password) };
    },
    forNextTest: () => productAt(url, creator),
  };
}

/** Opens the product as a user with a stored session. */
export async function openAs(
  page: Page,
  product: Product,
  ...[signedIn, path = '/']: [signedIn: SignedIn, path?: string]
): Promise<void> {
  // Runs once, before the code of the product, so that a logout is not undone.
  await page.addInitScript(
    ({ token, user, opening, origin }) => {
      // The viewer of a PDF is a frame without storage.
      if (window !== top) return;
      // The name of the tab is kept over reloads, and the product does not clear it.
      if (location.origin !== origin || window.name.includes(opening)) return;
      window.name += ` ${opening}`;
      localStorage.setItem('auth_token', token);
      localStorage.setItem('auth_user', JSON.stringify(user));
    },
    { token: signedIn.token, user: signedIn.user, opening: uniqueName('opening'), origin: product.url },
  );
  // The login sets this cookie, which links to files and pictures need.
  await page
    .context()
    .addCookies([
      { name: 'quarterhour_read', value: signedIn.token, url: `${product.url}/api/`, httpOnly: true },
    ]);
  await page.goto(`${product.url}${path}`);
}

/**
 * Playwright's test with a server per worker and a business per test. It fails on errors in the browser
 * unless `expectBrowserError` allows them.
 */
export const test = base.extend<{ product: Product; browserErrors: void }, { server: Product }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the first parameter must be a destructuring
    async ({}, provide) => {
      const { product, stop } = await startBuiltProduct();
      await provide(product);
      await stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: ({ server }, provide) => provide(server.forNextTest()),
  browserErrors: [
    async ({ browser }, provide) => {
      const readErrors = collectBrowserErrors(browser);
      await provide();
      expect(readErrors(), 'errors that the browser reports').toEqual({ unexpected: [], missing: [] });
    },
    { auto: true },
  ],
});
export { expect };
