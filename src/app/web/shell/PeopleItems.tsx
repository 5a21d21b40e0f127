import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserCog, UserPlus } from 'lucide-react';
import { MenuItem, MenuLabel, MenuRows, MenuSeparator } from '#platform/web/ui/Menu.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery } from '#features/people/web/queries.ts';
import { useCanOpen } from '#app/web/useScreens.ts';

/** The items of the employees menu. */
export function PeopleItems() {
  const canOpen = useCanOpen();
  const people = useQuery(peopleQuery());
  return (
    <>
      <MenuLabel>Employees</MenuLabel>
      <MenuRows query={people} nameOf={fullNameOf} failed="Couldn’t load employees">
        {(person) => (
          <MenuItem
            key={person.id}
            render={(props) => (
              <Link to="/profile/$employeeId" params={{ employeeId: String(person.id) }} {...props} />
            )}
          >
            <span className="block truncate font-medium">{fullNameOf(person)}</span>
            <span className="block truncate text-xs text-muted">
              {[person.position, person.department].filter(Boolean).join(', ') || person.username}
            </span>
          </MenuItem>
        )}
      </MenuRows>
      <MenuSeparator />
      {canOpen('/management') && (
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
    </>
  );
}
