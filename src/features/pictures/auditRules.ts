import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const picturesAuditLabels: AuditLabels = {
  actions: {
    'person.picture_changed': 'Changed the picture of',
    'person.picture_removed': 'Removed the picture of',
  },
};
