import { sendDownload } from '#platform/server/http/download.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { payrollContract } from '#features/payroll/contract.ts';
import { exportPayroll } from './exportActions.ts';
import { listEmployeeWeek, readOwnPayroll, readEmployeePayroll, readPayrollWeek } from './reads.ts';

export const payrollRoutes = feature(payrollContract, {
  'GET /api/payroll/week': (context, { query }) => readPayrollWeek(context, query),
  'GET /api/payroll/my': (context, { query }) => readOwnPayroll(context, query),
  'GET /api/employees/:id/payroll': (context, { params, query }) =>
    readEmployeePayroll(context, params.id, query),
  'GET /api/employees/:id/payroll/entries': (context, { params, query }) =>
    listEmployeeWeek(context, params.id, query),
  'GET /api/payroll/export': async (context, { query, reply }) =>
    sendDownload(reply, await exportPayroll(context, query)),
});
