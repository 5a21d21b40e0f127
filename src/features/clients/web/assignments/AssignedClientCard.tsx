import { Pencil, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { formatDate } from '#platform/web/format.ts';
import { ActionsMenu } from '#platform/web/ui/ActionsMenu.tsx';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { ContactLink } from '#platform/web/ui/ContactLink.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { MenuItem } from '#platform/web/ui/Menu.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import { ClientLink, EditClientInfoDialog } from '#features/clients/web/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { useEndAssignment, type Assignment } from './queries.ts';

type AssignedClientCardProps = {
  assignment: Assignment;
  employee: { name: string };
  /** Adds the managers' menu to the card. */
  editable: boolean;
};

/** One assigned client of an employee, with the assignment's role. */
export function AssignedClientCard({ assignment, employee, editable }: AssignedClientCardProps) {
  const { timeZone } = useUser();
  const { client, role, status, notes, assignedByName, createdAt } = assignment;
  const active = status === 'active';
  return (
    <Card
      headingLevel={3}
      title={<ClientLink clientId={client.id}>{client.companyName || 'Client ID'}</ClientLink>}
      actions={editable && <AssignmentMenu assignment={assignment} employee={employee} />}
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <Badge>{role}</Badge>
        <StatusBadge tone={active ? 'success' : 'neutral'}>{active ? 'Active' : 'Inactive'}</StatusBadge>
      </div>
      <DescriptionList
        columns={2}
        items={[
          { term: 'Contact', value: client.contactName },
          { term: 'Phone', value: <ContactLink kind="phone" value={client.phone} /> },
          { term: 'Email', value: <ContactLink kind="email" value={client.email} /> },
          { term: 'Address', value: client.address },
          { term: 'Assigned by', value: assignedByName ?? 'Manager' },
          { term: 'Assigned', value: formatDate(createdAt, timeZone) },
        ]}
      />
      {notes && (
        <p className="mt-3 rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere whitespace-pre-line">
          {notes}
        </p>
      )}
    </Card>
  );
}

type AssignmentMenuProps = Pick<AssignedClientCardProps, 'assignment' | 'employee'>;

function AssignmentMenu({ assignment, employee }: AssignmentMenuProps) {
  const [editing, setEditing] = useState(false);
  const end = useEndAssignment();
  const { client } = assignment;
  const name = client.contactName;
  const remove = () =>
    confirmChange({
      title: `Unassign ${name} from ${employee.name}?`,
      body: `${employee.name} will no longer see this client or write notes for them. Existing notes are kept.`,
      confirmLabel: 'Remove Assignment',
      change: () => end.mutateAsync(assignment.id),
      done: 'Client assignment removed',
      failed: 'Failed to remove client assignment',
    });
  return (
    <>
      <ActionsMenu name={name} label={`Assignment of ${name}`}>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setEditing(true)}>
          Edit Client Info
        </MenuItem>
        <MenuItem icon={<UserMinus aria-hidden />} danger onSelect={() => void remove()}>
          Remove Assignment
        </MenuItem>
      </ActionsMenu>
      <EditClientInfoDialog clientId={client.id} open={editing} onOpenChange={setEditing} />
    </>
  );
}
