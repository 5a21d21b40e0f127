import type { Language } from '#features/clients/contract.ts';
import type { SIGNER_KINDS } from '#features/notes/captureContract.ts';
import type { SheetDispute } from '#features/notes/disputeContract.ts';
import type { NotePriority } from '#features/notes/contract.ts';
import type { RoundingRule } from '#features/services/contract.ts';
import type { ClockedTimes } from '#features/time/visitClockContract.ts';
import { buildTitle } from '#features/notes/rules.ts';

/** An empty form for work done today; empty fields are ''. */
export const emptyNote = (workDate: string) => ({
  clientId: '',
  category: '',
  /** The rounding rule of the service, which the signed units follow from; '' before a service is selected. */
  rounding: '' as RoundingRule | '',
  workDate,
  startTime: '',
  endTime: '',
  /** What the visit clock measured. */
  clock: null as ClockedTimes | null,
  description: '',
  research: '',
  summary: '',
  title: '',
  priority: 'medium' as NotePriority,
  employeeSignature: '',
  /** Who signs for the client; fields of another kind keep what was entered. */
  signer: {
    kind: 'client' as (typeof SIGNER_KINDS)[number],
    name: '',
    relation: '',
    reason: '',
    /** The typed name of which the client's signature is a picture. */
    typed: '',
  },
  /** What the client reported on the signing sheet. */
  dispute: null as SheetDispute | null,
  /** The language that was chosen on the signing sheet; '' for that of the client. */
  language: '' as Language | '',
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
  'workDate' | 'startTime' | 'endTime' | 'clock' | 'research' | 'summary' | 'title' | 'priority'
> & { clientId: number; clientName: string; category: string; serviceName: string; content: string };

/** The form values of a stored note, without its signatures and without a title that its author did not enter. */
export function valuesFromNote(note: StoredNote): NoteValues {
  const { workDate, startTime, endTime, clock, research, summary, priority, category } = note;
  const title = note.title === buildTitle(note) ? '' : note.title;
  const fields = { startTime, endTime, clock, research, summary, title, priority, category };
  return { ...emptyNote(workDate), ...fields, clientId: String(note.clientId), description: note.content };
}
