/** Guarded: adds authorizations, for a form with one and an import of many. */
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { nextIds } from '#platform/server/database/nextId.ts';
import { invalidField } from '#platform/server/errors.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudits } from '#platform/server/audit/record.ts';
import { todayOf } from '#platform/server/today.ts';
import { resolveFirstRates } from '#features/services/server/rates/reads.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import { toHundredths } from '#features/clients/decimalRules.ts';
import type { authorizationInput } from '#features/clients/authorizationContract.ts';
import type { UnitLedger } from '#features/clients/server/actions.ts';
import { lockBalances } from '#features/clients/server/balances/actions.ts';
import { resolvePayer } from '#features/clients/server/payers/actions.ts';
import { authorizations } from '#features/clients/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'service.added': { clientId: number; status: string; unitsAuthorized: string | null };
  }
}

type Row = typeof authorizations.$inferSelect;
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
  await lockBalances(tx, [...new Set(added.map(({ clientId }) => clientId))]);
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

/** The last day of an authorization that ends: today at the latest. */
export const toEndDate = ({ expiryDate }: Pick<Row, 'expiryDate'>, today: string): string =>
  expiryDate !== null && expiryDate < today ? expiryDate : today;

/** The end of an authorization with the status `expired`. */
export function toEnding(terms: Pick<Row, 'status' | 'expiryDate'>, today: string) {
  return terms.status === 'expired' ? { expiryDate: toEndDate(terms, today) } : {};
}

type Terms = Pick<
  Row,
  | 'status'
  | 'category'
  | 'startDate'
  | 'expiryDate'
  | 'unitsAuthorized'
  | 'unitsPerWeek'
  | 'unitsPerMonth'
  | 'rates'
>;
/** Fields of a request; undefined is omitted. */
type Sent<T> = { [Key in keyof T]?: T[Key] | undefined };
/** Terms that need a service. */
const OF_SERVICE = ['unitsAuthorized', 'unitsPerWeek', 'unitsPerMonth'] as const;

/**
 * @param input the fields of the request: a period that did not change may be an ended one
 * @throws 400 at the field
 */
export function refuseInvalidTerms(terms: Sent<Terms>, input: Sent<Terms> = terms): void {
  const { startDate, expiryDate, unitsPerWeek, unitsPerMonth } = terms;
  // An authorization that was ended before its first day has an earlier end.
  const isPeriodSent =
    input.status !== 'expired' && (input.startDate !== undefined || input.expiryDate !== undefined);
  if (isPeriodSent && startDate && expiryDate && expiryDate < startDate) {
    throw invalidField('expiryDate', "The expiry date can't be before the start date");
  }
  if (unitsPerWeek && unitsPerMonth && toHundredths(unitsPerWeek) > toHundredths(unitsPerMonth)) {
    throw invalidField('unitsPerWeek', "Units per week can't be more than units per month");
  }
  const field = OF_SERVICE.find((name) => terms[name] !== null && terms[name] !== undefined);
  const needsService =
    field ?? (terms.rates?.some(({ unitRate }) => unitRate !== null) ? 'unitRate' : undefined);
  if (needsService && terms.category === null) throw invalidField(needsService, 'Select a service first');
}
