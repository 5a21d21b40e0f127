import type { QueueFilters } from './queries.ts';

/** The filter by checks or versions, as one choice. */
export const getQueueFlag = ({ warnings, resubmitted }: QueueFilters) => {
  if (warnings) return 'warnings';
  return resubmitted ? 'resubmitted' : undefined;
};
