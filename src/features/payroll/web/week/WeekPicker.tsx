import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { DateInput } from '#platform/web/ui/DateInput.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { addDays, startOfWeek } from '#features/payroll/rules.ts';
import { formatWeek } from './payrollFormat.ts';

type WeekPickerProps = {
  /** Sundays. */
  week: string;
  thisWeek: string;
  onChange: (week: string) => void;
};

const FIRST_DAY = '2000-01-02';

/** Which week is shown: the ones beside it, this one, or that of any day. */
export function WeekPicker({ week, thisWeek, onChange }: WeekPickerProps) {
  return (
    // On a phone its parts stand among what is beside it, so that the date and the export share a line.
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
      <div className="flex items-center gap-1">
        <IconButton
          label="Previous week"
          icon={<ChevronLeft aria-hidden />}
          variant="secondary"
          disabled={week <= FIRST_DAY}
          onClick={() => onChange(addDays(week, -7))}
        />
        <p aria-live="polite" className="tabular min-w-48 px-2 text-center font-medium">
          {formatWeek(week)}
        </p>
        <IconButton
          label="Next week"
          icon={<ChevronRight aria-hidden />}
          variant="secondary"
          disabled={week >= thisWeek}
          onClick={() => onChange(addDays(week, 7))}
        />
      </div>
      <Field label="Week of" hideLabel className="w-40">
        <DateInput
          value={week}
          min={FIRST_DAY}
          max={addDays(thisWeek, 6)}
          onChange={({ target }) => {
            const day = target.value;
            if (/^20\d\d-/.test(day)) onChange(startOfWeek(day));
          }}
        />
      </Field>
      {week !== thisWeek && <Button onClick={() => onChange(thisWeek)}>This week</Button>}
    </div>
  );
}
