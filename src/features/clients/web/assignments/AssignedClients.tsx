import { Plus, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Role } from '#platform/contract/role.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { AssignClientDialog } from './AssignClientDialog.tsx';
import { AssignedClientCard } from './AssignedClientCard.tsx';
import { useEmployeeAssignments } from './queries.ts';

export type AssignedClientsProps = {
  employee: { id: number; name: string; role: Role };
  /** Lets the user assign and remove clients here. */
  editable: boolean;
};

/** Assigned Clients: the clients an employee sees and writes notes for. */
export function AssignedClients({ employee, editable }: AssignedClientsProps) {
  const [assigning, setAssigning] = useState(false);
  const assignments = useEmployeeAssignments(employee.id);
  const assign = editable && (
    <Button icon={<Plus aria-hidden />} onClick={() => setAssigning(true)}>
      Assign Client
    </Button>
  );
  return (
    <Section
      title="Assigned Clients"
      actions={assignments.data !== undefined && assignments.data.length > 0 && assign}
    >
      <Clients employee={employee} editable={editable} assign={assign} />
      {editable && <AssignClientDialog employee={employee} open={assigning} onOpenChange={setAssigning} />}
    </Section>
  );
}

/** Explains why to assign clients; managers need no assignment to write a note. */
const describeAssigning = ({ name, role }: AssignedClientsProps['employee'], own: boolean): string =>
  own
    ? 'You can write notes for any client. Assign the ones you work with.'
    : role === 'employee'
      ? `Assign a client so ${name} can write notes for them.`
      : `${name} can write notes for any client. Assign the ones they work with.`;

type ClientsProps = AssignedClientsProps & { assign: ReactNode };

function Clients({ employee, editable, assign }: ClientsProps) {
  const user = useUser();
  const assignments = useEmployeeAssignments(employee.id);
  if (assignments.isPending) return <Skeleton className="h-56" />;
  if (!assignments.data) {
    return <QueryError title="Couldn't load assigned clients" query={assignments} />;
  }
  if (assignments.data.length === 0) {
    return (
      <EmptyState
        icon={<Users />}
        title="No clients assigned yet"
        body={
          editable
            ? describeAssigning(employee, employee.id === user.id)
            : 'Your manager assigns the clients you write notes for.'
        }
        action={assign}
      />
    );
  }
  return (
    <ul aria-label="Assigned clients" className="grid gap-4 xl:grid-cols-2">
      {assignments.data.map((assignment) => (
        <li key={assignment.id} className="grid">
          <AssignedClientCard assignment={assignment} employee={employee} editable={editable} />
        </li>
      ))}
    </ul>
  );
}
