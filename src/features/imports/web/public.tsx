/** The import of spreadsheets, for the page of records in and out. */
export { ImportCard } from './ImportCard.tsx';
