/** The message about a closed period for other features. */
export { useClosedPeriodMessage } from './useClosedPeriodMessage.ts';
