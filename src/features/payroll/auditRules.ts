import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const payrollAuditLabels: AuditLabels = {
  objects: { payroll: 'Payroll' },
  actions: {
    'payroll.exported': 'Exported payroll hours',
  },
};
