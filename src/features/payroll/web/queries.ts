import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery } from '#platform/web/queries.ts';
import type { payrollContract } from '#features/payroll/contract.ts';

type Payroll = typeof payrollContract;

const api = client<Payroll>();

export type PayrollWeek = AnswerTo<Payroll['GET /api/payroll/week']>;
export type PayrollPerson = PayrollWeek['people'][number];
export type PersonPayroll = AnswerTo<Payroll['GET /api/payroll/my']>;
export type Work = PersonPayroll['month'];
export type WorkOfWeek = PersonPayroll['thisWeek'];
export type Compared = Pick<PersonPayroll, 'thisWeek' | 'lastWeek' | 'trend'>;
export type TimeEntry = AnswerTo<Payroll['GET /api/employees/:id/payroll/entries']>['rows'][number];

/** Topics: hours depend on notes, names on people, weeks on the business's time zone. */
const topics = ['time', 'people', 'business'] as const;
const businessTopics = [...topics, 'exports'] as const;

/** A week of all employees; the previous one stays on screen while it loads. */
export const usePayrollWeek = (week: string) =>
  useQuery({
    ...endpointQuery(api, 'GET /api/payroll/week', { topics: businessTopics, query: { week } }),
    placeholderData: keepPreviousData,
  });

/** An employee's week. */
export const useEmployeePayroll = (id: number, week: string) =>
  useQuery(endpointQuery(api, 'GET /api/employees/:id/payroll', { topics, params: { id }, query: { week } }));

export const ENTRIES_PER_PAGE = 50;

/** The entries of an employee's week, latest work first. */
export const useWeekEntries = (id: number, page: { week: string; cursor?: string | undefined }) =>
  useQuery({
    ...endpointQuery(api, 'GET /api/employees/:id/payroll/entries', {
      topics,
      params: { id },
      query: { ...page, limit: ENTRIES_PER_PAGE },
    }),
    placeholderData: (before, query) =>
      // Entries of another employee or week must not show as a placeholder.
      query?.queryKey[2].params.id === id && query.queryKey[2].query?.week === page.week ? before : undefined,
  });

type ExportQuery = NonNullable<RequestTo<Payroll['GET /api/payroll/export']>['query']>;
export type ExportChoice = Omit<ExportQuery, 'employeeId'> & { employeeId?: number | undefined };

/** The URL of an export; the read-only session cookie authenticates the request. */
export function exportUrl(choice: ExportChoice): string {
  const params = Object.entries(choice).filter(([, value]) => value !== undefined);
  return `/api/payroll/export?${new URLSearchParams(params.map(([key, value]) => [key, String(value)])).toString()}`;
}
