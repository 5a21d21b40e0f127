/** Changes the settings of a business. */
import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { dayInZone } from '#platform/contract/zone.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { businessSettings } from '#features/businesses/contract.ts';
import { changeWeekStart } from '#features/businesses/weekStartRules.ts';
import { lockBusiness, type BusinessRow } from '#features/businesses/server/actions.ts';
import { lockPeriodExclusively } from '#features/businesses/server/periods/actions.ts';
import { getBusinessSettings, listWeekStarts } from '#features/businesses/server/reads.ts';
import { businesses, weekStarts } from '#features/businesses/server/tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'business.changed': {
      changed: string[];
      weekStart: number;
      /** The day from which `weekStart` counts; null if it was never changed. */
      weekStartFrom: string | null;
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
      | 'currency'
      | 'taxRate'
      | 'paymentTermDays'
      | 'invoiceNumberFormat'
    >;
  }
}

const CHECK_SETTINGS = ['timeZone', 'lateEntryHours', 'longDayHours', 'allowTwoEmployees'] as const;

/** What the checks of notes depend on. */
type CheckSettings = Pick<BusinessRow, (typeof CHECK_SETTINGS)[number]>;

/** Updates the checks of notes without a decision in the transaction that changes their settings. */
export type UpdateChecks = (
  tx: BusinessTransaction,
  context: MemberContext,
  settings: { before: CheckSettings; after: CheckSettings },
) => Promise<void>;

/** Changes the settings of the caller's business; omitted fields keep their values. */
export function changeBusiness(
  context: MemberContext,
  input: z.output<typeof businessSettings>,
  updateChecks: UpdateChecks,
) {
  return writeInBusiness(context, async (tx) => {
    const changed = Object.entries(input).filter(([, value]) => value !== undefined);
    const { weekStart, ...fields } = Object.fromEntries(changed) as typeof input;
    const before = await lockBusiness(tx, context.businessId);
    const after = { ...before, ...fields } as BusinessRow;
    const changesChecks = CHECK_SETTINGS.some((name) => input[name] !== undefined);
    if (changesChecks) {
      // Waits for the writes of notes in progress, which have read these settings; later ones wait for the new settings.
      await lockPeriodExclusively(tx);
      await updateChecks(tx, context, { before, after });
    }
    if (weekStart !== undefined) await setWeekStart(tx, context, { weekStart, timeZone: after.timeZone });
    // Last, because Citus locks this table for all businesses until the commit.
    await tx
      .update(businesses)
      .set({ ...fields, updatedAt: context.now })
      .where(eq(businesses.id, context.businessId));
    const settings = await getBusinessSettings(tx, context);
    const { timeZone, overusePolicy, lateEntryHours, longDayHours, allowTwoEmployees } = settings;
    const { allowUnsigned, offlineHours, overtimeAfterHours, receiptShowsText } = settings;
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
      currency,
      taxRate,
      paymentTermDays,
      invoiceNumberFormat,
      weekStart: settings.weekStart,
      weekStartFrom: settings.weekStarts.at(-1)?.from ?? null,
    };
    recordAudit(tx, context, { type: 'business.changed', id: settings.id, details });
    publishChange(tx, changesChecks ? ['business', 'notes'] : ['business']);
    return settings;
  });
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
