/** Guarded: changes the settings of a business. */

import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { dayInZone } from '#platform/contract/zone.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { businessSettings } from '#features/businesses/contract.ts';
import { changeOvertimeLimit } from '#features/businesses/overtimeLimitRules.ts';
import { changeTimeZone } from '#features/businesses/timeZoneRules.ts';
import { changeWeekStart } from '#features/businesses/weekStartRules.ts';
import { lockBusiness, type BusinessRow } from './actions.ts';
import { lockPeriod, lockPeriodExclusively } from './periodActions.ts';
import { getBusinessSettings, listWeekStarts } from './reads.ts';
import { businesses, weekStarts } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'business.changed': {
      changed: string[];
      weekStart: number;
      /** The day from which `weekStart` counts; null if it was never changed. */
      weekStartFrom: string | null;
      /** The days from which time zone and overtime limit hold; null if they were never changed. */
      timeZoneFrom: string | null;
      overtimeFrom: string | null;
    } & Pick<
      BusinessRow,
      | 'timeZone'
      | 'overusePolicy'
      | 'lateEntryHours'
      | 'longDayHours'
      | 'allowTwoEmployees'
      | 'allowUnsigned'
      | 'offlineHours'
      | 'overtimeAfterHours'
      | 'receiptShowsText'
      | 'paperSize'
      | 'currency'
      | 'taxRate'
      | 'paymentTermDays'
      | 'invoiceNumberFormat'
    >;
  }
}

const CHECK_SETTINGS = ['lateEntryHours', 'longDayHours', 'allowTwoEmployees'] as const;

/** Settings that the checks of notes depend on. */
type CheckSettings = Pick<BusinessRow, (typeof CHECK_SETTINGS)[number]>;

/** Updates the checks of notes without a decision in the transaction that changes their settings. */
export type UpdateChecks = (
  tx: BusinessTransaction,
  context: MemberContext,
  settings: { before: CheckSettings; after: CheckSettings },
) => Promise<void>;

/** Returns whether the business has any note, including deleted ones. */
export type HasNotes = (tx: BusinessTransaction) => Promise<boolean>;

/**
 * Changes the settings of the caller's business; omitted fields keep their values. No change moves what was signed,
 * exported or closed before (docs/settings.md).
 */
export function changeBusiness(
  context: MemberContext,
  input: z.output<typeof businessSettings>,
  { updateChecks, hasNotes }: { updateChecks: UpdateChecks; hasNotes: HasNotes },
) {
  return writeInBusiness(context, async (tx) => {
    const changed = Object.entries(input).filter(([, value]) => value !== undefined);
    const { weekStart, ...fields } = Object.fromEntries(changed) as typeof input;
    const before = await lockBusiness(tx, context.businessId);
    const dated = await planChanges(tx, context, { before, fields, hasNotes });
    const after = { ...before, ...fields, ...dated } as BusinessRow;
    const changesChecks = CHECK_SETTINGS.some((name) => input[name] !== undefined);
    if (changesChecks) {
      // Waits for the writes of notes in progress, which have read these settings; later ones wait for the new settings.
      await lockPeriodExclusively(tx);
      await updateChecks(tx, context, { before, after });
    }
    if (weekStart !== undefined) await setWeekStart(tx, context, { weekStart, timeZone: after.timeZone });
    // Last, because all businesses may wait for this table (docs/decisions/047).
    await tx
      .update(businesses)
      .set({ ...fields, ...dated, updatedAt: context.now })
      .where(eq(businesses.id, context.businessId));
    const settings = await getBusinessSettings(tx, context);
    const { timeZone, overusePolicy, lateEntryHours, longDayHours, allowTwoEmployees } = settings;
    const { allowUnsigned, offlineHours, overtimeAfterHours, receiptShowsText, paperSize } = settings;
    const { currency, taxRate, paymentTermDays, invoiceNumberFormat } = settings;
    const details = {
      changed: changed.map(([name]) => name),
      timeZone,
      overusePolicy,
      lateEntryHours,
      longDayHours,
      allowTwoEmployees,
      allowUnsigned,
      offlineHours,
      overtimeAfterHours,
      receiptShowsText,
      paperSize,
      currency,
      taxRate,
      paymentTermDays,
      invoiceNumberFormat,
      weekStart: settings.weekStart,
      weekStartFrom: settings.weekStarts.at(-1)?.from ?? null,
      timeZoneFrom: settings.timeZones.at(-1)?.from ?? null,
      overtimeFrom: settings.overtimeLimits.at(-1)?.from ?? null,
    };
    recordAudit(tx, context, { type: 'business.changed', id: settings.id, details });
    publishChange(tx, changesChecks ? ['business', 'notes'] : ['business']);
    return settings;
  });
}

/** The zones and overtime limits by date, where these change; the caller has locked the business. */
async function planChanges(
  tx: BusinessTransaction,
  { now }: MemberContext,
  {
    before,
    fields: { timeZone = before.timeZone, overtimeAfterHours = before.overtimeAfterHours },
    hasNotes,
  }: { before: BusinessRow; fields: z.output<typeof businessSettings>; hasNotes: HasNotes },
): Promise<Partial<Pick<BusinessRow, 'timeZones' | 'overtimeLimits'>>> {
  const isZoneChanged = timeZone !== before.timeZone;
  const isLimitChanged = overtimeAfterHours !== before.overtimeAfterHours;
  if (!isZoneChanged && !isLimitChanged) return {};
  const today = dayInZone(now, timeZone);
  const [isUsed, starts, lockedThrough] = await Promise.all([
    hasNotes(tx),
    listWeekStarts(tx),
    lockPeriod(tx),
  ]);
  const dates = { hasNotes: isUsed, today, weekStarts: starts, lockedThrough };
  return {
    ...(isZoneChanged && { timeZones: [...changeTimeZone(before, timeZone, dates)] }),
    ...(isLimitChanged && { overtimeLimits: [...changeOvertimeLimit(before, overtimeAfterHours, dates)] }),
  };
}

/** Plans the week start after the current week; the caller has locked the business. */
async function setWeekStart(
  tx: BusinessTransaction,
  { businessId, now }: MemberContext,
  { weekStart, timeZone }: { weekStart: number; timeZone: string },
) {
  const before = await listWeekStarts(tx);
  const today = dayInZone(now, timeZone);
  const after = changeWeekStart(before, weekStart, today);
  if (after === before) return;
  await tx.delete(weekStarts).where(and(tx.inTenant(weekStarts), gt(weekStarts.from, today)));
  const future = after.filter(({ from }) => from > today).map((planned) => ({ businessId, ...planned }));
  if (future.length > 0) await tx.insert(weekStarts).values(future);
}
