/** Adds people, for a form with one and an import of many. */

import type { z } from 'zod';
import type { PersonStatus } from '#platform/contract/personStatus.ts';
import { recordAudits } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { nextIds } from '#platform/server/database/nextId.ts';
import { conflict, forbidden } from '#platform/server/errors.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { PlanLimits } from '#features/businesses/rules.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import type { employeeInput } from '#features/people/contract.ts';
import { countsTowardPlan, fullNameOf } from '#features/people/rules.ts';
import { insertPeople } from './actions.ts';
import { canGrantRole } from './policy.ts';
import { countEmployees, type Profile } from './reads.ts';
import { users } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'person.added': Pick<Profile, 'role'>;
  }
}

type NewPerson = Omit<z.output<typeof employeeInput>, 'password'> & {
  status?: PersonStatus;
  address?: string | null | undefined;
};

/**
 * Adds people with a password that none of them has, until a manager sets a temporary one.
 * @returns their ids, in the order of the inputs
 * @throws 403, 409 `username_taken` and `plan_limit_reached` as `addEmployee`
 */
export async function addPeople(
  tx: BusinessTransaction,
  context: MemberContext,
  { inputs, passwordHash }: { inputs: readonly NewPerson[]; passwordHash: string },
): Promise<number[]> {
  const { businessId, session, now } = context;
  if (!inputs.every(({ role }) => canGrantRole(session, role)))
    throw forbidden('Only an admin can make someone an admin.');
  const plan = await lockPlan(tx, businessId);
  const ids = await nextIds(tx, users, inputs.length);
  const people = inputs.map((input, index) => ({
    ...input,
    id: ids[index] ?? 0,
    businessId,
    passwordHash,
    inactiveSince: input.status === 'inactive' ? now : null,
    createdAt: now,
    updatedAt: now,
  }));
  await insertPeople(tx, people);
  recordAudits(
    tx,
    context,
    people.map((person) => ({
      type: 'person.added',
      id: person.id,
      label: fullNameOf(person),
      details: { role: person.role },
    })),
  );
  if (inputs.some(({ role, status = 'active' }) => countsTowardPlan({ role, status })))
    await refuseOverLimit(tx, plan);
  publishChange(tx, ['people']);
  return ids;
}

/** Counts after the change; the business must be locked. @throws 409 `plan_limit_reached` */
export async function refuseOverLimit(tx: BusinessTransaction, plan: PlanLimits): Promise<void> {
  if (plan.employees === null || (await countEmployees(tx)) <= plan.employees) return;
  throw conflict(
    'plan_limit_reached',
    `The ${plan.plan} plan allows up to ${plan.employees} employees. Change the plan to add more.`,
  );
}
