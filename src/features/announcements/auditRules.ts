import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const announcementsAuditLabels: AuditLabels = {
  objects: { announcement: 'Announcement' },
};
