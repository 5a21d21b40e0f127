import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const reviewAuditLabels: AuditLabels = {
  actions: {
    'note.held': 'Put on hold note',
    'note.resumed': 'Resumed the review of note',
    'note.returned': 'Sent back note',
  },
};
