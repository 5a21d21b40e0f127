import { UserMinus } from 'lucide-react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { Avatar } from '#platform/web/ui/Avatar.tsx';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { DEFAULT_ASSIGNMENT_ROLE } from '#features/clients/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { useEndAssignment, type Assignment } from './queries.ts';

type AssignmentItemProps = { assignment: Assignment; clientName: string; removable: boolean };

/** One assigned employee, who can be removed. */
export function AssignmentItem({ assignment, clientName, removable }: AssignmentItemProps) {
  const end = useEndAssignment();
  const { employee, role, notes } = assignment;
  const name = fullNameOf(employee);
  const remove = () =>
    confirmChange({
      title: `Remove ${name} from ${clientName}?`,
      body: `${name} will no longer see this client or write notes for them. Existing notes are kept.`,
      confirmLabel: 'Remove',
      change: () => end.mutateAsync(assignment.id),
      done: 'Employee assignment removed',
      failed: 'Failed to remove assignment',
    });
  return (
    <li className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
      <Avatar name={name} size="sm" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {role !== DEFAULT_ASSIGNMENT_ROLE && <Badge>{role}</Badge>}
        </div>
        {employee.department && <p className="text-sm text-muted">{employee.department}</p>}
        {notes && <p className="text-sm wrap-anywhere text-muted">{notes}</p>}
      </div>
      {removable && (
        <IconButton
          label={`Remove ${name}`}
          icon={<UserMinus aria-hidden />}
          pending={end.isPending}
          onClick={() => void remove()}
        />
      )}
    </li>
  );
}
