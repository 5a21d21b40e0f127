/** Assigns employees to clients, and ends assignments. */

import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit, recordAudits } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { nextIds } from '#platform/server/database/nextId.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { assignmentInput, clientAssignmentInput } from '#features/clients/assignmentContract.ts';
import { clients } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { getAssignment } from './reads.ts';
import { clientAssignments, pastAssignments } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'assignment.assigned': { clientId: number; employeeId: number };
    'assignment.ended': { clientId: number; employeeId: number };
  }
}

type Labeled = {
  employee: Parameters<typeof fullNameOf>[0];
  client: { contactName: string };
};

/** The label in the audit log. */
const labelAssignment = ({ employee, client }: Labeled) => `${fullNameOf(employee)} to ${client.contactName}`;

/** Assigns a client to an employee. @throws 404; 409 `person_inactive`, `already_assigned` */
export function assign(context: MemberContext, input: z.output<typeof assignmentInput>) {
  return writeInBusiness(context, async (tx) => {
    const [id = 0] = await addAssignments(tx, context, [input]);
    return getAssignment(tx, id);
  });
}

/** Assigns clients to employees. @returns the ids of the assignments, in their order @throws as `assign` */
export async function addAssignments(
  tx: BusinessTransaction,
  context: MemberContext,
  inputs: readonly z.output<typeof assignmentInput>[],
): Promise<number[]> {
  const { businessId, session, now } = context;
  const labels = await lockClientsAndEmployees(tx, inputs);
  const ids = await nextIds(tx, clientAssignments, inputs.length);
  const rows = inputs.map((input, index) => ({
    ...input,
    id: ids[index] ?? 0,
    businessId,
    assignedBy: session.userId,
    createdAt: now,
  }));
  const added = await tx
    .insert(clientAssignments)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: clientAssignments.id });
  if (added.length < rows.length)
    throw conflict('already_assigned', 'This employee is already assigned to this client.');
  recordAudits(
    tx,
    context,
    rows.map(({ id, clientId, employeeId }, index) => ({
      type: 'assignment.assigned',
      id,
      label: labels[index] ?? null,
      details: { clientId, employeeId },
    })),
  );
  publishChange(tx, ['assignments', 'clients']);
  return ids;
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

/**
 * Locks the rows until the transaction ends, so that none is archived in the meantime.
 * @returns the labels of the assignments, in their order
 */
async function lockClientsAndEmployees(
  tx: BusinessTransaction,
  inputs: readonly { clientId: number; employeeId: number }[],
): Promise<string[]> {
  const idsOf = (field: 'clientId' | 'employeeId') => [...new Set(inputs.map((input) => input[field]))];
  const [clientRows, people] = await Promise.all([
    tx
      .select({ id: clients.id, contactName: clients.contactName })
      .from(clients)
      .where(and(tx.inTenant(clients), inArray(clients.id, idsOf('clientId')), isNull(clients.archivedAt)))
      .orderBy(asc(clients.id))
      .for('share'),
    tx
      .select({
        id: users.id,
        status: users.status,
        username: users.username,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(users)
      .where(and(tx.inTenant(users), inArray(users.id, idsOf('employeeId'))))
      .orderBy(asc(users.id))
      .for('share'),
  ]);
  const clientById = new Map(clientRows.map((row) => [row.id, row]));
  const personById = new Map(people.map((row) => [row.id, row]));
  return inputs.map(({ clientId, employeeId }) => {
    const [client, employee] = [clientById.get(clientId), personById.get(employeeId)];
    if (!client) throw notFound('This client does not exist.');
    if (!employee) throw notFound('This person does not exist.');
    if (employee.status === 'inactive')
      throw conflict('person_inactive', 'An inactive employee cannot be assigned to a client.');
    return labelAssignment({ employee, client });
  });
}
