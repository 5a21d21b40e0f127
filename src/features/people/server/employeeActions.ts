/** Adds employees and changes profiles. */

import { and, count, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditEvent } from '#platform/server/audit/events.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import { ownProfileInput, type employeeInput } from '#features/people/contract.ts';
import { countsTowardPlan, fullNameOf } from '#features/people/rules.ts';
import { setSessionRole, endSessions } from '#features/sessions/server/actions.ts';
import { setTemporaryPassword } from './actions.ts';
import { addPeople, refuseOverLimit } from './newPeopleActions.ts';
import { canChangeStatus, canEdit, canGrantRole } from './policy.ts';
import { getProfile, withPermissions, type Profile } from './reads.ts';
import { users } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'person.changed': StatusDetails & { changed: string[] };
  }
}

type StatusDetails = Partial<
  Record<'role' | 'roleBefore', Profile['role']> & Record<'status' | 'statusBefore', Profile['status']>
>;

type ProfileInput = z.output<typeof ownProfileInput>;

/**
 * Adds a person with a temporary password, stored as a hash and, until its owner chooses another, encrypted.
 * @throws 403 for an admin added by someone who is not an admin, 409 `username_taken`, 409 `plan_limit_reached`
 */
export async function addEmployee(context: MemberContext, input: z.output<typeof employeeInput>) {
  const { services, businessId, session, now } = context;
  const { password, ...fields } = input;
  const hash = await services.passwords.hash(password);
  return writeInBusiness(context, async (tx) => {
    const [userId = 0] = await addPeople(tx, context, { inputs: [fields], passwordHash: hash });
    await setTemporaryPassword(tx, services, { businessId, userId, password, hash, now });
    return withPermissions(session, await getProfile(tx, userId));
  });
}

/**
 * Changes a profile; omitted fields keep their values. Role and status take effect with the next request;
 * deactivation ends all sessions.
 * @throws 403 for one's own role or status, for an admin's unless the caller is an admin, and for another person's
 * unless the caller is a manager; 404; 409
 */
export function changeProfile(context: MemberContext, userId: number, input: ProfileInput) {
  const fields = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return writeInBusiness(context, async (tx) => {
    // The business is always locked before the person's row, so that transactions can't deadlock.
    const plan = input.role || input.status ? await lockPlan(tx, context.businessId) : null;
    await tx.select({ id: users.id }).from(users).where(wherePerson(tx, userId)).for('no key update');
    const before = await getProfile(tx, userId);
    refuseForeignChange(context, before, input);
    const isStatusNew = input.status !== undefined && input.status !== before.status;
    const inactiveSince = input.status === 'inactive' ? context.now : null;
    const changes = {
      ...fields,
      updatedAt: context.now,
      ...(isStatusNew && { sendingUntil: null, inactiveSince }),
    };
    await tx.update(users).set(changes).where(wherePerson(tx, userId));
    const after = await getProfile(tx, userId);
    if (plan) await applyStatusChange(tx, { before, after, plan });
    recordAudit(tx, context, toAuditEvent(before, after));
    publishChange(tx, ['people']);
    return withPermissions(context.session, after);
  });
}

const wherePerson = (tx: BusinessTransaction, userId: number) =>
  and(tx.inTenant(users), eq(users.id, userId));

function refuseForeignChange({ session }: MemberContext, before: Profile, input: ProfileInput): void {
  if (!canEdit(session, before)) {
    throw forbidden(
      isManager(session)
        ? "Only an admin can change an admin's profile."
        : 'You can only change your own profile.',
    );
  }
  const { role = before.role, status = before.status } = input;
  if (role === before.role && status === before.status) return;
  if (before.id === session.userId) throw forbidden("You can't change your own role or status.");
  if (!canChangeStatus(session, before)) throw forbidden('Only managers can change a role or a status.');
  if (!canGrantRole(session, role)) throw forbidden('Only an admin can make someone an admin.');
}

interface StatusChange {
  before: Profile;
  after: Profile;
  plan: Awaited<ReturnType<typeof lockPlan>>;
}

/** Applies a new role or status: checks the limits, updates or ends the sessions. */
async function applyStatusChange(
  tx: BusinessTransaction,
  { before, after, plan }: StatusChange,
): Promise<void> {
  const { id: userId, role, status } = after;
  if (isActiveAdmin(before) && !isActiveAdmin(after)) await refuseLastAdmin(tx);
  if (countsTowardPlan(after) && !countsTowardPlan(before)) await refuseOverLimit(tx, plan);
  if (role !== before.role) await setSessionRole(tx, userId, role);
  if (status === before.status) return;
  // Of a person who is active again, a session that only sends notes.
  if (status === 'inactive' || before.status === 'inactive') await endSessions(tx, userId);
}

const isActiveAdmin = (person: Profile): boolean => person.role === 'admin' && person.status !== 'inactive';

/** Counts after the change; the business is locked. */
async function refuseLastAdmin(tx: BusinessTransaction): Promise<void> {
  const [row] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(tx.inTenant(users), eq(users.role, 'admin'), ne(users.status, 'inactive')));
  if (row?.count === 0) throw conflict('last_admin', 'A business needs at least one active admin.');
}

const FIELDS = Object.keys(ownProfileInput.shape) as (keyof ProfileInput)[];

/** Lists the changed fields without their contents. */
function toAuditEvent(before: Profile, after: Profile): AuditEvent {
  const { role, status } = after;
  const details = {
    changed: FIELDS.filter((field) => before[field] !== after[field]),
    ...(role === before.role ? {} : { role, roleBefore: before.role }),
    ...(status === before.status ? {} : { status, statusBefore: before.status }),
  };
  return { type: 'person.changed', id: after.id, label: fullNameOf(after), details };
}
