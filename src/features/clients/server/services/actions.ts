/** The services that a client is approved for. */
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { clientServiceInput } from '#features/clients/contract.ts';
import { getService, getVisibleClient } from '#features/clients/server/reads.ts';
import { clientServices } from '#features/clients/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'service.added': { clientId: number; status: string };
    'service.removed': { clientId: number };
  }
}

/** Adds a service; an approved one stores who approved it and when. @throws 404; 400 for two different clients */
export function addService(
  context: MemberContext,
  clientId: number,
  input: z.output<typeof clientServiceInput>,
) {
  const { businessId, session, now } = context;
  if (input.clientId !== undefined && input.clientId !== clientId) {
    throw invalidField('clientId', 'The client is not the one of the address');
  }
  const approval = input.status === 'approved' ? { approvedBy: session.userId, approvedDate: now } : {};
  return writeInBusiness(context, async (tx) => {
    await getVisibleClient(tx, context, clientId);
    const [added] = await tx
      .insert(clientServices)
      .values({ ...input, ...approval, businessId, clientId, createdAt: now })
      .returning({ id: clientServices.id });
    if (!added) throw new Error('A service was not stored');
    const service = await getService(tx, added.id);
    const details = { clientId, status: input.status };
    const label = service.serviceName;
    recordAudit(tx, context, { type: 'service.added', id: added.id, label, details });
    publishChange(tx, ['clients']);
    return service;
  });
}

/** Removes a service from its client. @throws 404 */
export function removeService(context: MemberContext, serviceId: number): Promise<undefined> {
  return writeInBusiness(context, async (tx) => {
    const [removed] = await tx
      .delete(clientServices)
      .where(and(tx.inTenant(clientServices), eq(clientServices.id, serviceId)))
      .returning({ clientId: clientServices.clientId, label: clientServices.serviceName });
    if (!removed) throw notFound('This service does not exist.');
    const { label, ...details } = removed;
    recordAudit(tx, context, { type: 'service.removed', id: serviceId, label, details });
    publishChange(tx, ['clients']);
    return undefined;
  });
}
