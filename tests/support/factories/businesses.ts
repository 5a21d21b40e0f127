/** Businesses for tests, registered through the API. */

import type { Api } from '#tests/support/helpers/api.ts';
import { uniqueName } from './unique.ts';

export interface Account {
  token: string;
  id: number;
  username: string;
  password: string;
}

export interface TestBusiness {
  id: number;
  name: string;
  admin: Account;
}

export interface BusinessOptions {
  plan?: 'premium' | 'professional';
  /** Leaves the business without a subscription: its users can only sign in and read. */
  unpaid?: boolean;
  /** Fields of the registration form that matter to the test. */
  form?: Record<string, unknown>;
}

/**
 * An ordinary business with its admin, never the free creator: on an empty database a creator business is
 * registered first.
 */
export async function createBusiness(api: Api, options: BusinessOptions = {}): Promise<TestBusiness> {
  const { count } = await api.ok(null, 'GET /api/businesses/count');
  if (count === 0) await registerBusiness(api, { businessName: 'Creator' });
  const business = await registerBusiness(api, options.form ?? {});
  if (options.plan)
    await api.sql('update businesses set plan_type = $2 where id = $1', [business.id, options.plan]);
  if (!options.unpaid) await setSubscriptionStatus(api, business.id);
  return business;
}

/** The free creator business; the database must be empty. */
export async function createCreatorBusiness(api: Api): Promise<TestBusiness> {
  const { count } = await api.ok(null, 'GET /api/businesses/count');
  if (count !== 0) throw new Error('There is a business already, so the next one is not the creator');
  return registerBusiness(api, {});
}

/**
 * Marks a business as paid, in its row: the state that a payment provider reports, for tests that are not
 * about paying.
 */
export async function setSubscriptionStatus(api: Api, businessId: number, status = 'active'): Promise<void> {
  await api.sql('update businesses set subscription_status = $2 where id = $1', [businessId, status]);
}

/** The fields of the admin registration form, all valid. */
export function buildRegistrationForm(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const name = uniqueName('admin');
  return {
    username: name,
    password: 'correct horse',
    email: `${name}@example.com`,
    firstName: 'Ada',
    lastName: 'Owner',
    position: 'Director',
    department: 'Office',
    businessName: uniqueName('Agency'),
    businessEmail: `${name}@agency.example`,
    businessPhone: '555 0100',
    businessAddress: '1 Main Street',
    employeeCount: '6-20',
    timeZone: 'America/Chicago',
    ...fields,
  };
}

async function registerBusiness(api: Api, fields: Record<string, unknown>): Promise<TestBusiness> {
  const form = buildRegistrationForm(fields);
  const { token, user } = await api.ok(null, 'POST /api/auth/register-admin', { body: form });
  const { id, username, businessId, businessName } = user;
  const admin = { token, id, username, password: String(form['password']) };
  return { id: businessId, name: businessName, admin };
}
