import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { prefetchQuery } from '#platform/web/queries.ts';
import { Avatar } from '#platform/web/ui/Avatar.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SearchInput } from '#platform/web/ui/SearchInput.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { fullNameOf, roleLabel } from '#features/people/rules.ts';
import { PersonStatusBadge } from '#features/people/web/employees/PersonStatusBadge.tsx';
import { AddEmployeeDialog } from '#features/people/web/public.tsx';
import { employeesQuery, type Person } from '#features/people/web/queries.ts';
import { EmployeeDialogs, type EmployeeDialog } from './EmployeeDialogs.tsx';
import { EmployeeMenu } from './EmployeeMenu.tsx';

const columns: readonly Column<Person>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    cell: (person) => (
      <span className="flex items-center gap-3">
        <Avatar name={fullNameOf(person)} src={person.profilePicture} size="sm" />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{fullNameOf(person)}</span>
          <span className="block text-xs font-normal text-muted wrap-anywhere">@{person.username}</span>
        </span>
      </span>
    ),
  },
  { key: 'role', header: 'Role', cell: (person) => roleLabel(person.role) },
  { key: 'position', header: 'Position', cell: (person) => person.position ?? '–' },
  { key: 'department', header: 'Department', cell: (person) => person.department ?? '–' },
  { key: 'status', header: 'Status', cell: (person) => <PersonStatusBadge status={person.status} /> },
];

/** All employees of the business, for managers; a name opens the profile. */
export function EmployeesPage() {
  const navigate = useNavigate();
  const employees = useQuery(employeesQuery());
  const [adding, setAdding] = useAddDialog();
  const [query, setQuery] = useState('');
  const [dialog, setDialog] = useState<EmployeeDialog | null>(null);
  const matches = employees.data?.filter((person) => isMatch(person, query));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label="Find an employee" hideLabel className="w-full sm:w-72">
          <SearchInput
            placeholder="Name, username, department"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onClear={() => setQuery('')}
          />
        </Field>
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden />}
          className="max-sm:w-full"
          onClick={() => setAdding(true)}
        >
          Add Employee
        </Button>
      </div>
      {employees.isError ? (
        <QueryError title="Couldn't load employees" query={employees} fallback="Please try again." />
      ) : (
        <Card padded={false} className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
          <DataTable
            caption="Employees"
            columns={columns}
            rows={matches}
            rowKey={(person) => person.id}
            onOpen={({ id }) =>
              void navigate({ to: '/profile/$employeeId', params: { employeeId: String(id) } })
            }
            actions={menuFor(setDialog)}
            empty={
              <EmptyState
                icon={<UsersRound />}
                title="No employees found"
                body={`No employee matches “${query.trim()}”.`}
                action={<Button onClick={() => setQuery('')}>Show all employees</Button>}
              />
            }
          />
        </Card>
      )}
      <AddEmployeeDialog open={adding} onOpenChange={setAdding} />
      <EmployeeDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

const menuFor = (onChoose: (dialog: EmployeeDialog) => void) => (person: Person) => (
  <EmployeeMenu person={person} onChoose={onChoose} />
);

/** Open state of the Add Employee dialog. `?action=add` opens it and is then removed from the URL. */
function useAddDialog() {
  const { action } = useSearch({ from: '/employees' });
  const navigate = useNavigate({ from: '/employees' });
  const [adding, setAdding] = useState(false);
  if (action === 'add' && !adding) setAdding(true);
  useEffect(() => {
    if (action === 'add') void navigate({ search: {}, replace: true });
  }, [action, navigate]);
  return [adding, setAdding] as const;
}

function isMatch(person: Person, query: string): boolean {
  const { username, department, position, email } = person;
  const text = [fullNameOf(person), username, department, position, email].join(' ');
  return text.toLowerCase().includes(query.trim().toLowerCase());
}

EmployeesPage.prefetch = () => prefetchQuery(employeesQuery());
