import { Link, useNavigate } from '@tanstack/react-router';
import { FileText, Pencil, Trash2, Upload } from 'lucide-react';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { formatDay } from '#platform/web/format.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { ClientUnits } from '#features/clients/web/accounts/ClientUnits.tsx';
import { WorstForecast } from '#features/clients/web/accounts/WorstForecast.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import type { ClientActions } from './ClientCard.tsx';
import { ClientStatusBadge } from './ClientStatusBadge.tsx';

/** The day of each client's latest visit, by the client's id. */
export type LastVisits = ReadonlyMap<number, string>;

type ClientTableProps = ClientActions & {
  /** Undefined while loading. */
  rows: readonly Client[] | undefined;
  lastVisits: LastVisits | undefined;
};

const columnsWith = (lastVisits: LastVisits | undefined): Column<Client>[] => [
  { key: 'name', header: 'Name', primary: true, cell: (client) => client.contactName },
  { key: 'id', header: 'Client ID', cell: (client) => client.companyName },
  { key: 'units', header: 'Units left', className: 'w-56', cell: (client) => <UnitsBar client={client} /> },
  { key: 'forecast', header: 'Unit status', cell: ({ accounts }) => <WorstForecast accounts={accounts} /> },
  {
    key: 'visit',
    header: 'Last visit',
    className: 'whitespace-nowrap',
    cell: ({ id }) => lastVisits && formatVisit(lastVisits.get(id)),
  },
  { key: 'code', header: 'Code', cell: (client) => (client.hasSignatureCode ? 'Yes' : 'No') },
  { key: 'status', header: 'Status', cell: ({ status }) => <ClientStatusBadge status={status} /> },
];

const formatVisit = (day: string | undefined) => (day === undefined ? 'None yet' : formatDay(day));

/** Clients as a table, for wide screens; a row opens the record. */
export function ClientTable({ rows, lastVisits, ...actions }: ClientTableProps) {
  const navigate = useNavigate();
  return (
    <div className="rounded-md border border-line bg-surface shadow-raised">
      <DataTable
        caption="Clients"
        columns={columnsWith(lastVisits)}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/clients/$clientId', params: { clientId: String(id) } })}
        actions={createRowActions(actions)}
        skeletonRows={6}
      />
    </div>
  );
}

function UnitsBar({ client }: { client: Client }) {
  const left = Number(client.availableTimeUnits);
  const total = Number(client.totalTimeUnits);
  const figure =
    left < 0 ? `${formatUnits(-left)} units over` : `${formatUnits(left)} of ${formatUnits(total)}`;
  return (
    <Progress
      label="Units left"
      hideLabel
      figure={figure}
      value={left < 0 ? 1 : left}
      max={left < 0 ? 1 : total}
      tone={left < 0 ? 'danger' : 'accent'}
    >
      <ClientUnits
        client={client}
        totals={['total', 'available']}
        text={figure}
        name={left < 0 ? figure : `${figure} units`}
      />
    </Progress>
  );
}

type RowActionsProps = ClientActions & { client: Client };

const createRowActions = (actions: ClientActions) => (client: Client) => (
  <RowActions client={client} {...actions} />
);

function RowActions({ client, onUpload, onEdit, onRemove }: RowActionsProps) {
  const { contactName: name, can } = client;
  return (
    <>
      <Link
        to="/clients/$clientId/documents"
        params={{ clientId: String(client.id) }}
        aria-label={`Documents for ${name}`}
        data-tooltip
        className={buttonClass({ variant: 'ghost', shape: 'icon' })}
      >
        <FileText aria-hidden />
      </Link>
      {can.edit && (
        <>
          <IconButton
            label={`Upload a document for ${name}`}
            icon={<Upload aria-hidden />}
            onClick={() => onUpload(client)}
          />
          <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden />} onClick={() => onEdit(client)} />
        </>
      )}
      {can.remove && (
        <IconButton label={`Delete ${name}`} icon={<Trash2 aria-hidden />} onClick={() => onRemove(client)} />
      )}
    </>
  );
}
