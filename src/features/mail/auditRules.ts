import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const mailAuditLabels: AuditLabels = {
  objects: { message: 'Message' },
};
