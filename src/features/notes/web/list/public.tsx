/** Tables and labels of notes for other features. */
export { DisputedBadge, PriorityBadge } from './NoteBadges.tsx';
export { formatSentBack, formatWorkTime, OWN_NOTE, SELF_REVIEW } from './noteLabels.ts';
export { NoteTable, statusColumn, titleColumn } from './NoteTable.tsx';
export { useClosedPeriodMessage } from './useClosedPeriodMessage.ts';
