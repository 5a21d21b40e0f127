import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const invoicesAuditLabels: AuditLabels = {
  objects: { claim_batch: 'Claim batch', invoice: 'Invoice' },
  actions: {
    'claim_batch.decided': 'Recorded decisions of payer',
    'claim_batch.exported': 'Exported claims to payer',
    'invoice.changed': 'Changed the draft of invoice',
    'invoice.deleted': 'Deleted the draft of invoice',
    'invoice.drafted': 'Made a draft of invoice',
    'invoice.payment_recorded': 'Recorded a payment of invoice',
  },
};
