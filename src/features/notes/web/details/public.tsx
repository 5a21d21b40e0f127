/** The whole note for other features. Apart from `web/public.tsx`, which screens load at first. */
export { NoteDetails, PdfLink } from './NoteDetails.tsx';
export { NoteDialog } from './NoteDialog.tsx';
