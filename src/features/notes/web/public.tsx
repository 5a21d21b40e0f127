/** What other features show of notes. */
import type { NoteStatus } from '../contract.ts';
import { statusWords } from './parts/noteWords.ts';

/** A note's state in a word. */
export function NoteStatusWord({ status }: { status: NoteStatus }) {
  return <span>{statusWords[status]}</span>;
}
