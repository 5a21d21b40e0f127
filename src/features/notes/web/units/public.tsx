/** The units of a note for other features. */
export { nameAccount } from './nameAccount.ts';
export { NoteUnits, UnitsExplanation } from './NoteUnits.tsx';
