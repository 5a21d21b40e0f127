import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatUnits } from '#platform/web/numberFormat.ts';
import { Progress } from '#platform/web/ui/Progress.tsx';
import type { Client } from '#features/clients/web/queries.ts';

export type UnitName = 'total' | 'used' | 'available';

type UnitTotalsProps = {
  client: Pick<Client, 'totalTimeUnits' | 'usedTimeUnits' | 'availableTimeUnits'>;
  /** The totals to show, in order, with their labels. */
  names: readonly (readonly [UnitName, string])[];
};

const valueOf = (client: UnitTotalsProps['client'], name: UnitName): string =>
  ({
    total: client.totalTimeUnits,
    used: client.usedTimeUnits,
    available: client.availableTimeUnits,
  })[name];

/** A client's units as numbers and a bar; red with a warning when more are used than bought. */
export function UnitTotals({ client, names }: UnitTotalsProps) {
  const left = Number(client.availableTimeUnits);
  const over = left < 0;
  return (
    <div>
      <dl className="mb-2 grid grid-cols-3 gap-3">
        {names.map(([name, label], index) => (
          <div key={name} className={clsx('min-w-0', index > 0 && 'text-right')}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className={clsx('tabular font-semibold', over && name === 'available' && 'text-danger-ink')}>
              {formatUnits(valueOf(client, name))}
            </dd>
          </div>
        ))}
      </dl>
      <Progress
        label="Units used"
        hideLabel
        value={Number(client.usedTimeUnits)}
        max={Number(client.totalTimeUnits)}
        tone={over ? 'danger' : 'accent'}
      />
      {over && (
        <p className="mt-1.5 flex items-center gap-1.5 text-sm text-danger-ink">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {formatUnits(-left)} {left === -1 ? 'unit' : 'units'} over
        </p>
      )}
    </div>
  );
}
