/** Labels, badges and signatures of notes for other features. */
export { DisputedBadge, PriorityBadge } from './NoteBadges.tsx';
export { formatSentBack, formatWorkTime, OWN_NOTE, SELF_REVIEW } from './noteLabels.ts';
export { SignatureImage } from './SignatureImage.tsx';
