import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const notesAuditLabels: AuditLabels = {
  objects: { note: 'Note' },
  actions: {
    'note.check_explained': 'Marked a check as explained on note',
    'note.check_explanation_removed': 'Removed the explanation of a check on note',
    'note.rated': 'Changed the rate of note',
    'note.receipt_created': 'Made a new receipt link of note',
    'note.receipt_revoked': 'Revoked the receipt link of note',
    'note.disputed': 'Client disputed note',
    'note.dispute_answered': 'Answered the dispute of note',
  },
};
