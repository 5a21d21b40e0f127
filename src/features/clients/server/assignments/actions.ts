import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { clients } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { assignmentInput, clientAssignmentInput } from '#features/clients/assignmentContract.ts';
import { getAssignment } from './reads.ts';
import { clientAssignments, pastAssignments } from './tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'assignment.assigned': { clientId: number; employeeId: number };
    'assignment.ended': { clientId: number; employeeId: number };
  }
}

/** The label in the audit log. */
const labelAssignment = ({ employee, client }: Awaited<ReturnType<typeof getAssignment>>) =>
  `${fullNameOf(employee)} to ${client.contactName}`;

/** Assigns a client to an employee. @throws 404; 409 `person_inactive`, `already_assigned` */
export function assign(context: MemberContext, input: z.output<typeof assignmentInput>) {
  const { businessId, session, now } = context;
  const { clientId, employeeId } = input;
  return writeInBusiness(context, async (tx) => {
    await lockClientAndEmployee(tx, input);
    const [added] = await tx
      .insert(clientAssignments)
      .values({ ...input, businessId, assignedBy: session.userId, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: clientAssignments.id });
    if (!added) throw conflict('already_assigned', 'This employee is already assigned to this client.');
    const assignment = await getAssignment(tx, added.id);
    const details = { clientId, employeeId };
    recordAudit(tx, context, {
      type: 'assignment.assigned',
      id: added.id,
      label: labelAssignment(assignment),
      details,
    });
    publishChange(tx, ['assignments', 'clients']);
    return assignment;
  });
}

/** Assigns an employee to a client; a client in the body must be the one in the path. @throws 400 */
export function assignToClient(
  context: MemberContext,
  clientId: number,
  input: z.output<typeof clientAssignmentInput>,
) {
  if (input.clientId !== undefined && input.clientId !== clientId) {
    throw invalidField('clientId', 'The client is not the one of the address');
  }
  return assign(context, { ...input, clientId });
}

/** Ends an assignment by deleting its row. @throws 404 */
export function endAssignment(context: MemberContext, assignmentId: number): Promise<undefined> {
  return writeInBusiness(context, async (tx) => {
    const assignment = await getAssignment(tx, assignmentId);
    const [ended] = await deleteAssignments(tx, context, eq(clientAssignments.id, assignmentId));
    if (!ended) throw notFound('This assignment does not exist.');
    const { clientId, employeeId } = ended;
    recordAudit(tx, context, {
      type: 'assignment.ended',
      id: assignmentId,
      label: labelAssignment(assignment),
      details: { clientId, employeeId },
    });
    publishChange(tx, ['assignments', 'clients']);
    return undefined;
  });
}

/** Ends all assignments of a client, within the transaction that archives it. @returns how many */
export async function endAssignmentsOf(
  tx: BusinessTransaction,
  context: MemberContext,
  clientId: number,
): Promise<number> {
  return (await deleteAssignments(tx, context, eq(clientAssignments.clientId, clientId))).length;
}

/** Deletes assignments, and stores them as past ones for the checks of later notes about that time. */
async function deleteAssignments(tx: BusinessTransaction, { businessId, now }: MemberContext, which: SQL) {
  const ended = await tx
    .delete(clientAssignments)
    .where(and(tx.inTenant(clientAssignments), which))
    .returning({
      clientId: clientAssignments.clientId,
      employeeId: clientAssignments.employeeId,
      assignedAt: clientAssignments.createdAt,
    });
  const past = ended.map((assignment) => ({ businessId, createdAt: now, endedAt: now, ...assignment }));
  if (past.length > 0) await tx.insert(pastAssignments).values(past);
  return ended;
}

/** Locks both rows until the transaction ends, so that neither is archived in the meantime. */
async function lockClientAndEmployee(
  tx: BusinessTransaction,
  { clientId, employeeId }: { clientId: number; employeeId: number },
): Promise<void> {
  const [[client], [person]] = await Promise.all([
    tx
      .select({ id: clients.id })
      .from(clients)
      .where(and(tx.inTenant(clients), eq(clients.id, clientId), isNull(clients.archivedAt)))
      .for('share'),
    tx
      .select({ status: users.status })
      .from(users)
      .where(and(tx.inTenant(users), eq(users.id, employeeId)))
      .for('share'),
  ]);
  if (!client) throw notFound('This client does not exist.');
  if (!person) throw notFound('This person does not exist.');
  if (person.status === 'inactive') {
    throw conflict('person_inactive', 'An inactive employee cannot be assigned to a client.');
  }
}
