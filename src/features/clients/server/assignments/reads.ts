import { and, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MemberContext } from '#platform/server/context.ts';
import { isManager } from '#platform/server/context.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { byName } from '#features/people/server/reads.ts';
import { users } from '#features/people/server/tables.ts';
import { clientAssignments } from './tables.ts';

const assigners = alias(users, 'assigners');

const employee = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  department: users.department,
};

const columns = {
  id: clientAssignments.id,
  clientId: clientAssignments.clientId,
  employeeId: clientAssignments.employeeId,
  assignedBy: clientAssignments.assignedBy,
  role: clientAssignments.role,
  status: clientAssignments.status,
  notes: clientAssignments.notes,
  createdAt: clientAssignments.createdAt,
  employee,
  assigner: {
    username: assigners.username,
    firstName: assigners.firstName,
    lastName: assigners.lastName,
  },
  client: {
    id: clients.id,
    companyName: clients.companyName,
    contactName: clients.contactName,
    email: clients.email,
    phone: clients.phone,
    address: clients.address,
    status: clients.status,
    signatureCode: clients.signatureCode,
  },
};

const ofBusiness = (tx: BusinessTransaction, businessId: number) =>
  tx
    .select(columns)
    .from(clientAssignments)
    .innerJoin(clients, and(eq(clients.businessId, businessId), eq(clients.id, clientAssignments.clientId)))
    .innerJoin(users, and(eq(users.businessId, businessId), eq(users.id, clientAssignments.employeeId)))
    .leftJoin(
      assigners,
      and(eq(assigners.businessId, businessId), eq(assigners.id, clientAssignments.assignedBy)),
    );

type Row = Awaited<ReturnType<typeof ofBusiness>>[number];

/** The assignment as it leaves the server: the client's sealed code stays behind. */
function toAssignment({ assigner, client, ...row }: Row) {
  const { signatureCode, ...open } = client;
  return {
    ...row,
    client: { ...open, hasSignatureCode: signatureCode !== null },
    assignedByName: assigner && fullNameOf(assigner),
  };
}

const newestFirst = [desc(clientAssignments.createdAt), desc(clientAssignments.id)];

/** One assignment of the business. @throws 404 */
export async function getAssignment(tx: BusinessTransaction, businessId: number, assignmentId: number) {
  const [row] = await ofBusiness(tx, businessId).where(
    and(eq(clientAssignments.businessId, businessId), eq(clientAssignments.id, assignmentId)),
  );
  if (!row) throw notFound('This assignment does not exist.');
  return toAssignment(row);
}

/** Who is assigned to a client that the caller can see, newest first. */
export function listAssignmentsOfClient(context: MemberContext, clientId: number) {
  const { businessId } = context;
  return readInBusiness(context, async (tx) => {
    const [, rows] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      ofBusiness(tx, businessId)
        .where(and(eq(clientAssignments.businessId, businessId), eq(clientAssignments.clientId, clientId)))
        .orderBy(...newestFirst),
    ]);
    return rows.map(toAssignment);
  });
}

/** The employees assigned to a client that the caller can see, by name. */
export function listEmployeesOfClient(context: MemberContext, clientId: number) {
  const { businessId } = context;
  return readInBusiness(context, async (tx) => {
    const [, rows] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      tx
        .select(employee)
        .from(clientAssignments)
        .innerJoin(users, and(eq(users.businessId, businessId), eq(users.id, clientAssignments.employeeId)))
        .where(
          and(
            eq(clientAssignments.businessId, businessId),
            eq(clientAssignments.clientId, clientId),
            eq(clientAssignments.status, 'active'),
          ),
        )
        .orderBy(...byName),
    ]);
    return rows;
  });
}

/**
 * The assignments of one person, newest first; without a person all of the business for managers and
 * the own ones for others. Employees see the ones that count.
 * @throws 403 for a colleague's asked by an employee, 404 for a person who is not of the business
 */
export function listAssignments(context: MemberContext, employeeId?: number) {
  const { businessId, session } = context;
  const manages = isManager(session);
  const whose = employeeId ?? (manages ? undefined : session.userId);
  return readInBusiness(context, async (tx) => {
    const [, rows] = await Promise.all([
      whose === undefined || whose === session.userId ? undefined : refuseForeign(tx, context, whose),
      ofBusiness(tx, businessId)
        .where(
          and(
            eq(clientAssignments.businessId, businessId),
            whose === undefined ? undefined : eq(clientAssignments.employeeId, whose),
            manages ? undefined : eq(clientAssignments.status, 'active'),
          ),
        )
        .orderBy(...newestFirst),
    ]);
    return rows.map(toAssignment);
  });
}

async function refuseForeign(tx: BusinessTransaction, context: MemberContext, userId: number): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.businessId, context.businessId), eq(users.id, userId)));
  if (!person) throw notFound('This person does not exist.');
  if (!isManager(context.session)) throw forbidden('You can only see your own assignments.');
}
