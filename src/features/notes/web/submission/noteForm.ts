import type { NoteCategory, NotePriority } from '#features/notes/contract.ts';

/** The values of the note form: all text, '' where nothing is entered. */
export type NoteValues = {
  clientId: string;
  category: NoteCategory | '';
  workDate: string;
  startTime: string;
  endTime: string;
  description: string;
  research: string;
  summary: string;
  title: string;
  priority: NotePriority;
  employeeSignature: string;
  clientSignatureCode: string;
  clientSignature: string;
  /** Id of the draft loaded or saved last; the submit deletes it. */
  draftId: string;
};

/** An empty form for work done today. */
export function emptyNote(workDate: string): NoteValues {
  return {
    clientId: '',
    category: '',
    workDate,
    startTime: '',
    endTime: '',
    description: '',
    research: '',
    summary: '',
    title: '',
    priority: 'medium',
    employeeSignature: '',
    clientSignatureCode: '',
    clientSignature: '',
    draftId: '',
  };
}

/** The request body. */
export function toNoteBody<Values extends { title: string }>(values: Values, tags: string[] = []) {
  return { ...values, title: values.title || null, tags };
}

type Stored = Pick<
  NoteValues,
  'workDate' | 'startTime' | 'endTime' | 'research' | 'summary' | 'title' | 'priority'
> & { clientId: number; category: NoteCategory; content: string };

/** The form values of a stored note, without its signatures. */
export function valuesFromNote(note: Stored): NoteValues {
  const { workDate, startTime, endTime, research, summary, title, priority, category } = note;
  return {
    ...emptyNote(workDate),
    startTime,
    endTime,
    research,
    summary,
    title,
    priority,
    category,
    clientId: String(note.clientId),
    description: note.content,
  };
}
