import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  getDefaultWeek,
  getPreviousWeek,
  getWeek,
  startOfWeek,
  type Week,
} from '#platform/contract/weeks.ts';
import { today } from '#platform/web/clock.ts';
import { formatNumericDay, formatMonth } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { BarSeries } from '#platform/web/ui/charts/BarSeries.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { EmployeeWeekDialog } from '#features/payroll/web/employee/EmployeeWeekDialog.tsx';
import { ExportMenu } from '#features/payroll/web/export/ExportMenu.tsx';
import { usePayrollWeek, type PayrollWeek } from '#features/payroll/web/queries.ts';
import { formatMinutesAsHours } from '#features/payroll/web/week/payrollFormat.ts';
import { WeekPicker } from '#features/payroll/web/week/WeekPicker.tsx';
import { HoursAndUnits, Stats, WeekStats, WorkStat } from '#features/payroll/web/week/WeekStats.tsx';
import { useUser, useWeekStarts } from '#features/sessions/web/queries.ts';
import { DeniedWork } from './DeniedWork.tsx';
import { EmployeeTable } from './EmployeeTable.tsx';
import { WeekClosing } from './WeekClosing.tsx';
import { WeekReadiness } from './WeekReadiness.tsx';

/** All employees' hours of a week, with the trend and entries of each. */
export function BusinessPayroll() {
  const { timeZone } = useUser();
  const search = useSearch({ from: '/payroll' });
  const navigate = useNavigate({ from: '/payroll' });
  const weekStarts = useWeekStarts();
  const thisWeek = startOfWeek(today(timeZone), weekStarts);
  const opening = getDefaultWeek(today(timeZone), weekStarts);
  const week = search.week ? getWeek(search.week, weekStarts) : opening;
  const payroll = usePayrollWeek(week.start);
  // While another week loads, the data is still that of the previous one.
  const isExported = payroll.data?.week.start === week.start && payroll.data.exportedAt !== null;
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), resetScroll: false });
  const person = payroll.data?.people.find(({ employeeId }) => employeeId === search.person);
  return (
    <div className="grid gap-4">
      {!payroll.isError && <WeekReadiness payroll={payroll.isPlaceholderData ? undefined : payroll.data} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <WeekPicker
          week={week.start}
          thisWeek={thisWeek}
          onChange={(next) => show({ week: next === opening.start ? undefined : next })}
        />
        <ExportMenu week={week} />
      </div>
      <WeekClosing key={week.end} week={week} isExported={isExported} />
      {payroll.isError ? (
        <QueryError title="Couldn't load payroll" query={payroll} />
      ) : (
        <div aria-busy={payroll.isPlaceholderData} className="grid gap-4 aria-busy:opacity-60">
          <Totals
            payroll={payroll.data}
            before={getPreviousWeek(week.start, weekStarts)}
            current={week.start === thisWeek}
          />
          <HoursAndUnits overtimeAfter={payroll.data?.overtimeAfterHours} />
          <Card title="Hours by week" description="All employees, up to the selected week">
            {payroll.data ? <HoursByWeek payroll={payroll.data} /> : <Skeleton className="h-36" />}
          </Card>
          <EmployeeTable
            payroll={payroll.data}
            current={week.start === thisWeek}
            onOpen={(id) => show({ person: id })}
          />
          <DeniedWork entries={payroll.data?.denied ?? []} />
        </div>
      )}
      <EmployeeWeekDialog
        person={person}
        week={week}
        weeks={payroll.data?.weeks ?? []}
        onClose={() => show({ person: undefined })}
      />
    </div>
  );
}

type TotalsProps = { payroll: PayrollWeek | undefined; before: Week; current: boolean };

function Totals({ payroll, before, current }: TotalsProps) {
  return (
    <Stats count={4}>
      <WeekStats compared={payroll?.total} current={current} before={before} />
      <WorkStat
        label={payroll ? `Monthly Summary, ${formatMonth(payroll.monthName)}` : 'Monthly Summary'}
        work={payroll?.total.month}
      />
    </Stats>
  );
}

function HoursByWeek({ payroll: { weeks, total } }: { payroll: PayrollWeek }) {
  const points = weeks.map((week, index) => ({
    label: formatNumericDay(week),
    value: total.weekMinutes[index] ?? 0,
  }));
  return (
    <BarSeries
      caption="Hours by week"
      points={points}
      format={(minutes) => formatMinutesAsHours(minutes).slice(0, -2)}
    />
  );
}
