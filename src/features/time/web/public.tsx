/** Components of time for other features. */
export { VisitClock } from './visitClock/VisitClock.tsx';
export { useVisitClock } from './visitClock/useVisitClock.ts';
export { hasUnsavedVisit, removeEnded, useClockState, useEnding } from './visitClock/clockState.ts';
export type { Ended } from './visitClock/visitState.ts';
