import type { DisputeReason } from './disputeContract.ts';

/** Labels for users; clients read those of their language. */
export const disputeReasonLabels: Record<DisputeReason, string> = {
  not_here: 'The employee was not here',
  wrong_times: 'The times are wrong',
  not_done: 'The work was not done',
  other: 'Something else',
};
