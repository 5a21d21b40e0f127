import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { endOfWeek, getNextWeek, getPreviousWeek, getWeek, startOfWeek } from '#platform/contract/weeks.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { DateInput } from '#platform/web/ui/DateInput.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { useWeekStarts } from '#features/sessions/web/queries.ts';
import { formatWeek } from './payrollFormat.ts';

type WeekPickerProps = {
  /** The first days of weeks. */
  week: string;
  thisWeek: string;
  onChange: (week: string) => void;
};

const quickClass = 'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink';
const FIRST_DAY = '2000-01-02';

/** Selects a week: the previous or next one, this or last week, or the week of a date. */
export function WeekPicker({ week, thisWeek, onChange }: WeekPickerProps) {
  const weekStarts = useWeekStarts();
  const lastWeek = getPreviousWeek(thisWeek, weekStarts).start;
  // Keeps the text being typed, until another week is shown: each digit changes the date, which would be replaced with the
  // first day of its week.
  const [typed, setTyped] = useState<{ text: string; weeks: string[] } | null>(null);
  return (
    // On a phone the date and the export share a row.
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:contents">
      <div className="flex items-center gap-1">
        <IconButton
          label="Previous week"
          icon={<ChevronLeft aria-hidden />}
          variant="secondary"
          disabled={week <= FIRST_DAY}
          onClick={() => onChange(getPreviousWeek(week, weekStarts).start)}
        />
        <p aria-live="polite" className="tabular min-w-48 px-2 text-center font-medium">
          {formatWeek(getWeek(week, weekStarts))}
        </p>
        <IconButton
          label="Next week"
          icon={<ChevronRight aria-hidden />}
          variant="secondary"
          disabled={week >= thisWeek}
          onClick={() => onChange(getNextWeek(week, weekStarts).start)}
        />
      </div>
      <Field label="Week of" hideLabel className="w-40">
        <DateInput
          value={typed?.weeks.includes(week) ? typed.text : week}
          min={FIRST_DAY}
          max={endOfWeek(thisWeek, weekStarts)}
          onChange={({ target }) => {
            const day = target.value;
            const selected = /^20\d\d-/.test(day) ? startOfWeek(day, weekStarts) : week;
            setTyped({ text: day, weeks: [week, selected] });
            if (selected !== week) onChange(selected);
          }}
          onBlur={() => setTyped(null)}
        />
      </Field>
      <div className="flex gap-2">
        <Button className={quickClass} aria-pressed={week === thisWeek} onClick={() => onChange(thisWeek)}>
          This week
        </Button>
        <Button className={quickClass} aria-pressed={week === lastWeek} onClick={() => onChange(lastWeek)}>
          Last week
        </Button>
      </div>
    </div>
  );
}
