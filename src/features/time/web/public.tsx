/** Components of time for other features. */
export { VisitClock } from './visitClock/VisitClock.tsx';
export { removeEnded, useClockState, type Ended } from './visitClock/clockState.ts';
