import type { NoteCategory, NotePriority } from '#features/notes/contract.ts';

/** What the note form holds: everything as text, '' where nothing is entered yet. */
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
  /** Id of the draft that was loaded or saved last; it goes with the submit. */
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

/** What is sent to the server. */
export function toNoteBody<Values extends { title: string }>(values: Values, tags: string[] = []) {
  return { ...values, title: values.title || null, tags };
}

type Stored = Pick<
  NoteValues,
  'workDate' | 'startTime' | 'endTime' | 'research' | 'summary' | 'title' | 'priority'
> & { clientId: number; category: NoteCategory; content: string };

/** A stored note in the form again; both signatures are drawn anew. */
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
