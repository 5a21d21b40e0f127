import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus, UserCog, UsersRound } from 'lucide-react';
import { fullNameOf } from '../../../features/auth/web/queries.ts';
import { peopleQuery } from '../../../features/people/web/queries.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../platform/web/ui/Menu.tsx';
import type { TriggerProps } from '../../../platform/web/ui/useDisclosure.ts';
import { useFinds } from '../screens.ts';

const employeesButton = (props: TriggerProps) => (
  <Button {...props} variant="ghost" icon={<UsersRound aria-hidden />} className="touch-target max-xl:px-2.5">
    <span className="max-xl:sr-only">Employees</span>
  </Button>
);

/** People at hand, for managers. */
export function EmployeesMenu() {
  const finds = useFinds();
  return (
    <Menu label="Employees" align="end" className="max-h-96 w-72" trigger={employeesButton}>
      <MenuLabel>Employees</MenuLabel>
      <PeopleItems />
      <MenuSeparator />
      {finds('/management') && (
        <MenuItem
          icon={<UserPlus aria-hidden />}
          render={(props) => <Link to="/management" search={{ action: 'add' }} {...props} />}
        >
          Add employee
        </MenuItem>
      )}
      <MenuItem icon={<UserCog aria-hidden />} render={(props) => <Link to="/employees" {...props} />}>
        Manage all employees
      </MenuItem>
    </Menu>
  );
}

function PeopleItems() {
  const people = useQuery(peopleQuery());
  if (people.isError) {
    return (
      <MenuItem onSelect={() => void people.refetch()}>Employees could not be loaded. Try again</MenuItem>
    );
  }
  if (!people.data) return <p className="px-2.5 py-2 text-sm text-muted">Loading</p>;
  return people.data.map((person) => (
    <MenuItem
      key={person.id}
      render={(props) => (
        <Link to="/profile/$employeeId" params={{ employeeId: String(person.id) }} {...props} />
      )}
    >
      <span className="block truncate font-medium">{fullNameOf(person)}</span>
      <span className="block truncate text-xs text-muted">
        {[person.position, person.department].filter(Boolean).join(', ') || `@${person.username}`}
      </span>
    </MenuItem>
  ));
}
