import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const timeAuditLabels: AuditLabels = {
  objects: { visit: 'Visit' },
};
