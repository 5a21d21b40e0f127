import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const exportsAuditLabels: AuditLabels = {
  objects: { export: 'Export' },
  actions: {
    'export.downloaded': 'Downloaded export',
    'export.requested': 'Started export',
  },
};
