import { useLast } from '#platform/web/useLast.ts';
import { ResetPasswordDialog } from '#features/auth/web/public.tsx';
import { AssignClientDialog } from '#features/clients/web/assignments/public.tsx';
import { SendMessageDialog } from '#features/mail/web/public.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import type { Person } from '#features/people/web/queries.ts';

export type EmployeeDialog = { kind: 'message' | 'assign' | 'password'; person: Person };

type EmployeeDialogsProps = { dialog: EmployeeDialog | null; onClose: () => void };

/** The dialog selected in the row menu of an employee. */
export function EmployeeDialogs({ dialog, onClose }: EmployeeDialogsProps) {
  const person = useLast(dialog?.person);
  if (!person) return null;
  const named = { id: person.id, name: fullNameOf(person) };
  const state = (kind: EmployeeDialog['kind']) => ({
    open: dialog?.kind === kind,
    onOpenChange: (open: boolean) => !open && onClose(),
  });
  return (
    <div key={person.id} className="contents">
      <SendMessageDialog recipient={named} {...state('message')} />
      <AssignClientDialog employee={named} {...state('assign')} />
      <ResetPasswordDialog person={named} {...state('password')} />
    </div>
  );
}
