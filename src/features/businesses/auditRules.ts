import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const businessesAuditLabels: AuditLabels = {
  objects: { business: 'Business' },
  actions: {
    'business.changed': 'Changed the business settings',
    'business.period_closed': 'Closed the period',
    'business.period_reopened': 'Reopened the period',
    'business.registered': 'Registered the business',
  },
};
