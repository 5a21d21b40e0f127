/** Guarded: adds authorizations, for a form with one and an import of many. */

import { and, count, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudits } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { nextIds } from '#platform/server/database/nextId.ts';
import { conflict, invalidField } from '#platform/server/errors.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import type { authorizationInput } from '#features/clients/authorizationContract.ts';
import { findTermsProblem, toEnding } from '#features/clients/authorizationTermRules.ts';
import { MAX_AUTHORIZATIONS } from '#features/clients/rules.ts';
import { resolveFirstRates } from '#features/services/server/rates/reads.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import type { UnitLedger } from './actions.ts';
import { lockBalances } from './balanceActions.ts';
import { resolvePayer } from './payers/actions.ts';
import { authorizations } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'service.added': { clientId: number; status: string; unitsAuthorized: string | null };
  }
}

type Input = Omit<z.output<typeof authorizationInput>, 'clientId' | 'serviceId' | 'category'>;

export interface NewAuthorization {
  /** The caller has checked that it is a client of the business. */
  clientId: number;
  service: Pick<ServiceRow, 'key' | 'name'> | null;
  input: Input;
}

/**
 * Adds authorizations; their units are purchases in the ledger.
 * @returns their ids, in their order @throws 400 at the field
 */
export async function addAuthorizations(
  tx: BusinessTransaction,
  context: MemberContext,
  {
    added,
    purchaseUnits,
  }: { added: readonly NewAuthorization[]; purchaseUnits: UnitLedger['purchaseUnits'] },
): Promise<number[]> {
  const clientIds = [...new Set(added.map(({ clientId }) => clientId))];
  await lockBalances(tx, clientIds);
  await refuseTooMany(tx, added, clientIds);
  const ids = await nextIds(tx, authorizations, added.length);
  const payerIds = new Map<string, number | null>();
  const rows = [];
  for (const [index, one] of added.entries())
    rows.push(await toRow(tx, context, { ...one, id: ids[index] ?? 0, payerIds }));
  await tx
    .insert(authorizations)
    .values(rows.map((row) => ({ ...row, unitsAuthorized: row.unitsAuthorized && '0.00' })));
  await purchaseUnits(
    tx,
    context,
    rows.flatMap(({ id: accountId, clientId, unitsAuthorized: total }) =>
      total === null ? [] : [{ clientId, accountId, total }],
    ),
  );
  recordAudits(
    tx,
    context,
    rows.map(({ id, clientId, status, unitsAuthorized, serviceName: label }) => ({
      type: 'service.added',
      id,
      label,
      details: { clientId, status, unitsAuthorized },
    })),
  );
  publishChange(tx, ['clients', 'units']);
  return ids;
}

/** The client's answer lists them. @throws 409 `too_many_authorizations` */
async function refuseTooMany(
  tx: BusinessTransaction,
  added: readonly NewAuthorization[],
  clientIds: readonly number[],
): Promise<void> {
  const stored = await tx
    .select({ clientId: authorizations.clientId, count: count() })
    .from(authorizations)
    .where(and(tx.inTenant(authorizations), inArray(authorizations.clientId, [...clientIds])))
    .groupBy(authorizations.clientId);
  const counts = new Map(stored.map((row) => [row.clientId, row.count]));
  for (const { clientId } of added) {
    const number = (counts.get(clientId) ?? 0) + 1;
    counts.set(clientId, number);
    if (number > MAX_AUTHORIZATIONS)
      throw conflict(
        'too_many_authorizations',
        `A client can have up to ${MAX_AUTHORIZATIONS} authorizations, including ended ones. Remove unused ones first.`,
      );
  }
}

/** @param payerIds the ids of payers that were resolved by their names */
async function toRow(
  tx: BusinessTransaction,
  context: MemberContext,
  {
    id,
    clientId,
    service,
    input,
    payerIds,
  }: NewAuthorization & { id: number; payerIds: Map<string, number | null> },
) {
  const { businessId, session, now } = context;
  const { serviceName = '', unitsAuthorized = null, payer, payerId, unitRate, ...fields } = input;
  const rates = resolveFirstRates(context, { rates: fields.rates, unitRate });
  const terms = { ...fields, rates, unitsAuthorized, category: service?.key ?? null };
  refuseInvalidTerms(terms);
  const name = payer ?? '';
  if (!payerIds.has(name))
    payerIds.set(name, (await resolvePayer(tx, context, { payer, payerId })).payerId ?? null);
  return {
    ...terms,
    ...toEnding(terms, todayOf(context)),
    ...(input.status === 'approved' && { approvedBy: session.userId, approvedDate: now }),
    id,
    businessId,
    clientId,
    serviceName: serviceName || (service?.name ?? ''),
    payerId: payerIds.get(name) ?? null,
    createdAt: now,
  };
}

/** @throws 400 at the field; as `findTermsProblem` */
export function refuseInvalidTerms(...terms: Parameters<typeof findTermsProblem>): void {
  const problem = findTermsProblem(...terms);
  if (problem) throw invalidField(problem.field, problem.message);
}
