/** Reads assignments by client, employee and period. */

import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import {
  byCreation,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { clientAssignments, pastAssignments } from './tables.ts';

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

const selectAssignments = (tx: BusinessTransaction) =>
  tx
    .select(columns)
    .from(clientAssignments)
    .innerJoin(clients, and(tx.inTenant(clients), eq(clients.id, clientAssignments.clientId)))
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, clientAssignments.employeeId)))
    .leftJoin(assigners, and(tx.inTenant(assigners), eq(assigners.id, clientAssignments.assignedBy)));

type Row = Awaited<ReturnType<typeof selectAssignments>>[number];

/** Removes the client's encrypted code and adds the name of the assigning user. */
function toAssignment({ assigner, client, ...row }: Row) {
  const { signatureCode, ...open } = client;
  return {
    ...row,
    client: { ...open, hasSignatureCode: signatureCode !== null },
    assignedByName: assigner && fullNameOf(assigner),
  };
}

const order = { at: clientAssignments.createdAt, id: clientAssignments.id };

/** One assignment of the business. @throws 404 */
export async function getAssignment(tx: BusinessTransaction, assignmentId: number) {
  const [row] = await selectAssignments(tx).where(
    and(tx.inTenant(clientAssignments), eq(clientAssignments.id, assignmentId)),
  );
  if (!row) throw notFound('This assignment does not exist.');
  return toAssignment(row);
}

/** A page of assignments that meet a condition, newest first. */
async function selectPage(tx: BusinessTransaction, condition: SQL | undefined, { limit, cursor }: PageQuery) {
  const matching = and(tx.inTenant(clientAssignments), condition);
  const rows = await selectAssignments(tx)
    .where(and(matching, whereAfterCursor(order, cursor)))
    .orderBy(...newestFirst(order))
    .limit(limit + 1);
  const page = wholePageOf({ rows, limit }, byCreation);
  return { ...page, rows: page.rows.map(toAssignment) };
}

/** The assignments of a client that the caller can see, newest first. */
export function listAssignmentsOfClient(context: MemberContext, clientId: number, query: PageQuery) {
  return readInBusiness(context, async (tx) => {
    const [, page] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      selectPage(tx, eq(clientAssignments.clientId, clientId), query),
    ]);
    return page;
  });
}

/** The employees assigned to a client that the caller can see, most recently assigned first. */
export function listEmployeesOfClient(context: MemberContext, clientId: number, query: PageQuery) {
  const isActive = and(eq(clientAssignments.clientId, clientId), eq(clientAssignments.status, 'active'));
  return readInBusiness(context, async (tx) => {
    const [, page] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      selectPage(tx, isActive, query),
    ]);
    return { ...page, rows: page.rows.map((row) => row.employee) };
  });
}

/**
 * Assignments, newest first: those of one employee; otherwise all for managers and their own for others. Employees
 * see only active ones.
 * @throws 403 when an employee requests a colleague's, 404 for an unknown person
 */
export function listAssignments(
  context: MemberContext,
  { employeeId, ...query }: PageQuery & { employeeId?: number | undefined },
) {
  const { session } = context;
  const manages = isManager(session);
  const ofEmployee = employeeId ?? (manages ? undefined : session.userId);
  return readInBusiness(context, async (tx) => {
    const [, page] = await Promise.all([
      ofEmployee === undefined || ofEmployee === session.userId
        ? undefined
        : checkAccess(tx, context, ofEmployee),
      selectPage(
        tx,
        and(
          ofEmployee === undefined ? undefined : eq(clientAssignments.employeeId, ofEmployee),
          manages ? undefined : eq(clientAssignments.status, 'active'),
        ),
        query,
      ),
    ]);
    return page;
  });
}

async function checkAccess(tx: BusinessTransaction, context: MemberContext, userId: number): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(tx.inTenant(users), eq(users.id, userId)));
  if (!person) throw notFound('This person does not exist.');
  if (!isManager(context.session)) throw forbidden('You can only see your own assignments.');
}

/** When someone was assigned to a client; `endedAt` is null for an assignment that has not ended. */
export interface AssignmentPeriod {
  clientId: number;
  employeeName: string;
  assignedAt: Date;
  endedAt: Date | null;
}

/** All assignments of clients, past ones included, the earliest first. */
export async function listAssignmentPeriods(
  tx: BusinessTransaction,
  clientIds: readonly number[],
): Promise<AssignmentPeriod[]> {
  const name = { username: users.username, firstName: users.firstName, lastName: users.lastName };
  const [current, past] = await Promise.all([
    tx
      .select({ clientId: clientAssignments.clientId, assignedAt: clientAssignments.createdAt, name })
      .from(clientAssignments)
      .innerJoin(users, and(tx.inTenant(users), eq(users.id, clientAssignments.employeeId)))
      .where(and(tx.inTenant(clientAssignments), inArray(clientAssignments.clientId, [...clientIds]))),
    tx
      .select({
        clientId: pastAssignments.clientId,
        assignedAt: pastAssignments.assignedAt,
        endedAt: pastAssignments.endedAt,
        name,
      })
      .from(pastAssignments)
      .innerJoin(users, and(tx.inTenant(users), eq(users.id, pastAssignments.employeeId)))
      .where(and(tx.inTenant(pastAssignments), inArray(pastAssignments.clientId, [...clientIds]))),
  ]);
  return [...current.map((row) => ({ ...row, endedAt: null })), ...past]
    .map(({ name: person, ...period }) => ({ ...period, employeeName: fullNameOf(person) }))
    .toSorted((a, b) => a.assignedAt.getTime() - b.assignedAt.getTime());
}
