import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { PayrollPerson, PayrollWeek, Work, WorkOfWeek } from '#features/payroll/web/queries.ts';
import { BilledUnits } from '#features/payroll/web/week/BilledUnits.tsx';
import { Overtime } from '#features/payroll/web/week/Overtime.tsx';
import { formatChange, formatMinutesAsHours } from '#features/payroll/web/week/payrollFormat.ts';
import { WeekBars } from '#features/payroll/web/week/WeekBars.tsx';
import { TrendBadge } from '#features/payroll/web/week/WeekStats.tsx';
import { personStatusLabels } from '#features/people/rules.ts';

type EmployeeTableProps = {
  payroll: PayrollWeek | undefined;
  /** True for the current week. */
  current: boolean;
  onOpen: (employeeId: number) => void;
};

const columnsOf = (weeks: readonly string[], current: boolean): Column<PayrollPerson>[] => [
  { key: 'name', header: 'Employee', primary: true, cell: (person) => <EmployeeCell person={person} /> },
  {
    key: 'week',
    header: current ? 'This Week' : 'Selected week',
    align: 'end',
    className: 'sm:w-28',
    cell: ({ thisWeek }) => <Hours work={thisWeek} />,
  },
  {
    key: 'before',
    header: current ? 'Last Week' : 'Previous week',
    align: 'end',
    className: 'sm:w-28',
    cell: ({ lastWeek }) => <Hours work={lastWeek} />,
  },
  {
    key: 'change',
    header: 'Weekly Change',
    align: 'end',
    className: 'sm:w-44',
    cell: (person) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        <span className="tabular whitespace-nowrap">{formatChange(person)}</span>
        {!(current && person.trend === 'down') && <TrendBadge trend={person.trend} />}
      </span>
    ),
  },
  {
    key: 'weeks',
    header: 'Eight weeks',
    className: 'sm:w-28',
    cell: ({ name, weekMinutes }) => <WeekBars name={name} weeks={weeks} minutes={weekMinutes} />,
  },
  {
    key: 'month',
    header: 'Month',
    align: 'end',
    className: 'sm:w-28',
    cell: ({ month }) => <Hours work={month} />,
  },
];

/** Each employee's week compared with the previous one; a row opens the entries. */
export function EmployeeTable({ payroll, current, onOpen }: EmployeeTableProps) {
  const weeks = payroll?.weeks;
  const columns = useMemo(() => columnsOf(weeks ?? [], current), [weeks, current]);
  return (
    <section className="sm:rounded-md sm:border sm:border-line sm:bg-surface sm:shadow-raised">
      <h2 className="pb-3 font-semibold sm:px-4 sm:pt-4">By employee</h2>
      <DataTable
        caption="Hours by employee"
        columns={columns}
        rows={payroll?.people}
        rowKey={({ employeeId }) => employeeId}
        onOpen={({ employeeId }) => onOpen(employeeId)}
        empty={<EmptyState icon={<UsersRound />} title="No hours in these weeks" />}
      />
    </section>
  );
}

function EmployeeCell({ person: { name, department, status } }: { person: PayrollPerson }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className="font-medium wrap-anywhere">{name}</span>
      {status !== 'active' && <Badge>{personStatusLabels[status]}</Badge>}
      {department && (
        <span className="w-full text-xs font-normal text-muted wrap-anywhere">{department}</span>
      )}
    </span>
  );
}

/** Hours worked with the billed units below. */
function Hours({ work }: { work: Work | WorkOfWeek }) {
  return (
    <span className="tabular inline-block whitespace-nowrap">
      {formatMinutesAsHours(work.minutes)}
      <span className="block text-xs text-muted">
        <BilledUnits work={work} />
        {'overtimeMinutes' in work && <Overtime work={work} />}
      </span>
    </span>
  );
}
