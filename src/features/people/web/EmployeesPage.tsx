import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fullNameOf, roleLabel } from '#features/people/rules.ts';
import { PersonDialog } from './employees/PersonDialog.tsx';
import { PersonStatusBadge } from './employees/PersonStatusBadge.tsx';
import { AddEmployeeDialog } from './public.tsx';
import { employeesQuery } from './queries.ts';
import type { Person } from './queries.ts';
import { messageOf } from '#platform/web/apiError.ts';
import { plural } from '#platform/web/format.ts';
import { readAhead } from '#platform/web/queries.ts';
import { Avatar } from '#platform/web/ui/Avatar.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { SearchInput } from '#platform/web/ui/SearchInput.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';

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
          <span className="block text-xs font-normal text-muted wrap-anywhere">{person.username}</span>
        </span>
      </span>
    ),
  },
  { key: 'role', header: 'Role', cell: (person) => roleLabel(person.role) },
  { key: 'position', header: 'Position', cell: (person) => person.position ?? '–' },
  { key: 'department', header: 'Department', cell: (person) => person.department ?? '–' },
  { key: 'status', header: 'Status', cell: (person) => <PersonStatusBadge status={person.status} /> },
];

/** Everybody of the business, for managers. */
export function EmployeesPage() {
  const { person: openId } = useSearch({ from: '/employees' });
  const navigate = useNavigate({ from: '/employees' });
  const employees = useQuery(employeesQuery());
  const [adding, setAdding] = useAdding();
  const [sought, setSought] = useState('');
  const found = employees.data?.filter((person) => isSought(person, sought));
  const open = (person?: number) => void navigate({ search: person ? { person } : {}, resetScroll: false });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label="Find an employee" hideLabel className="w-full sm:w-72">
          <SearchInput
            placeholder="Name, username, department"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            onClear={() => setSought('')}
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
        <ErrorState
          title="Employees could not be loaded"
          body={messageOf(employees.error, 'Please try again.')}
          onRetry={() => void employees.refetch()}
          retrying={employees.isFetching}
        />
      ) : (
        <Card padded={false} className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
          <DataTable
            caption="Employees"
            columns={columns}
            rows={found}
            rowKey={(person) => person.id}
            onOpen={(person) => open(person.id)}
            empty={
              <EmptyState
                icon={<UsersRound />}
                title="Nobody found"
                body={`None of ${plural(employees.data?.length ?? 0, 'person', 'people')} fits what you typed.`}
                action={<Button onClick={() => setSought('')}>Show everybody</Button>}
              />
            }
          />
        </Card>
      )}
      <AddEmployeeDialog open={adding} onOpenChange={setAdding} />
      <PersonDialog person={employees.data?.find((one) => one.id === openId)} onClose={() => open()} />
    </div>
  );
}

/** Whether somebody is being added. `?action=add` begins it; the query is cleared then. */
function useAdding() {
  const { action } = useSearch({ from: '/employees' });
  const navigate = useNavigate({ from: '/employees' });
  const [adding, setAdding] = useState(false);
  if (action === 'add' && !adding) setAdding(true);
  useEffect(() => {
    if (action === 'add') void navigate({ search: {}, replace: true });
  }, [action, navigate]);
  return [adding, setAdding] as const;
}

function isSought(person: Person, sought: string): boolean {
  const text = [fullNameOf(person), person.username, person.department, person.position, person.email].join(
    ' ',
  );
  return text.toLowerCase().includes(sought.trim().toLowerCase());
}

EmployeesPage.readAhead = () => readAhead(employeesQuery());
