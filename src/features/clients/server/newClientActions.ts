/** Adds clients, for a form with one and an import of many. */

import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudits } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { nextIds } from '#platform/server/database/nextId.ts';
import { conflict } from '#platform/server/errors.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { PlanLimits } from '#features/businesses/rules.ts';
import { lockPlan } from '#features/businesses/server/actions.ts';
import type { clientInput } from '#features/clients/contract.ts';
import type { Actor } from './balanceActions.ts';
import { codePurpose, countActiveClients, type ClientRow } from './reads.ts';
import { clients, inactivePeriods } from './tables.ts';

type Status = ClientRow['status'];

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'client.created': Pick<ClientRow, 'status' | 'totalTimeUnits'> & { signatureCode: boolean };
  }
}

/** Opens the ledgers of new clients; implemented in a later feature and injected by `app`. */
export type OpenUnits = (
  tx: BusinessTransaction,
  actor: Actor,
  bought: readonly { clientId: number; total: string }[],
) => Promise<void>;

/**
 * Adds clients with the purchased units and encrypted signature codes.
 * @returns their ids, in the order of the inputs @throws 409 `plan_limit_reached`
 */
export async function addClients(
  tx: BusinessTransaction,
  context: MemberContext,
  { inputs, openUnits }: { inputs: readonly z.output<typeof clientInput>[]; openUnits: OpenUnits },
): Promise<number[]> {
  const { businessId, now } = context;
  const plan = await lockPlan(tx, businessId);
  const ids = await nextIds(tx, clients, inputs.length);
  const added = inputs.map(({ totalTimeUnits, signatureCode, ...fields }, index) => {
    const id = ids[index] ?? 0;
    const row = { ...fields, businessId, id, createdAt: now, updatedAt: now };
    return { row: { ...row, signatureCode: encryptCode(context, id, signatureCode) }, totalTimeUnits };
  });
  await tx.insert(clients).values(added.map(({ row }) => row));
  await openUnits(
    tx,
    context,
    added.map(({ row: { id: clientId }, totalTimeUnits: total }) => ({ clientId, total })),
  );
  const inactive = added.filter(({ row }) => row.status === 'inactive');
  if (inactive.length > 0)
    await tx
      .insert(inactivePeriods)
      .values(inactive.map(({ row }) => ({ businessId, clientId: row.id, startedAt: now, createdAt: now })));
  if (inactive.length < added.length) await refuseOverLimit(tx, plan);
  recordAudits(
    tx,
    context,
    added.map(({ row: { id, companyName, status, signatureCode }, totalTimeUnits }) => ({
      type: 'client.created',
      id,
      label: companyName,
      details: { status, totalTimeUnits, signatureCode: signatureCode !== null },
    })),
  );
  publishChange(tx, ['clients', 'units']);
  return ids;
}

/** Begins or ends a period in which the client is inactive, for the checks of later notes about that time. */
export async function recordStatus(
  tx: BusinessTransaction,
  { businessId, now }: MemberContext,
  { id: clientId, before, status = before }: { id: number; before: Status; status: Status | undefined },
): Promise<void> {
  if (status === before) return;
  if (status === 'inactive') {
    await tx.insert(inactivePeriods).values({ businessId, clientId, startedAt: now, createdAt: now });
    return;
  }
  await tx
    .update(inactivePeriods)
    .set({ endedAt: now })
    .where(
      and(
        tx.inTenant(inactivePeriods),
        eq(inactivePeriods.clientId, clientId),
        isNull(inactivePeriods.endedAt),
      ),
    );
}

/** Encrypts the signature code of a client; null for none. */
export const encryptCode = ({ services, businessId }: MemberContext, clientId: number, code: string | null) =>
  code === null ? null : services.secrets.encrypt(codePurpose(businessId, clientId), code);

/** Counts after the change; the business must be locked. @throws 409 `plan_limit_reached` */
export async function refuseOverLimit(tx: BusinessTransaction, plan: PlanLimits): Promise<void> {
  if (plan.clients === null || (await countActiveClients(tx)) <= plan.clients) return;
  throw conflict(
    'plan_limit_reached',
    `The ${plan.plan} plan allows up to ${plan.clients} active clients. Change the plan to add more.`,
  );
}
