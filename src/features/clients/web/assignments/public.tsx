/** The components of assignments for other features. */

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog, lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { AssignedClientsProps } from './AssignedClients.tsx';
import { AssignmentItem } from './AssignmentItem.tsx';
import { useClientAssignments } from './queries.ts';

const ClientsOfEmployee = lazyComponent<AssignedClientsProps>(
  async () => (await import('./AssignedClients.tsx')).AssignedClients,
  <Skeleton className="h-64" />,
);

/** The Assign Client dialog of an employee. */
export const AssignClientDialog = lazyDialog(
  async () => (await import('./AssignClientDialog.tsx')).AssignClientDialog,
);

const AssignEmployeeDialog = lazyDialog(
  async () => (await import('./AssignEmployeeDialog.tsx')).AssignEmployeeDialog,
);

/** Assigned Clients of an employee; begins with a heading of level 2. */
export function AssignedClients(props: AssignedClientsProps) {
  return <ClientsOfEmployee key={props.employee.id} {...props} />;
}

type AssignedEmployeesProps = { clientId: number; clientName: string; editable: boolean };

/** Assigned Employees: the employees who see a client and write notes for them. */
export function AssignedEmployees({ clientId, clientName, editable }: AssignedEmployeesProps) {
  const [assigning, setAssigning] = useState(false);
  const assignments = useClientAssignments(clientId);
  const assigned = assignments.data?.map((assignment) => assignment.employeeId) ?? [];
  return (
    <Card
      title="Assigned Employees"
      actions={
        editable && (
          <Button size="sm" icon={<UserPlus aria-hidden />} onClick={() => setAssigning(true)}>
            Assign Employee
          </Button>
        )
      }
    >
      <Assignments clientId={clientId} clientName={clientName} editable={editable} />
      <AssignEmployeeDialog
        clientId={clientId}
        clientName={clientName}
        assigned={assigned}
        open={assigning}
        onOpenChange={setAssigning}
      />
    </Card>
  );
}

function Assignments({ clientId, clientName, editable }: AssignedEmployeesProps) {
  const assignments = useClientAssignments(clientId);
  if (assignments.isPending) return <SkeletonText lines={3} />;
  if (assignments.isLoadingError) {
    return <QueryError title="Couldn't load assigned employees" query={assignments} />;
  }
  if (assignments.data.length === 0) {
    return <p className="text-sm text-muted">No one assigned yet. Only managers can see this client.</p>;
  }
  return (
    <ul aria-label="Assigned employees" className="divide-y divide-line">
      {assignments.data.map((assignment) => (
        <AssignmentItem
          key={assignment.id}
          assignment={assignment}
          clientName={clientName}
          removable={editable}
        />
      ))}
    </ul>
  );
}
