import { subtract } from '#platform/contract/decimals.ts';
import { plural } from '#platform/web/format.ts';
import { Toggletip } from '#platform/web/ui/Toggletip.tsx';
import type { Work } from '#features/payroll/web/queries.ts';
import { unitsLabel } from '#features/services/rules.ts';

/** The billed units of several entries, with how they are computed. */
export function BilledUnits({ work }: { work: Omit<Work, 'minutes'> }) {
  const { units, billedUnits, entries } = work;
  const text = unitsLabel(billedUnits);
  const unbilled = subtract(units, billedUnits);
  return (
    <Toggletip
      label={`${text}, see calculation`}
      content={[
        `Total of ${plural(entries, 'entry', 'entries')}. Each visit is rounded by its service’s rounding rule.`,
        Number(unbilled) > 0 &&
          `Not included: ${unitsLabel(unbilled)} from visits that are disputed or were sent back automatically.`,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {text}
    </Toggletip>
  );
}

/** Billed units and entries: '154 units · 12 entries'. */
export const WorkTotals = ({ work }: { work: Work }) => (
  <>
    <BilledUnits work={work} /> · {plural(work.entries, 'entry', 'entries')}
  </>
);
