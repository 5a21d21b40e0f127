/** Guarded: authorizations and their units. The client's balance is locked before any of its authorizations. */

import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { signOf, subtract } from '#platform/contract/decimals.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import {
  publishChange,
  readInBusiness,
  writeInBusiness,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import type { authorizationChange, authorizationInput } from '#features/clients/authorizationContract.ts';
import { toEndDate, toEnding } from '#features/clients/authorizationTermRules.ts';
import type { UnitLedger } from '#features/clients/server/actions.ts';
import { lockBalances } from '#features/clients/server/balanceActions.ts';
import { addAuthorizations, refuseInvalidTerms } from '#features/clients/server/newAuthorizationActions.ts';
import { resolvePayer } from '#features/clients/server/payers/actions.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import type { Rate } from '#features/services/rateContract.ts';
import { applyConfirmedRates, type VisitRates } from '#features/services/server/rates/actions.ts';
import { resolveRates } from '#features/services/server/rates/reads.ts';
import { getActiveService, getServiceById } from '#features/services/server/reads.ts';
import { getAuthorization } from './reads.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'service.changed': {
      clientId: number;
      changed: string[];
      unitsAuthorized: string | null;
      rates?: Rate[];
      /** How many are billed at new rates. */
      visits?: number;
    };
    'service.ended': { clientId: number; expiryDate: string };
    'service.removed': { clientId: number };
  }
}

type Row = typeof authorizations.$inferSelect;
type Input = z.output<typeof authorizationInput>;
type Change = z.output<typeof authorizationChange>;

/** Implemented in later features and injected by `app`. */
export interface AuthorizationLedger
  extends
    Pick<UnitLedger, 'changeTotal' | 'purchaseUnits' | 'readForecasts' | 'sendUsageAlerts'>,
    VisitRates {
  /** Searches ledger entries and notes for a reference to the authorization. */
  isAuthorizationUsed: (tx: BusinessTransaction, authorizationId: number) => Promise<boolean>;
}

/**
 * Adds an authorization; its units are a purchase in the ledger. An approved one stores who approved it and when.
 * @throws 404; 400 at the field, also for two different clients or services
 */
export function addAuthorization(
  context: MemberContext,
  { clientId, input }: { clientId: number; input: Input },
  ledger: AuthorizationLedger,
) {
  const { clientId: named, serviceId, category, ...fields } = input;
  if (named !== undefined && named !== clientId) {
    throw invalidField('clientId', 'The client is not the one of the address');
  }
  return writeInBusiness(context, async (tx) => {
    await getVisibleClient(tx, context, clientId);
    const service = await findService(tx, { serviceId, category });
    const [authorizationId = 0] = await addAuthorizations(tx, context, {
      added: [{ clientId, service, input: fields }],
      purchaseUnits: ledger.purchaseUnits,
    });
    return getAuthorization(tx, context, { authorizationId, readForecasts: ledger.readForecasts });
  });
}

/**
 * Changes the fields in the request. A change of the units is an adjustment in the ledger; a shorter period moves no
 * note.
 * @throws 404; 400 at the field; 409 `authorization_in_use` for another service, or without units, after it was used
 */
export function changeAuthorization(
  context: MemberContext,
  { authorizationId, input }: { authorizationId: number; input: Change },
  ledger: AuthorizationLedger,
) {
  return writeInBusiness(context, async (tx) => {
    const before = await lockAuthorization(tx, authorizationId);
    const {
      serviceId,
      category,
      unitsAuthorized = before.unitsAuthorized,
      payer,
      payerId,
      unitRate,
      affectedVisits: confirmed,
      ...others
    } = input;
    const rates = resolveRates(context, before.rates, { rates: others.rates, unitRate });
    const fields = { ...others, rates };
    const isServiceSent = serviceId !== undefined || category !== undefined;
    const service = isServiceSent ? await findService(tx, { serviceId, category }, before.category) : null;
    const key = isServiceSent ? (service?.key ?? null) : before.category;
    const terms = { ...before, ...withoutUndefined(fields), unitsAuthorized, category: key };
    refuseInvalidTerms(terms, input);
    if (key !== before.category && (await ledger.isAuthorizationUsed(tx, authorizationId))) {
      throw inUse('the service');
    }
    if (unitsAuthorized === null && signOf(before.unitsUsed) !== 0) throw inUse('the number of units');
    const approval =
      terms.status === 'approved' && before.status !== 'approved'
        ? { approvedBy: context.session.userId, approvedDate: context.now }
        : {};
    const ending = toEnding(terms, todayOf(context));
    const { serviceName = service?.name ?? before.serviceName } = fields;
    await tx
      .update(authorizations)
      .set({
        ...withoutUndefined(fields),
        ...(await resolvePayer(tx, context, { payer, payerId })),
        ...approval,
        ...ending,
        category: key,
        serviceName,
        unitsAuthorized: before.unitsAuthorized ?? (unitsAuthorized && '0.00'),
      })
      .where(whereAuthorization(tx, authorizationId));
    const change = { authorizationId, before: before.rates, after: rates };
    const visits = await applyConfirmedRates(tx, context, {
      change,
      confirmed,
      applyRates: ledger.applyRates,
    });
    await applyUnits(tx, context, { before, unitsAuthorized, ledger });
    const { readForecasts } = ledger;
    return recordChange(tx, context, { authorizationId, changed: Object.keys(input), visits, readForecasts });
  });
}

