import { useEffect } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import type { NoteField } from '#features/notes/contract.ts';
import { noteFieldLabels, reviewReasonLabels } from '#features/notes/reviewRules.ts';
import { formatSentBack } from '#features/notes/web/labels/public.tsx';
import type { Note } from '#features/notes/web/queries.ts';
import { emptyNote, type NoteValues } from '#features/submission/web/entry/noteForm.ts';

/** 'the note was sent back (Times)' or 'the note was sent back automatically'. */
export function describeReview({ reviewReasonCode, sentBackFor }: Note): string {
  if (sentBackFor.length > 0) return 'the note was sent back automatically';
  return `the note was sent back${reviewReasonCode ? ` (${reviewReasonLabels[reviewReasonCode]})` : ''}`;
}

/** 'Sent back by Mia Boss: Times'. */
function toTitle({ reviewedByName, reviewReasonCode, sentBackFor }: Note): string {
  const [reason, ...others] = sentBackFor;
  if (reason)
    return others.length > 0 ? 'Sent back automatically:' : `Sent back automatically: ${reason.message}`;
  const label = reviewReasonCode ? `: ${reviewReasonLabels[reviewReasonCode]}` : '';
  return `Sent back by ${reviewedByName ?? 'a manager'}${label}`;
}

type SentBackBannerProps = {
  note: Note;
  /** Moves the focus to a field of the form. */
  onSelect: (field: keyof NoteValues) => void;
};

/** Who sent the note back or that its arrival did, why, and which fields to fix, in the order of the form. */
export function SentBackBanner({ note, onSelect }: SentBackBannerProps) {
  const { fieldComments, reviewComment, sentBackFor } = note;
  const fields = (Object.keys(noteFieldLabels) as NoteField[]).filter((field) => fieldComments?.[field]);
  useOnlyField(fields, onSelect);
  return (
    <Banner tone="pending" title={toTitle(note)} className="mb-6">
      {sentBackFor.length === 1 && <p className="mb-1">{sentBackFor[0]?.remedy}</p>}
      {sentBackFor.length > 1 && (
        <ul className="mb-1 grid gap-1">
          {sentBackFor.map((reason) => (
            <li key={reason.code} className="wrap-anywhere">
              {formatSentBack(reason)}
            </li>
          ))}
        </ul>
      )}
      <p className="mb-1 wrap-anywhere whitespace-pre-line">{reviewComment}</p>
      {fields.length > 0 && (
        <>
          <p className="font-medium">Fix these fields:</p>
          <ul className="mb-1 grid gap-1">
            {fields.map((field) => (
              <li key={field} className="wrap-anywhere whitespace-pre-line">
                <FieldName field={field} onSelect={onSelect} />: {fieldComments?.[field]}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>Everything else is saved. After you and the client sign again, it goes back for review.</p>
    </Banner>
  );
}

function FieldName({ field, onSelect }: Pick<SentBackBannerProps, 'onSelect'> & { field: NoteField }) {
  const label = noteFieldLabels[field];
  if (!isInForm(field)) return label;
  return (
    <button
      type="button"
      className="font-medium underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      onClick={() => onSelect(field)}
    >
      {label}
    </button>
  );
}

/** Selects the field at opening when only one has to be fixed; several are read here first. */
function useOnlyField(fields: readonly NoteField[], onSelect: SentBackBannerProps['onSelect']) {
  const [field] = fields;
  const only = fields.length === 1 && field !== undefined && isInForm(field) ? field : undefined;
  useEffect(() => {
    if (only === undefined) return;
    onSelect(only);
    document.activeElement?.scrollIntoView({ block: 'center' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: later the user moves the focus
  }, []);
}

const HIDDEN = new Set(['rounding', 'draftId']);
const isInForm = (field: NoteField): field is NoteField & keyof NoteValues =>
  field in emptyNote('') && !HIDDEN.has(field);
