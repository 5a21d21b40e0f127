import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const servicesAuditLabels: AuditLabels = {
  objects: { business_service: 'Service' },
  actions: {
    'business_service.added': 'Added service',
    'business_service.archived': 'Archived service',
    'business_service.changed': 'Changed service',
    'business_service.ordered': 'Reordered services',
  },
};
