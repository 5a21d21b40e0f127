import type { WorkOfWeek } from '#features/payroll/web/queries.ts';
import { formatMinutesAsHours } from './payrollFormat.ts';

/** The overtime of a week; nothing without any. */
export const Overtime = ({ work: { overtimeMinutes } }: { work: WorkOfWeek }) =>
  overtimeMinutes > 0 && (
    <span className="block whitespace-nowrap">{formatMinutesAsHours(overtimeMinutes)} overtime</span>
  );
