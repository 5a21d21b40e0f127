import { useEffect } from 'react';
import { useWatch, type FieldPath } from 'react-hook-form';
import { isSameZone } from '#platform/contract/zone.ts';
import { toast } from '#platform/web/toast.ts';
import type { RoundingRule } from '#features/services/contract.ts';
import { emptyNote, type NoteValues } from './noteForm.ts';
import type { NoteForm } from './useNoteForm.ts';

/** The service determines the units, which both statements name. */
const VISIT = [
  'clientId',
  'category',
  'workDate',
  'startTime',
  'endTime',
  'startOccurrence',
  'endOccurrence',
] as const;
const TEXTS = ['description', 'research', 'summary'] as const;
/** The client reads them on the signing screen. */
const SHOWN_TEXTS = ['description', 'summary'] as const;

/** The fields that each signature covers (`employeeStatement`, `clientStatement`); for the code see `useSigningLock`. */
const SIGNED: Record<'employeeSignature' | 'clientSignature', readonly FieldPath<NoteValues>[]> = {
  employeeSignature: [...VISIT, ...TEXTS],
  clientSignature: [...VISIT, ...SHOWN_TEXTS, 'signer.kind', 'signer.name', 'signer.relation'],
};

const TITLES = {
  employeeSignature: 'Employee signature removed',
  clientSignature: 'Client signature removed',
};
const BOTH = 'Both signatures removed';

type Signature = keyof typeof SIGNED;

/** The signatures of employee and client. */
export const signatures = Object.keys(SIGNED) as Signature[];

const CHANGED = 'The note changed after it was signed. Please sign again.';

/** Removes signatures that were drawn, with a toast. */
export function voidSignatures(form: NoteForm, covered: readonly Signature[], description = CHANGED): void {
  const removed = covered.filter((signature) => form.getValues(signature) !== '');
  for (const signature of removed) form.setValue(signature, '');
  if (covered.includes('clientSignature')) form.setValue('sheetInk', '');
  const [first, second] = removed;
  if (!first) return;
  toast({ title: second ? BOTH : TITLES[first], description, variant: 'warning' });
}

/** Removes what the previous client chose on the signing screen. */
function clearClientSigning(form: NoteForm): void {
  form.setValue('language', '');
  form.setValue('sheetInk', '');
  if (form.getValues('dispute') === null) return;
  form.setValue('dispute', null);
  toast({
    title: 'Report removed',
    description: 'It was from the previously selected client.',
    variant: 'warning',
  });
}

/** Removes all that belongs to the previous client: what was chosen on the signing screen, who signs, the sealed code. */
export function clearClientValues(form: NoteForm): void {
  clearClientSigning(form);
  form.setValue('signer', emptyNote('').signer);
  form.setValue('sealedCode', null);
}

type VisitChanges = Partial<Pick<NoteValues, Exclude<(typeof VISIT)[number], 'category'>>>;

/** Changes fields of the visit as the user would, so that signatures that cover them are removed. */
export function changeVisit(form: NoteForm, changes: VisitChanges): void {
  const entries = Object.entries(changes) as [keyof VisitChanges, string][];
  const changed = entries.filter(([name, value]) => form.getValues(name) !== value);
  if (changed.length === 0) return;
  const { isSubmitted: shouldValidate } = form.formState;
  for (const [name, value] of changed) form.setValue(name, value, { shouldDirty: true, shouldValidate });
  voidSignatures(form, signatures);
}

type SignedRules = { rounding: RoundingRule | null | undefined; timeZone: string };

/**
 * Removes a signature, with a toast, when a field that it covers changes.
 * @param rules the rounding rule of the selected service and the time zone of the business: when a manager changes one
 * of them, the signed units or times change
 */
export function useVoidSignatures(form: NoteForm, { rounding, timeZone }: SignedRules): void {
  useEffect(() => {
    return form.subscribe({
      name: [...new Set(Object.values(SIGNED).flat())],
      exact: true,
      formState: { values: true },
      // Only changes by the user; a restored or loaded form has its own signatures.
      callback: ({ type, name }) => {
        if (type !== 'change') return;
        if (name === 'clientId') clearClientSigning(form);
        voidSignatures(
          form,
          signatures.filter((signature) => SIGNED[signature].some((field) => field === name)),
        );
      },
    });
  }, [form]);
  const signed = useWatch({ control: form.control, name: ['rounding', 'timeZone'] });
  useEffect(() => {
    // Not the watched value, which misses a form that was restored before this subscription.
    const before = form.getValues('rounding');
    if (!rounding || before === rounding) return;
    form.setValue('rounding', rounding);
    // A new form and a draft have no rule yet.
    if (before !== '') voidSignatures(form, signatures);
  }, [form, signed, rounding]);
  useEffect(() => {
    const signedZone = form.getValues('timeZone');
    if (signedZone === timeZone) return;
    // A signed text keeps the name under which it was signed.
    if (signedZone !== '' && isSameZone(signedZone, timeZone)) return;
    form.setValue('timeZone', timeZone);
    if (signedZone !== '') voidSignatures(form, signatures);
  }, [form, signed, timeZone]);
}
