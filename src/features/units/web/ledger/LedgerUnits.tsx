import type { ReactNode } from 'react';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { subtract } from '#platform/contract/decimals.ts';
import { Toggletip } from '#platform/web/ui/Toggletip.tsx';
import { GENERAL_UNITS, UnitTable } from '#features/clients/web/accounts/public.tsx';
import type { LedgerRow } from '#features/units/web/queries.ts';

type LedgerUnitsProps = {
  row: LedgerRow;
  figure: 'delta' | 'balanceAfter';
  /** Label of the row: 'Units bought'. */
  change: string;
  /** The name of the account; omitted for a client with one account. */
  account?: string | undefined;
  /** How the units of the row's note were computed. */
  children?: ReactNode;
};

/** A change of units with its sign: '+12' or '−9'. */
function formatDelta(delta: string): string {
  const value = Number(delta);
  return value < 0 ? `−${formatUnits(-value)}` : `+${formatUnits(value)}`;
}

/** A figure of a ledger row, with the balance of its account before and after. */
export function LedgerUnits({ row, figure, change, account = GENERAL_UNITS, children }: LedgerUnitsProps) {
  const { delta, balanceAfter } = row;
  const text = figure === 'delta' ? formatDelta(delta) : formatUnits(balanceAfter);
  return (
    <Toggletip
      label={`${text} units, see calculation`}
      content={
        <div className="grid gap-2 text-left whitespace-normal">
          {children}
          <UnitTable
            caption={account}
            rows={[
              { term: 'Before', units: [subtract(balanceAfter, delta)] },
              { term: change, units: [delta] },
            ]}
            result={{ term: 'After', units: [balanceAfter] }}
          />
        </div>
      }
    >
      {text}
    </Toggletip>
  );
}
