import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const auditAuditLabels: AuditLabels = {
  objects: { audit: 'Audit log' },
  actions: {
    'audit.exported': 'Exported the audit log',
  },
};
