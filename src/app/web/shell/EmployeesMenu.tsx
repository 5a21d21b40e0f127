import { UsersRound } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyMenuItems, Menu } from '#platform/web/ui/Menu.tsx';
import type { TriggerProps } from '#platform/web/ui/menuItems.ts';

const PeopleItems = lazyMenuItems(async () => (await import('./PeopleItems.tsx')).PeopleItems);

const employeesButton = (props: TriggerProps) => (
  <Button {...props} variant="ghost" icon={<UsersRound aria-hidden />} className="touch-target max-xl:px-2.5">
    <span className="max-xl:sr-only">Employees</span>
  </Button>
);

/** The menu of employees, for managers. */
export function EmployeesMenu() {
  return (
    <Menu label="Employees" align="end" className="w-72" trigger={employeesButton}>
      <PeopleItems />
    </Menu>
  );
}
