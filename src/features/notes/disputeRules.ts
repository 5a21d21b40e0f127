export const DISPUTE_REASONS = ['not_here', 'wrong_times', 'not_done', 'other'] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

export const DISPUTE_TEXT_MAX = 1000;
export const DISPUTES_PER_NOTE = 5;

/** Labels for users; clients read those of their language. */
export const disputeReasonLabels: Record<DisputeReason, string> = {
  not_here: 'The employee was not here',
  wrong_times: 'The times are wrong',
  not_done: 'The work was not done',
  other: 'Something else',
};
