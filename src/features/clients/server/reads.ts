import { and, count, desc, eq, exists, getTableColumns, isNull, sql } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { clientAssignments } from './assignments/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { clientRights, maySeeCode } from './policy.ts';
import { clients, clientServices, clientUnits } from './tables.ts';

const { businessId: _business, archivedAt: _archived, ...ofItself } = getTableColumns(clients);
const columns = {
  ...ofItself,
  totalTimeUnits: clientUnits.totalTimeUnits,
  usedTimeUnits: clientUnits.usedTimeUnits,
  availableTimeUnits: sql<string>`${clientUnits.totalTimeUnits} - ${clientUnits.usedTimeUnits}`,
};

const whereOwnAssignment = (tx: BusinessTransaction, { session }: MemberContext) =>
  and(
    tx.inTenant(clientAssignments),
    eq(clientAssignments.employeeId, session.userId),
    eq(clientAssignments.status, 'active'),
  );

/** The clients that the caller can see: all that are not archived, or only the assigned ones. */
export function selectVisibleClients(tx: BusinessTransaction, context: MemberContext) {
  const assigned = tx
    .select({ id: clientAssignments.id })
    .from(clientAssignments)
    .where(and(whereOwnAssignment(tx, context), eq(clientAssignments.clientId, clients.id)));
  return and(
    tx.inTenant(clients),
    isNull(clients.archivedAt),
    isManager(context.session) ? undefined : exists(assigned),
  );
}

const withUnits = (tx: BusinessTransaction) =>
  tx
    .select(columns)
    .from(clients)
    .innerJoin(clientUnits, and(tx.inTenant(clientUnits), eq(clientUnits.clientId, clients.id)));

export type ClientRow = Awaited<ReturnType<typeof withUnits>>[number];

/**
 * A client as stored, with its code encrypted.
 * @throws 404 when the caller cannot see it: archived, not assigned to them, or of another business
 */
export async function getVisibleClient(
  tx: BusinessTransaction,
  context: MemberContext,
  clientId: number,
): Promise<ClientRow> {
  const [row] = await withUnits(tx).where(and(selectVisibleClients(tx, context), eq(clients.id, clientId)));
  if (!row) throw notFound('This client does not exist.');
  return row;
}

/**
 * Locks a client and the caller's assignment to it, so that neither can end. Row locks are writes, so this is only for
 * transactions that write anyway.
 * @returns null where `getVisibleClient` throws
 */
export async function lockVisibleClient(
  tx: BusinessTransaction,
  context: MemberContext,
  clientId: number,
): Promise<Pick<ClientRow, 'status'> | null> {
  const [[client], [assigned]] = await Promise.all([
    tx
      .select({ status: clients.status })
      .from(clients)
      .where(and(tx.inTenant(clients), eq(clients.id, clientId), isNull(clients.archivedAt)))
      .for('share'),
    tx
      .select({ id: clientAssignments.id })
      .from(clientAssignments)
      .where(and(whereOwnAssignment(tx, context), eq(clientAssignments.clientId, clientId)))
      .for('share'),
  ]);
  return client && (assigned || isManager(context.session)) ? client : null;
}

/** Binds an encrypted code to its client, so that it can't be decrypted for another one. */
export const codePurpose = (businessId: number, clientId: number): string =>
  `client-code:${businessId}:${clientId}`;

/** The client as the caller may see it, with what they may do with it. */
export function toClient({ services, businessId, session }: MemberContext, row: ClientRow) {
  const { signatureCode: sealed, ...fields } = row;
  return {
    ...fields,
    hasSignatureCode: sealed !== null,
    signatureCode:
      sealed !== null && maySeeCode(session)
        ? services.secrets.open(codePurpose(businessId, row.id), sealed)
        : null,
    can: clientRights(session, row),
  };
}

/** All clients for managers, the assigned ones for others; newest first. */
export async function listClients(
  context: MemberContext,
  filter: { status?: ClientRow['status'] | undefined },
) {
  const rows = await readInBusiness(context, (tx) =>
    withUnits(tx)
      .where(and(selectVisibleClients(tx, context), filter.status && eq(clients.status, filter.status)))
      .orderBy(desc(clients.createdAt), desc(clients.id)),
  );
  return rows.map((row) => toClient(context, row));
}

export const readClient = async (context: MemberContext, clientId: number) =>
  toClient(context, await readInBusiness(context, (tx) => getVisibleClient(tx, context, clientId)));

const selectServices = (tx: BusinessTransaction) =>
  tx
    .select({
      id: clientServices.id,
      clientId: clientServices.clientId,
      serviceName: clientServices.serviceName,
      serviceDescription: clientServices.serviceDescription,
      status: clientServices.status,
      approvedBy: clientServices.approvedBy,
      approver: { username: users.username, firstName: users.firstName, lastName: users.lastName },
      approvedDate: clientServices.approvedDate,
      expiryDate: clientServices.expiryDate,
      notes: clientServices.notes,
      createdAt: clientServices.createdAt,
    })
    .from(clientServices)
    .leftJoin(users, and(tx.inTenant(users), eq(users.id, clientServices.approvedBy)));

/** The services of a client that the caller can see, newest first. */
export function listServices(context: MemberContext, clientId: number) {
  return readInBusiness(context, async (tx) => {
    const [, rows] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      selectServices(tx)
        .where(and(tx.inTenant(clientServices), eq(clientServices.clientId, clientId)))
        .orderBy(desc(clientServices.createdAt), desc(clientServices.id)),
    ]);
    return rows.map(withApproverName);
  });
}

/** One service of the business. @throws 404 */
export async function getService(tx: BusinessTransaction, serviceId: number) {
  const [row] = await selectServices(tx).where(
    and(tx.inTenant(clientServices), eq(clientServices.id, serviceId)),
  );
  if (!row) throw notFound('This service does not exist.');
  return withApproverName(row);
}

type ServiceRow = Awaited<ReturnType<typeof selectServices>>[number];

const withApproverName = ({ approver, ...row }: ServiceRow) => ({
  ...row,
  approvedByName: approver && fullNameOf(approver),
});

/** Counts the clients that the plan limits: the active ones. */
export async function countActiveClients(tx: BusinessTransaction): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(clients)
    .where(and(tx.inTenant(clients), eq(clients.status, 'active'), isNull(clients.archivedAt)));
  return row?.count ?? 0;
}
