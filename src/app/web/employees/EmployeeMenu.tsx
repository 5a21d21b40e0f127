import { Link } from '@tanstack/react-router';
import { CircleUserRound, KeyRound, Mail, UserPlus } from 'lucide-react';
import { ActionsMenu } from '#platform/web/ui/ActionsMenu.tsx';
import { MenuItem } from '#platform/web/ui/Menu.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import type { Person } from '#features/people/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import type { EmployeeDialog } from './EmployeeDialogs.tsx';

type EmployeeMenuProps = { person: Person; onChoose: (dialog: EmployeeDialog) => void };

/** The actions of an employee's row. */
export function EmployeeMenu({ person, onChoose }: EmployeeMenuProps) {
  const user = useUser();
  const isActive = person.status !== 'inactive';
  return (
    <ActionsMenu name={fullNameOf(person)}>
      <MenuItem
        icon={<CircleUserRound aria-hidden />}
        render={(props) => (
          <Link to="/profile/$employeeId" params={{ employeeId: String(person.id) }} {...props} />
        )}
      >
        View profile
      </MenuItem>
      {person.id !== user.id && isActive && (
        <MenuItem icon={<Mail aria-hidden />} onSelect={() => onChoose({ kind: 'message', person })}>
          Send message
        </MenuItem>
      )}
      {isActive && (
        <MenuItem icon={<UserPlus aria-hidden />} onSelect={() => onChoose({ kind: 'assign', person })}>
          Assign client
        </MenuItem>
      )}
      {person.can.handlePassword && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onChoose({ kind: 'password', person })}>
          Reset password
        </MenuItem>
      )}
    </ActionsMenu>
  );
}