/** Stores another number of units: a purchase or an adjustment in the ledger, and alerts. */
async function applyUnits(
  tx: BusinessTransaction,
  context: MemberContext,
  {
    before,
    unitsAuthorized,
    ledger,
  }: { before: Row; unitsAuthorized: string | null; ledger: AuthorizationLedger },
): Promise<void> {
  const { id: authorizationId, clientId, unitsUsed: used } = before;
  const delta = subtract(unitsAuthorized ?? '0', before.unitsAuthorized ?? '0');
  const kind = before.unitsAuthorized === null ? ('purchase' as const) : ('adjustment' as const);
  const change = { clientId, accountId: authorizationId, kind, reason: null };
  if (signOf(delta) !== 0) await ledger.changeTotal(tx, context, { ...change, delta });
  if (unitsAuthorized === null) {
    await tx.update(authorizations).set({ unitsAuthorized }).where(whereAuthorization(tx, authorizationId));
    return;
  }
  // Also without a change of the units, because a new period allows new alerts.
  await ledger.sendUsageAlerts(tx, context, { clientId, authorizationId, total: unitsAuthorized, used });
}

/** Previews the effect of new rates. @throws 404 */
export const previewAuthorizationRates = (
  context: MemberContext,
  { authorizationId, rates }: { authorizationId: number; rates: Rate[] },
  { previewRates }: Pick<VisitRates, 'previewRates'>,
) =>
  readInBusiness(context, async (tx) => {
    const [row] = await tx
      .select({ before: authorizations.rates })
      .from(authorizations)
      .where(whereAuthorization(tx, authorizationId));
    if (!row) throw createUnknownError();
    const after = resolveRates(context, row.before, { rates });
    return previewRates(tx, context, { authorizationId, before: row.before, after });
  });

/** Ends an authorization today, or removes it when it was never used. Does nothing to one that has ended. @throws 404 */
export function removeAuthorization(
  context: MemberContext,
  authorizationId: number,
  { isAuthorizationUsed }: Pick<AuthorizationLedger, 'isAuthorizationUsed'>,
): Promise<undefined> {
  return writeInBusiness<undefined>(context, async (tx) => {
    const { clientId, serviceName: label, ...before } = await lockAuthorization(tx, authorizationId);
    const today = todayOf(context);
    const where = whereAuthorization(tx, authorizationId);
    if (await isAuthorizationUsed(tx, authorizationId)) {
      const status = 'expired' as const;
      const expiryDate = toEndDate(before, today);
      if (before.status === status && before.expiryDate === expiryDate) return;
      await tx.update(authorizations).set({ status, expiryDate }).where(where);
      const details = { clientId, expiryDate };
      recordAudit(tx, context, { type: 'service.ended', id: authorizationId, label, details });
    } else {
      await tx.delete(authorizations).where(where);
      recordAudit(tx, context, {
        type: 'service.removed',
        id: authorizationId,
        label,
        details: { clientId },
      });
    }
    publishChange(tx, ['clients', 'units']);
  });
}

/** Records a change of the fields `changed`. @returns the authorization as it is now */
async function recordChange(
  tx: BusinessTransaction,
  context: MemberContext,
  done: {
    authorizationId: number;
    changed: string[];
    visits: number;
    readForecasts: UnitLedger['readForecasts'];
  },
) {
  const { authorizationId: id, changed, visits } = done;
  const authorization = await getAuthorization(tx, context, done);
  const { clientId, unitsAuthorized, rates, serviceName: label } = authorization;
  const areRatesSent = changed.includes('rates') || changed.includes('unitRate');
  const details = {
    clientId,
    changed: changed.filter((field) => field !== 'affectedVisits'),
    unitsAuthorized,
    ...(areRatesSent && rates && { rates }),
    ...(visits > 0 && { visits }),
  };
  recordAudit(tx, context, { type: 'service.changed', id, label, details });
  publishChange(tx, ['clients', 'units']);
  return authorization;
}

/** The service of the business; null when none is sent. @throws 400 at the field, also for two different ones */
async function findService(
  tx: BusinessTransaction,
  { serviceId, category }: Pick<Change, 'serviceId' | 'category'>,
  current?: string | null,
) {
  if (!serviceId && !category) return null;
  const byId = serviceId ? await getServiceById(tx, serviceId) : null;
  if (byId && category && byId.key !== category) {
    throw invalidField('serviceId', 'serviceId and category must name the same service');
  }
  return getActiveService(tx, byId?.key ?? category ?? '', current ?? undefined);
}

/** Locks the client's balance, then the authorization. @throws 404 */
async function lockAuthorization(tx: BusinessTransaction, authorizationId: number): Promise<Row> {
  const where = whereAuthorization(tx, authorizationId);
  const [row] = await tx.select({ clientId: authorizations.clientId }).from(authorizations).where(where);
  if (row) await lockBalances(tx, [row.clientId]);
  const [locked] = await tx.select().from(authorizations).where(where).for('no key update');
  if (!locked) throw createUnknownError();
  return locked;
}

const createUnknownError = () => notFound('This authorization does not exist.');

const whereAuthorization = (tx: BusinessTransaction, id: number) =>
  and(tx.inTenant(authorizations), eq(authorizations.id, id));

const inUse = (what: string) =>
  conflict(
    'authorization_in_use',
    `You can't change ${what} of an authorization that has been used. End it and add a new one.`,
  );

function withoutUndefined<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
