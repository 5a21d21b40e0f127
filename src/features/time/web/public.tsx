/** Components of time for other features. */
export { VisitClock } from './visitClock/VisitClock.tsx';
export { takeEnded, useClockState, type Ended } from './visitClock/clockState.ts';
