import { formatUnits } from '#platform/web/numberFormat.ts';
import type { LedgerKind } from '#features/units/contract.ts';

/** The labels of the kinds of ledger entries. */
export const ledgerLabels: Record<LedgerKind, string> = {
  purchase: 'Units bought',
  adjustment: 'Total changed',
  note: 'Work note',
  reversal: 'Units returned',
};

/** A change of units with its sign: '+12' or '−9'. */
export function signedUnits(delta: string): string {
  const value = Number(delta);
  return value < 0 ? `−${formatUnits(-value)}` : `+${formatUnits(value)}`;
}
