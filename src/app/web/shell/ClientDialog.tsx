import { Link } from '@tanstack/react-router';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { formatUnits } from '#platform/web/numberFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { ContactLink } from '#platform/web/ui/ContactLink.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import { useCanOpen } from '#app/web/useScreens.ts';
import { listVisibleAccounts, hasAuthorizations } from '#features/clients/accountStateRules.ts';
import { AccountList, ClientUnits } from '#features/clients/web/accounts/public.tsx';
import type { Client } from '#features/clients/web/queries.ts';

type ClientDialogProps = { client: Client; open: boolean; onOpenChange: (open: boolean) => void };

/** A client's contact data, code and remaining units. */
export function ClientDialog({ client, open, onOpenChange }: ClientDialogProps) {
  const isManager = useIsManager();
  const canOpen = useCanOpen();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={client.companyName}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          {isManager && canOpen('/clients') && (
            <Link
              to="/clients"
              search={{ client: client.id, view: 'manage' }}
              onClick={() => onOpenChange(false)}
              className={buttonClass({ variant: 'primary' })}
            >
              Manage Client
            </Link>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <Facts client={client} isManager={isManager} />
        <Units client={client} />
      </div>
    </Dialog>
  );
}

function Facts({ client, isManager }: { client: Client; isManager: boolean }) {
  const { email, phone } = client;
  const none = <span className="text-muted">Not given</span>;
  return (
    <DescriptionList
      columns={2}
      items={[
        { term: 'Contact person', value: client.contactName },
        {
          term: 'Phone',
          value: phone ? <ContactLink kind="phone" value={phone} /> : none,
        },
        {
          term: 'Email',
          value: email ? <ContactLink kind="email" value={email} /> : none,
        },
        { term: 'Address', value: client.address ?? none },
        { term: 'Signature verification code', value: <Code client={client} isManager={isManager} /> },
      ]}
    />
  );
}

function Code({ client, isManager }: { client: Client; isManager: boolean }) {
  if (!client.hasSignatureCode) return <StatusBadge tone="pending">Not assigned</StatusBadge>;
  if (isManager && client.signatureCode) {
    return <span className="tabular font-mono tracking-wider">{client.signatureCode}</span>;
  }
  return <StatusBadge tone="success">Assigned</StatusBadge>;
}

/** The client's units, and those of each account when there are several. */
function Units({ client }: { client: Client }) {
  const available = Number(client.availableTimeUnits);
  const accounts = listVisibleAccounts(client.accounts);
  const figure = `${formatUnits(available)} of ${formatUnits(client.totalTimeUnits)} units left`;
  return (
    <div>
      <Progress
        label="Available time units"
        value={available}
        max={Number(client.totalTimeUnits)}
        figure={figure}
        {...(available < 0 && { tone: 'danger' as const })}
      >
        <ClientUnits client={client} totals={['total', 'available']} text={figure} hasLink={false} />
      </Progress>
      {hasAuthorizations(client) && (
        <div className="mt-4 border-t border-line pt-4">
          <AccountList accounts={accounts} />
        </div>
      )}
    </div>
  );
}
