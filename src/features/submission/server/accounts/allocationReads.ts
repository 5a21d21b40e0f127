/** Guarded: reads the accounts that the units of a note can be allocated to, and chooses one. */

import { and, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import { subtract } from '#platform/contract/decimals.ts';
import { endOfWeek, startOfWeek } from '#platform/contract/weeks.ts';
import { conflict, type AppError } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { listWeekStarts } from '#features/businesses/server/reads.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { isInForceOn } from '#features/clients/server/authorizations/reads.ts';
import { sumAuthorizations } from '#features/clients/server/balanceActions.ts';
import { authorizations, clientUnits } from '#features/clients/server/tables.ts';
import { whereUnitsDeducted } from '#features/notes/server/accounts/reads.ts';
import type { CheckSettings } from '#features/notes/server/public.ts';
import { notes } from '#features/notes/server/tables.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import {
  chooseAccount,
  describeRefusal,
  type Allocation,
  type InForce,
} from '#features/units/allocationRules.ts';

/** The visit whose units are allocated. */
export interface Visit {
  businessId: number;
  clientId: number;
  category: string;
  /** `YYYY-MM-DD` */
  workDate: string;
}

export type AuthorizationInForce = Awaited<ReturnType<typeof listInForce>>[number];

/** The general account of a client with the business's policy. */
export interface GeneralAccount {
  total: string;
  available: string;
  overusePolicy: 'allow' | 'block';
  /** Accepts a note that the client cannot sign. */
  allowUnsigned: boolean;
}

export interface AccountState {
  general: GeneralAccount & CheckSettings;
  inForce: AuthorizationInForce[];
}

/** The account of a note's units, with what else depends on it. */
export type NoteAllocation = Allocation & {
  /** The authorization that the note names. */
  authorization: AuthorizationInForce | null;
  /** The units of the account before the note. */
  total: string;
  used: string;
};

/**
 * Reads the accounts of a visit. A transaction that deducts units locks the client's balance first.
 * @returns null for an unknown client
 */
export async function readAccountState(tx: BusinessTransaction, visit: Visit): Promise<AccountState | null> {
  const [general, inForce] = await Promise.all([findGeneralAccount(tx, visit), listInForce(tx, visit)]);
  return general && { general, inForce };
}

async function findGeneralAccount(
  tx: BusinessTransaction,
  visit: Visit,
): Promise<AccountState['general'] | null> {
  const { businessId, clientId } = visit;
  const granted = (what: 'authorized' | 'available') => sumAuthorizations(businessId, sql`${clientId}`, what);
  const [row] = await tx
    .select({
      total: sql<string>`${clientUnits.totalTimeUnits} - ${granted('authorized')}`,
      available: sql<string>`${clientUnits.totalTimeUnits} - ${clientUnits.usedTimeUnits} - ${granted('available')}`,
      overusePolicy: businesses.overusePolicy,
      lateEntryHours: businesses.lateEntryHours,
      longDayHours: businesses.longDayHours,
      allowTwoEmployees: businesses.allowTwoEmployees,
      allowUnsigned: businesses.allowUnsigned,
    })
    .from(clientUnits)
    .innerJoin(businesses, eq(businesses.id, clientUnits.businessId))
    .where(and(tx.inTenant(clientUnits), eq(clientUnits.clientId, clientId)));
  return row ?? null;
}

/** The authorizations in force on the day of the visit. */
const listInForce = (tx: BusinessTransaction, { clientId, category, workDate }: Visit) =>
  tx
    .select({
      id: authorizations.id,
      reference: authorizations.reference,
      expiryDate: authorizations.expiryDate,
      rates: authorizations.rates,
      unitsAuthorized: authorizations.unitsAuthorized,
      unitsUsed: authorizations.unitsUsed,
      unitsPerWeek: authorizations.unitsPerWeek,
      unitsPerMonth: authorizations.unitsPerMonth,
    })
    .from(authorizations)
    .where(
      and(
        tx.inTenant(authorizations),
        eq(authorizations.clientId, clientId),
        eq(authorizations.category, category),
        isInForceOn(workDate),
      ),
    )
    .execute();

/**
 * Allocates the units of a visit to an account.
 * @param noteId the note that is edited, whose units do not count against the caps
 */
export async function allocateUnits(
  tx: BusinessTransaction,
  { general, inForce }: AccountState,
  { visit, service, units, noteId }: { visit: Visit; service: ServiceRow; units: string; noteId?: number },
): Promise<NoteAllocation> {
  const capped = inForce.filter(({ unitsPerWeek, unitsPerMonth }) => unitsPerWeek ?? unitsPerMonth);
  const used =
    capped.length === 0 ? [] : await sumPeriodUse(tx, { ids: capped.map(({ id }) => id), visit, noteId });
  const candidates = inForce.map((authorization): InForce => {
    const sums = used.find(({ id }) => id === authorization.id);
    return { ...authorization, usedInWeek: sums?.week ?? '0.00', usedInMonth: sums?.month ?? '0.00' };
  });
  const allocation = chooseAccount({
    units,
    inForce: candidates,
    generalAvailable: general.available,
    authorizationRequired: service.authorizationRequired,
    overusePolicy: general.overusePolicy,
  });
  return {
    ...allocation,
    ...getAccountUnits({ general, inForce }, allocation.accountId),
    authorization: inForce.find(({ id }) => id === allocation.authorizationId) ?? null,
  };
}

function getAccountUnits({ general, inForce }: AccountState, accountId: number | null) {
  const account = inForce.find(({ id }) => id === accountId);
  if (account) return { total: account.unitsAuthorized ?? '0.00', used: account.unitsUsed };
  return { total: general.total, used: subtract(general.total, general.available) };
}

/** The units that notes have used of authorizations in the week and in the month of a visit, by work date. */
async function sumPeriodUse(
  tx: BusinessTransaction,
  { ids, visit: { workDate }, noteId }: { ids: number[]; visit: Visit; noteId: number | undefined },
) {
  const weekStarts = await listWeekStarts(tx);
  const week = { from: startOfWeek(workDate, weekStarts), to: endOfWeek(workDate, weekStarts) };
  const month = { from: `${workDate.slice(0, 7)}-01`, to: `${workDate.slice(0, 7)}-31` };
  const sumIn = ({ from, to }: { from: string; to: string }) =>
    sql<string>`coalesce(sum(${notes.timeUnitsUsed}) filter
      (where ${notes.workDate}::text between ${from} and ${to}), 0)::numeric(10, 2)::text`;
  return tx
    .select({ id: sql<number>`${notes.authorizationId}`, week: sumIn(week), month: sumIn(month) })
    .from(notes)
    .where(
      and(
        tx.inTenant(notes),
        inArray(notes.authorizationId, ids),
        gte(notes.workDate, week.from < month.from ? week.from : month.from),
        // The month, and a week that ends in the next one.
        lte(notes.workDate, sql`(${month.from}::date + interval '1 month 6 days')::date`),
        whereUnitsDeducted(),
        noteId === undefined ? undefined : ne(notes.id, noteId),
      ),
    )
    .groupBy(notes.authorizationId);
}

interface Refused {
  visit: Pick<Visit, 'workDate'>;
  units: string;
  serviceName: string;
  clientName: string;
}

/** The refusal as a 409 in words; null when the note may be stored. */
export function toRefusal({ refusal }: Allocation, refused: Refused): AppError | null {
  if (!refusal) return null;
  const { visit, ...names } = refused;
  return conflict(refusal.code, describeRefusal(refusal, { ...names, workDate: visit.workDate }));
}
