import type { NoteCategory, NotePriority } from '#features/notes/contract.ts';

/** An empty form for work done today; empty fields are ''. */
export const emptyNote = (workDate: string) => ({
  clientId: '',
  category: '' as NoteCategory | '',
  workDate,
  startTime: '',
  endTime: '',
  description: '',
  research: '',
  summary: '',
  title: '',
  priority: 'medium' as NotePriority,
  employeeSignature: '',
  clientSignatureCode: '',
  clientSignature: '',
  /** The draft loaded or saved last; submitting deletes it. */
  draftId: '',
});

export type NoteValues = ReturnType<typeof emptyNote>;

/** The request body. */
export function toNoteBody<Values extends { title: string }>(values: Values, tags: string[] = []) {
  return { ...values, title: values.title || null, tags };
}

type StoredNote = Pick<
  NoteValues,
  'workDate' | 'startTime' | 'endTime' | 'research' | 'summary' | 'title' | 'priority'
> & { clientId: number; category: NoteCategory; content: string };

/** The form values of a stored note, without its signatures. */
export function valuesFromNote(note: StoredNote): NoteValues {
  const { workDate, startTime, endTime, research, summary, title, priority, category } = note;
  const fields = { startTime, endTime, research, summary, title, priority, category };
  return { ...emptyNote(workDate), ...fields, clientId: String(note.clientId), description: note.content };
}
