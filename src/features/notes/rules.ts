/** How long the parts of a note may be, in characters. */
export const DESCRIPTION_MAX = 2000;
export const RESEARCH_MAX = 1500;
export const SUMMARY_MAX = 500;
export const REASON_MAX = 1000;
/** A PNG data URL: over 100 characters and at most 300 KB. */
export const SIGNATURE_MAX = 300 * 1024;

/** The labels of statuses, services and priorities on screens, in files and in mails. */
export const statusLabels = {
  pending: 'Pending',
  'in-review': 'In review',
  'in-progress': 'Sent back',
  resolved: 'Approved',
  denied: 'Denied',
} as const;

export const categoryLabels = { transitional: 'Transitional', sustaining: 'Sustaining' } as const;

export const priorityLabels = { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' } as const;
