/** Tables of notes for other features. */
export { NoteTable, statusColumn, titleColumn } from './NoteTable.tsx';
