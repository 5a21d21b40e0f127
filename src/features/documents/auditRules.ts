import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const documentsAuditLabels: AuditLabels = {
  objects: { document: 'Document' },
  actions: {
    'document.recorded': 'Recorded document',
  },
};
