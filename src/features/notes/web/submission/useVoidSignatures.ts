import { useEffect } from 'react';
import { toast } from '#platform/web/toast.ts';
import type { NoteValues } from './noteForm.ts';
import type { NoteForm } from './useNoteForm.ts';

const VISIT = ['clientId', 'workDate', 'startTime', 'endTime'] as const;
const TEXTS = ['description', 'research', 'summary'] as const;

/** The fields that each signature covers (`employeeStatement`, `clientStatement`); the code identifies the client. */
const SIGNED: Record<'employeeSignature' | 'clientSignature', readonly (keyof NoteValues)[]> = {
  employeeSignature: [...VISIT, ...TEXTS],
  clientSignature: [...VISIT, 'clientSignatureCode'],
};

const TITLES = {
  employeeSignature: 'Employee signature removed',
  clientSignature: 'Client signature removed',
};
const BOTH = 'Both signatures removed';

type Signature = keyof typeof SIGNED;

const signatures = Object.keys(SIGNED) as Signature[];

/** Removes a signature, with a toast, when a field that it covers changes. */
export function useVoidSignatures(form: NoteForm): void {
  useEffect(
    () =>
      form.subscribe({
        name: [...new Set(Object.values(SIGNED).flat())],
        // Without it 'clientSignature' would also match 'clientSignatureCode'.
        exact: true,
        formState: { values: true },
        // Only changes by the user; a restored or loaded form has its own signatures.
        callback: ({ type, name, values }) => {
          if (type !== 'change') return;
          const removed = signatures.filter(
            (signature) => values[signature] !== '' && SIGNED[signature].some((field) => field === name),
          );
          for (const signature of removed) form.setValue(signature, '');
          const [first, second] = removed;
          if (!first) return;
          const description = 'The note changed after it was signed. Please sign again.';
          toast({ title: second ? BOTH : TITLES[first], description });
        },
      }),
    [form],
  );
}
