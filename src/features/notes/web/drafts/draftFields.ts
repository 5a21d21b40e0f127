import type { Draft, DraftInput } from './queries.ts';
import { emptyNote } from '#features/notes/web/submission/noteForm.ts';
import type { NoteValues } from '#features/notes/web/submission/noteForm.ts';

/** The request body of a draft: all form values but the client's signature. */
export function toDraftFields(values: NoteValues): Omit<DraftInput, 'draftName'> {
  return {
    clientId: values.clientId === '' ? null : Number(values.clientId),
    title: values.title,
    content: values.description,
    category: values.category === '' ? null : values.category,
    priority: values.priority,
    workDate: values.workDate,
    startTime: values.startTime,
    endTime: values.endTime,
    research: values.research,
    summary: values.summary,
    employeeSignature: values.employeeSignature,
    clientSignatureCode: values.clientSignatureCode.trim(),
  };
}

/** The form values of a draft; what it lacks is as in the empty form. */
export function valuesFromDraft(draft: Draft, empty: NoteValues): NoteValues {
  return {
    ...empty,
    clientId: draft.clientId === null ? '' : String(draft.clientId),
    title: draft.title ?? '',
    description: draft.content ?? '',
    category: draft.category ?? '',
    priority: draft.priority ?? empty.priority,
    workDate: draft.workDate ?? empty.workDate,
    startTime: draft.startTime ?? '',
    endTime: draft.endTime ?? '',
    research: draft.research ?? '',
    summary: draft.summary ?? '',
    employeeSignature: draft.employeeSignature ?? '',
    clientSignatureCode: draft.clientSignatureCode ?? '',
    draftId: String(draft.id),
  };
}

const entered = [
  'title',
  'startTime',
  'endTime',
  'description',
  'research',
  'summary',
  'employeeSignature',
  'clientSignature',
] as const;

/**
 * Whether loading a draft would discard values that no draft has.
 * @param drafts the loaded draft and the one to load
 */
export function hasUnsaved(values: NoteValues, drafts: readonly (Draft | undefined)[]): boolean {
  const saved = drafts.map((draft) => draft && valuesFromDraft(draft, emptyNote(values.workDate)));
  return entered.some((name) => values[name] !== '' && saved.every((one) => one?.[name] !== values[name]));
}
