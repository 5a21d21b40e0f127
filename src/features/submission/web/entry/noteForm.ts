import type { Occurrence } from '#platform/contract/zone.ts';
import type { Language } from '#features/clients/contract.ts';
import type { SIGNER_KINDS } from '#features/notes/captureContract.ts';
import type { NotePriority } from '#features/notes/contract.ts';
import type { ClientSigningDispute } from '#features/notes/disputeContract.ts';
import { buildTitle } from '#features/notes/rules.ts';
import type { RoundingRule } from '#features/services/contract.ts';
import type { ClockedTimes } from '#features/time/visitClockContract.ts';

/** The length of a visit as the form shows it. */
interface SignedLength {
  /** The times and the rule that it follows from. */
  visit: string;
  minutes: number;
  units: number;
}

/** An empty form for work done today; empty fields are ''. */
export const emptyNote = (workDate: string) => ({
  clientId: '',
  category: '',
  /** The rounding rule of the service, which the signed units follow from; '' before a service is selected. */
  rounding: '' as RoundingRule | '',
  workDate,
  /** In which the times are meant; '' until the form fills it in. */
  timeZone: '',
  startTime: '',
  endTime: '',
  /** Hour of a time that clocks show twice; '' for other times. */
  startOccurrence: '' as Occurrence | '',
  endOccurrence: '' as Occurrence | '',
  /** Minutes and units of these times, which both sign; null while they are not known. */
  signed: null as SignedLength | null,
  /** Times that the visit clock measured. */
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
  /** Dispute that the client reported on the signing screen. */
  dispute: null as ClientSigningDispute | null,
  /** The language that was chosen on the signing screen; '' for that of the client. */
  language: '' as Language | '',
  clientSignatureCode: '',
  /** The code of this client, which only the server can read; with it the code is not entered again. */
  sealedCode: null as { clientId: string; text: string } | null,
  clientSignature: '',
  /** Strokes on the signing screen before 'Sign', as JSON; '' for none. */
  sheetInk: '',
  /** The draft loaded or saved last; submitting deletes it. */
  draftId: '',
});

/** Never stored in plain text: this device must not show the code (docs/decisions/038). */
export const NEVER_STORED = ['clientSignatureCode'] as const;

export type NoteValues = ReturnType<typeof emptyNote>;

export type CodeValues = {
  clientId: string | number;
  /** Undefined when the client does not sign. */
  clientSignatureCode?: string | undefined;
} & Pick<NoteValues, 'sealedCode'>;

/** The sealed code of the client in the form, unless a code was entered since; undefined without. */
export const findSealedCode = ({ clientId, clientSignatureCode, sealedCode }: CodeValues) =>
  clientSignatureCode === '' && sealedCode?.clientId === String(clientId) ? sealedCode.text : undefined;

/** The request body. */
export function toNoteBody<Values extends CodeValues & Pick<NoteValues, 'title' | 'sheetInk' | 'signed'>>(
  values: Values,
  tags: string[] = [],
) {
  const { clientSignatureCode, sealedCode: _, sheetInk: __, signed, ...fields } = values;
  const sealedCode = findSealedCode(values);
  const code = sealedCode === undefined ? { clientSignatureCode } : { sealedCode };
  const length = { signedMinutes: signed?.minutes, signedUnits: signed?.units };
  return { ...fields, ...length, ...code, title: values.title || null, tags };
}

type StoredNote = Pick<
  NoteValues,
  'workDate' | 'startTime' | 'endTime' | 'clock' | 'research' | 'summary' | 'title' | 'priority'
> & {
  startOccurrence: Occurrence | '' | null;
  endOccurrence: Occurrence | '' | null;

  clientId: number;
  clientName: string;
  category: string;
  serviceName: string;
  content: string;
};

/** The form values of a stored note, without its signatures and without a title that its author did not enter. */
export function valuesFromNote(note: StoredNote): NoteValues {
  const { workDate, startTime, endTime, clock, research, summary, priority, category } = note;
  const title = note.title === buildTitle(note) ? '' : note.title;
  const startOccurrence: Occurrence | '' = note.startOccurrence || '';
  const endOccurrence: Occurrence | '' = note.endOccurrence || '';
  const fields = {
    startTime,
    startOccurrence,
    endOccurrence,
    endTime,
    clock,
    research,
    summary,
    title,
    priority,
    category,
  };
  return { ...emptyNote(workDate), ...fields, clientId: String(note.clientId), description: note.content };
}
