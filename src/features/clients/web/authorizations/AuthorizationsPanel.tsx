import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { AuthorizationItem } from './AuthorizationItem.tsx';
import { useAuthorizations, type Authorization } from './queries.ts';

const AuthorizationDialog = lazyDialog(
  async () => (await import('./AuthorizationDialog.tsx')).AuthorizationDialog,
);

type AuthorizationsPanelProps = {
  client: Client;
  timeZone: string;
  /** Opens the form of a new authorization at first. */
  isAddRequested?: boolean;
};

/** Approved Services: the client's authorizations. */
export function AuthorizationsPanel({ client, timeZone, isAddRequested = false }: AuthorizationsPanelProps) {
  const [editing, setEditing] = useState<Authorization | null>(null);
  const [open, setOpen] = useState(isAddRequested && client.can.edit);
  const edit = (authorization: Authorization | null) => {
    setEditing(authorization);
    setOpen(true);
  };
  return (
    <Card
      title="Approved Services"
      description="The client's authorizations"
      actions={
        client.can.edit && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => edit(null)}>
            Add Service
          </Button>
        )
      }
    >
      <Authorizations client={client} timeZone={timeZone} onEdit={edit} />
      <AuthorizationDialog client={client} authorization={editing} open={open} onOpenChange={setOpen} />
    </Card>
  );
}

type AuthorizationsProps = AuthorizationsPanelProps & { onEdit: (authorization: Authorization) => void };

function Authorizations({ client, timeZone, onEdit }: AuthorizationsProps) {
  const authorizations = useAuthorizations(client.id);
  if (authorizations.isPending) return <SkeletonText lines={3} />;
  if (authorizations.isLoadingError) {
    return <QueryError title="Couldn't load services" query={authorizations} />;
  }
  if (authorizations.data.length === 0) {
    return (
      <p className="text-sm text-muted">
        No services yet. Add the services this client is approved for. If a payer authorized them, include the
        units and dates.
      </p>
    );
  }
  return (
    <ul aria-label="Services" className="divide-y divide-line">
      {authorizations.data.map((authorization) => (
        <AuthorizationItem
          key={authorization.id}
          authorization={authorization}
          timeZone={timeZone}
          editable={client.can.edit}
          onEdit={() => onEdit(authorization)}
        />
      ))}
    </ul>
  );
}
