import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const packetsAuditLabels: AuditLabels = {
  objects: { packet: 'Audit-day packet' },
};
