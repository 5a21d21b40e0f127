import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const submissionAuditLabels: AuditLabels = {
  objects: { draft: 'Draft' },
  actions: {
    'note.resubmitted': 'Resubmitted note',
  },
};
