/** Components of time for other features. */
export { VisitClock } from './visitClock/VisitClock.tsx';
export { useVisitClock } from './visitClock/useVisitClock.ts';
export { removeEnded, useClockState, type Ended } from './visitClock/clockState.ts';
