/** The product as it is shipped, for journeys in a browser: the built server with the built web app. */
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import getPort from 'get-port';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { authContract } from '../../src/features/auth/contract.ts';
import type { ResultOf } from '../../src/platform/contract/endpoint.ts';
import { TEMPLATE } from '../setup/journeys.ts';
import { hearComplaints, serverEnds } from './complaints.ts';
import { startProduct } from './process.ts';
import { unique } from './unique.ts';

/** For what is the same at every size: it runs on the desktop alone. */
export const ONE_SIZE = { tag: '@one-size' };

export type SignedIn = ResultOf<(typeof authContract)['POST /api/auth/login']> & { password: string };

export interface Product {
  url: string;
  /** Calls the API as a client would; throws with the whole answer when it does not succeed. */
  call<Answer = unknown>(token: string | null, endpoint: string, body?: object): Promise<Answer>;
  /** The free creator business with its admin: the first business of this server, made when first asked for. */
  creator(): Promise<SignedIn>;
  /** Somebody of the creator business, signed in, with the password that was issued to them. */
  person(fields?: { role?: 'employee' | 'manager' | 'admin'; firstName?: string }): Promise<SignedIn>;
  /** An ordinary business, which has not paid, with its admin. */
  unpaidBusiness(): Promise<SignedIn>;
}

/** A server on an empty data directory of its own, with more settings if given; `stop` removes it. */
export async function startShipped(
  environment: Record<string, string> = {},
): Promise<{ product: Product; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'));
  await cp(process.env[TEMPLATE] ?? '', dataDir, { recursive: true });
  const port = await getPort({ host: '127.0.0.1' });
  const running = await startProduct(
    {
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'test',
      // All these people register and sign in from one address.
      RATE_LIMITS: 'off',
      PASSWORD_HASHING: 'quick',
      PUBLIC_URL: `http://localhost:${port}`,
      ...environment,
    },
    'dist/server/main.js',
  );
  return {
    product: productAt(running.url),
    stop: async () => {
      serverEnds(running.url);
      await running.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function productAt(url: string): Product {
  const call = async <Answer>(token: string | null, endpoint: string, body?: object): Promise<Answer> => {
    const [method = '', path = ''] = endpoint.split(' ');
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${endpoint}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  };
  const register = async (form = registrationForm()): Promise<SignedIn> => ({
    ...(await call<SignedIn>(null, 'POST /api/auth/register-admin', form)),
    password: form.password,
  });
  let creator: Promise<SignedIn> | undefined;
  const theCreator = () => (creator ??= register());
  return {
    url,
    call,
    creator: theCreator,
    unpaidBusiness: async () => {
      await theCreator();
      return register();
    },
    person: async (fields = {}) => {
      const { token } = await theCreator();
      const form = employeeForm(fields);
      await call(token, 'POST /api/employees', form);
      const { username, password } = form;
      const signedIn = await call<SignedIn>(null, 'POST /api/auth/login', { username, password });
      return { ...signedIn, password };
    },
  };
}

const registrationForm = () => ({
  username: unique('admin'),
  password: 'correct horse',
  email: 'ada@agency.example',
  firstName: 'Ada',
  lastName: 'Owner',
  position: 'Director',
  department: 'Office',
  businessName: unique('Agency'),
  businessEmail: 'office@agency.example',
  businessPhone: '555 0100',
  businessAddress: '1 Main Street',
  employeeCount: '6-20',
  timeZone: 'America/Chicago',
});

const employeeForm = (fields: object) => ({
  username: unique('person'),
  password: 'issued password',
  firstName: 'Eve',
  lastName: 'Worker',
  email: 'eve@agency.example',
  department: 'Field',
  position: 'Carer',
  role: 'employee',
  ...fields,
});

/** Opens the product as somebody who signed in before on this browser. */
export async function openAs(
  page: Page,
  product: Product,
  ...[signedIn, path = '/']: [who: SignedIn, path?: string]
): Promise<void> {
  // An address that runs none of the product's code, so that storage is written before it looks.
  await page.goto(`${product.url}/icon.svg`);
  await page.evaluate(
    ({ token, user }) => {
      localStorage.setItem('auth_token', token);
      localStorage.setItem('auth_user', JSON.stringify(user));
    },
    { token: signedIn.token, user: signedIn.user },
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
 * Playwright's test with a server per worker. Tests make their own people in it. Each fails on what the browser
 * complains about, unless it says before with `expectComplaint` that it is going to.
 */
export const test = base.extend<{ complaints: void }, { product: Product }>({
  product: [
    // Playwright wants to see which fixtures are used, and none is.
    // oxlint-disable-next-line no-empty-pattern -- the first parameter must be a destructuring
    async ({}, provide) => {
      const { product, stop } = await startShipped();
      await provide(product);
      await stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  complaints: [
    async ({ browser }, provide) => {
      const surprises = hearComplaints(browser);
      await provide();
      expect(surprises(), 'what the browser complains of').toEqual({ unexpected: [], unheard: [] });
    },
    { auto: true },
  ],
});
export { expect };
