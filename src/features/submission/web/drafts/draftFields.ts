import { hasUnsaved } from '#features/submission/web/entry/enteredValues.ts';
import { emptyNote, type NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { Draft, DraftInput } from './queries.ts';

/** The request body of a draft: all form values except the client's signature and a sealed code. */
export function toDraftFields(values: NoteValues): Omit<DraftInput, 'draftName'> {
  const {
    clientSignature: _,
    sealedCode: ____,
    sheetInk: ______,
    draftId: __,
    rounding,
    timeZone,
    signed: _______,
    description,
    clientId,
    category,
    language,
    startOccurrence,
    endOccurrence,
    ...fields
  } = values;
  return {
    ...fields,
    startOccurrence: startOccurrence || null,
    endOccurrence: endOccurrence || null,
    rounding: rounding || null,
    timeZone: timeZone || null,
    content: description,
    clientId: clientId === '' ? null : Number(clientId),
    category: category || null,
    language: language || null,
    clientSignatureCode: fields.clientSignatureCode.trim(),
  };
}

/** The form values of a draft; missing ones are as in the empty form. */
export const valuesFromDraft = (draft: Draft, empty: NoteValues): NoteValues => ({
  ...empty,
  clientId: String(draft.clientId ?? ''),
  title: draft.title ?? '',
  description: draft.content ?? '',
  category: draft.category ?? '',
  priority: draft.priority ?? empty.priority,
  workDate: draft.workDate ?? empty.workDate,
  startTime: draft.startTime ?? '',
  endTime: draft.endTime ?? '',
  startOccurrence: draft.startOccurrence ?? '',
  endOccurrence: draft.endOccurrence ?? '',
  // When the service or the business has another one now, the author signs again.
  rounding: draft.rounding ?? '',
  timeZone: draft.timeZone ?? '',
  research: draft.research ?? '',
  summary: draft.summary ?? '',
  employeeSignature: draft.employeeSignature ?? '',
  clientSignatureCode: draft.clientSignatureCode ?? '',
  clock: draft.clock ?? null,
  // The client signs again.
  signer: toFormSigner(draft.signer ?? null, empty.signer),
  dispute: draft.dispute ?? null,
  language: draft.language ?? '',
  draftId: String(draft.id),
});

const toFormSigner = (stored: Draft['signer'], empty: NoteValues['signer']): NoteValues['signer'] =>
  stored
    ? {
        ...empty,
        kind: stored.kind,
        name: stored.name ?? '',
        relation: stored.relation ?? '',
        reason: stored.reason ?? '',
      }
    : empty;

/**
 * Returns true if loading a draft would discard values that are in no draft.
 * @param drafts the loaded draft and the one to load
 */
export const isInNoDraft = (values: NoteValues, drafts: readonly (Draft | undefined)[]): boolean =>
  hasUnsaved(
    values,
    drafts.map((draft) => draft && valuesFromDraft(draft, emptyNote(values.workDate))),
  );
