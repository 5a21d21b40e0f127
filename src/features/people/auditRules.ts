import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const peopleAuditLabels: AuditLabels = {
  objects: { person: 'Person' },
};
