import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { ClientUnits } from '#features/clients/web/accounts/ClientUnits.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { unitsLabel } from '#features/services/rules.ts';

type UnitTotalsProps = {
  client: Client;
  /** The label of the units that are left: 'Available', 'Left' on a card. */
  leftLabel?: string;
};

/**
 * A client's units as numbers and a bar; red with a warning when more units are used than purchased. Each number opens
 * the accounts that it is the sum of.
 */
export function UnitTotals({ client, leftLabel = 'Available' }: UnitTotalsProps) {
  const { totalTimeUnits, usedTimeUnits, availableTimeUnits, lapsedTimeUnits } = client;
  const lapsed = Number(lapsedTimeUnits);
  const left = Number(availableTimeUnits);
  const over = left < 0;
  const totals = [
    { figure: 'total', label: 'Total', units: formatUnits(totalTimeUnits) },
    { figure: 'used', label: 'Used', units: formatUnits(usedTimeUnits) },
    { figure: 'available', label: leftLabel, units: formatUnits(left) },
  ] as const;
  return (
    <div>
      <dl className="mb-2 grid grid-cols-3 gap-3">
        {totals.map(({ figure, label, units }, index) => (
          <div key={figure} className={clsx('min-w-0', index > 0 && 'text-right')}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd
              className={clsx(
                'tabular flex h-6 items-center font-semibold',
                index > 0 && 'justify-end',
                index === 2 && over && 'text-danger-ink',
              )}
            >
              {/* Above the button that opens a card. */}
              <span className="relative z-1">
                <ClientUnits
                  client={client}
                  totals={[figure]}
                  text={units}
                  name={`${units} ${figure} units`}
                />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <Progress
        label="Units used"
        hideLabel
        value={Number(usedTimeUnits)}
        max={Number(totalTimeUnits)}
        tone={over ? 'danger' : 'accent'}
      />
      {over && (
        <p className="mt-1.5 flex items-center gap-1.5 text-sm text-danger-ink">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {formatUnits(-left)} {left === -1 ? 'unit' : 'units'} over
        </p>
      )}
      {lapsed > 0 && (
        <p className="mt-1.5 text-sm text-muted">Not included: {unitsLabel(lapsed)} that expired unused</p>
      )}
    </div>
  );
}
