/** Guarded: registers the first admin of a business. */

import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { Context } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { setTenant, writeInDirectory, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { adminInput, createAdminInput, registerAdminInput } from '#features/auth/contract.ts';
import {
  addBusiness,
  closeClaim,
  countRegistration,
  DEFAULT_TIME_ZONE,
} from '#features/businesses/server/actions.ts';
import { findClaimState } from '#features/businesses/server/reads.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { insertPeople } from '#features/people/server/actions.ts';
import { users } from '#features/people/server/tables.ts';
import { beginSession, type SignedIn } from './signIn/actions.ts';

type Registered = SignedIn & { message: string };

/** Registers a business with its first admin. @throws 409 `username_taken`, 429 */
export async function registerWithAdmin(
  context: Context,
  input: z.output<typeof registerAdminInput>,
): Promise<Registered> {
  await countRegistration(context, { kind: 'admin' });
  const passwordHash = await context.services.passwords.hash(input.password);
  return writeInDirectory(context.services, async (tx) => {
    const added = { ...businessOf(input), adminRegisteredAt: context.now };
    const { business, scoped } = await addBusiness(tx, added);
    const { id: businessId } = business;
    recordAudit(scoped, { ...context, businessId }, { type: 'business.registered', id: businessId });
    const signedIn = await addFirstAdmin(scoped, context, { businessId, passwordHash, input });
    const message = business.isCreatorBusiness
      ? 'Business and administrator registered. It is the creator business with unlimited access.'
      : 'Business and administrator registered. Please complete the payment.';
    return { ...signedIn, message };
  });
}

function businessOf(input: z.output<typeof registerAdminInput>) {
  const { businessAddress, businessCity, businessState, businessZipCode } = input;
  const region = [businessState, businessZipCode].filter(Boolean).join(' ');
  return {
    name: input.businessName,
    email: input.businessEmail,
    phone: input.businessPhone ?? '',
    address: [businessAddress, businessCity, region].filter(Boolean).join(', '),
    website: input.businessWebsite,
    industry: input.industry ?? null,
    employeeCount: input.employeeCount,
    timeZone: input.timeZone ?? DEFAULT_TIME_ZONE,
  };
}

/**
 * Registers the first admin of a registered business.
 * @param claim the secret of that registration
 * @throws 404 for a wrong claim, 409 `admin_exists`, 409 `username_taken`, 429
 */
export async function createFirstAdmin(
  context: Context,
  input: z.output<typeof createAdminInput>,
  claim: string | undefined,
): Promise<Registered> {
  const { services, now } = context;
  const { businessId } = input;
  // Checked before the expensive hashing of the password.
  const state = claim ? await findClaimState(services, { businessId, claim }, now) : null;
  if (state === null) throw notFound('This registration link is not valid.');
  if (state === 'spent') throw adminExists();
  // A claim costs nothing, so it must not be usable to probe which usernames are taken.
  await countRegistration(context, { kind: 'admin' });
  const passwordHash = await services.passwords.hash(input.password);
  return writeInDirectory(services, async (tx) => {
    const scoped = await setTenant(tx, businessId);
    if (!(await closeClaim(scoped, businessId, now))) throw adminExists();
    const signedIn = await addFirstAdmin(scoped, context, { businessId, passwordHash, input });
    return { ...signedIn, message: 'Administrator registered.' };
  });
}

const adminExists = () => conflict('admin_exists', 'This business already has an administrator.');

interface FirstAdmin {
  businessId: number;
  passwordHash: string;
  input: z.output<typeof adminInput>;
}

async function addFirstAdmin(
  scoped: BusinessTransaction,
  context: Context,
  { businessId, passwordHash, input }: FirstAdmin,
): Promise<SignedIn> {
  const { username, email, firstName, lastName, position, department, phone } = input;
  const person = { username, email, firstName, lastName, position, department, phone };
  const userId = await nextId(scoped, users);
  const added = { ...person, businessId, id: userId, passwordHash, role: 'admin' as const };
  await insertPeople(scoped, [{ ...added, createdAt: context.now, updatedAt: context.now }]);
  const actor = { ...context, businessId, session: { userId } };
  const event = { id: userId, label: fullNameOf(input), details: { role: 'admin' } } as const;
  recordAudit(scoped, actor, { type: 'person.added', ...event });
  return beginSession(scoped, context, { businessId, userId, role: 'admin' });
}
