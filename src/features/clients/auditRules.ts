import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const clientsAuditLabels: AuditLabels = {
  objects: {
    assignment: 'Assignment',
    client: 'Client',
    payer: 'Payer',
    service: 'Authorization',
    units: 'Time units',
  },
  actions: {
    'assignment.assigned': 'Assigned',
    'assignment.ended': 'Ended the assignment of',
    'client.code_locked': 'Was locked out of the signature code for client',
    'client.code_refused': 'Entered a wrong signature code for client',
    'payer.added': 'Added payer',
    'payer.changed': 'Changed payer',
    'units.adjusted': 'Changed the total units for',
  },
};
