/** What other features use of notes. */
export { statusWords } from './parts/noteWords.ts';
