import { useEffect } from 'react';
import { toast } from '#platform/web/toast.ts';
import type { NoteValues } from './noteForm.ts';
import type { NoteForm } from './useNoteForm.ts';

const VISIT = ['clientId', 'workDate', 'startTime', 'endTime'] as const;
const TEXTS = ['description', 'research', 'summary'] as const;

/** What each signature stands under, as `employeeSigns` and `clientSigns` say it; the code says which client it is. */
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

/** Takes a signature away, and says so, when what it stands under is changed: nobody has signed the new words. */
export function useVoidSignatures(form: NoteForm): void {
  useEffect(
    () =>
      form.subscribe({
        name: [...new Set(Object.values(SIGNED).flat())],
        // 'clientSignature' begins like 'clientSignatureCode' and must not count.
        exact: true,
        formState: { values: true },
        // Only what a person changes; a restored or loaded form brings its own signatures or none.
        callback: ({ type, name, values }) => {
          if (type !== 'change') return;
          const removed = signatures.filter(
            (signature) => values[signature] !== '' && SIGNED[signature].some((field) => field === name),
          );
          for (const signature of removed) form.setValue(signature, '');
          const [first, second] = removed;
          if (!first) return;
          const description = 'What was signed has been changed since. Please sign again.';
          toast({ title: second ? BOTH : TITLES[first], description });
        },
      }),
    [form],
  );
}
