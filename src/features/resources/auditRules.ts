import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const resourcesAuditLabels: AuditLabels = {
  objects: { resource: 'Resource' },
};
