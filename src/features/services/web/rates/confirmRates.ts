import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { formatDay } from '#platform/web/format.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import type { RateEffect } from '#features/services/rateContract.ts';

/**
 * Asks before approved visits are billed at other rates.
 * @returns how many visits the user confirmed, or null when they cancel
 */
export async function confirmRates(effect: RateEffect): Promise<number | null> {
  const { visits } = effect;
  if (visits === 0) return 0;
  const isConfirmed = await confirm({
    title:
      visits === 1 ? 'Change the rate of 1 approved visit?' : `Change the rate of ${visits} approved visits?`,
    body: describeEffect(effect),
    confirmLabel: 'Save rates',
  });
  return isConfirmed ? visits : null;
}

/** 'Approved work from Mar 9 to Mar 11, 2026 that isn’t billed yet comes to $126.00 instead of $117.00.' */
export function describeEffect({ firstDay, lastDay, before, after, currency, onDrafts }: RateEffect): string {
  const days =
    firstDay === lastDay
      ? `on ${formatDay(firstDay ?? '')}`
      : `from ${formatDay(firstDay ?? '')} to ${formatDay(lastDay ?? '')}`;
  const drafts =
    onDrafts === 0
      ? ''
      : ` ${onDrafts === 1 ? 'One of them is on a draft invoice' : `${onDrafts} of them are on draft invoices`}: open and save the draft before you issue it.`;
  return `Approved work ${days} that isn’t billed yet comes to ${formatAmount(after, currency)} instead of ${formatAmount(before, currency)}. Issued invoices and claims won’t change.${drafts}`;
}
