import { createStore } from '#platform/web/store.ts';
import type { ServerIssue } from '#platform/web/forms/serverIssues.ts';
import type { NoteCapture } from './capture.ts';
import type { NoteValues } from '#features/notes/web/submission/noteForm.ts';

/** Why the server refused a note. */
export interface Refusal {
  message: string;
  issues: readonly ServerIssue[];
}

export interface UnsentNote {
  /** The name of its record. */
  name: string;
  capture: NoteCapture;
  values: NoteValues;
  refusal: Refusal | null;
}

const unsent = createStore<readonly UnsentNote[]>([]);

export const setUnsent = unsent.set;
/** The notes of the user that wait on this device. */
export const useUnsent = unsent.useValue;
export const countUnsent = (): number => unsent.read().length;
