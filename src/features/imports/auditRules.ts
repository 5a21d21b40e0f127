import type { AuditLabels } from '#platform/contract/auditLabels.ts';

export const importsAuditLabels: AuditLabels = {
  objects: { import: 'Import' },
  actions: {
    'import.committed': 'Imported records from',
    'import.uploaded': 'Uploaded spreadsheet',
  },
};
