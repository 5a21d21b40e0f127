import { formatUnits } from '#platform/web/figures.ts';
import type { LedgerKind } from '#features/units/contract.ts';

/** What happened, for somebody who has never seen a ledger. */
export const ledgerLabels: Record<LedgerKind, string> = {
  purchase: 'Units bought',
  adjustment: 'Total changed',
  note: 'Work note',
  reversal: 'Units given back',
};

/** A movement with its sign: '+12' or '−9'. */
export function signedUnits(delta: string): string {
  const value = Number(delta);
  return value < 0 ? `−${formatUnits(-value)}` : `+${formatUnits(value)}`;
}
