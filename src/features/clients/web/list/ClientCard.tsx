import { Link } from '@tanstack/react-router';
import { FileText, Mail, MapPin, Pencil, Phone, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { WorstForecast } from '#features/clients/web/accounts/WorstForecast.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { UnitTotals } from '#features/clients/web/units/UnitTotals.tsx';
import { ClientStatusBadge } from './ClientStatusBadge.tsx';

export type ClientActions = {
  onUpload: (client: Client) => void;
  onEdit: (client: Client) => void;
  onRemove: (client: Client) => void;
};

type ClientCardProps = ClientActions & { client: Client; timeZone: string };

/** One client of the grid; a click anywhere except on a button opens the record. */
export function ClientCard(props: ClientCardProps) {
  const { client, timeZone, onEdit, onRemove } = props;
  const { contactName, companyName, email, phone, address, can } = client;
  return (
    <li className="relative flex min-w-0 flex-col gap-4 rounded-md border border-line bg-surface p-4 shadow-raised hover:border-control">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">
            <Link
              to="/clients/$clientId"
              params={{ clientId: String(client.id) }}
              className="after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
            >
              {contactName}
            </Link>
          </h2>
          <p className="text-sm wrap-anywhere text-muted">{companyName}</p>
        </div>
        <div className="flex flex-col items-end gap-1.5">
          <ClientStatusBadge status={client.status} />
          <WorstForecast accounts={client.accounts} />
        </div>
      </div>
      <ul className="flex flex-1 flex-col gap-1 text-sm">
        {email && <ContactLine icon={<Mail aria-hidden />}>{email}</ContactLine>}
        {phone && <ContactLine icon={<Phone aria-hidden />}>{phone}</ContactLine>}
        {address && <ContactLine icon={<MapPin aria-hidden />}>{address}</ContactLine>}
      </ul>
      <UnitTotals client={client} leftLabel="Left" />
      <DocumentButtons {...props} />
      <div className="-mb-1.5 flex items-center justify-between gap-2">
        <p className="text-sm text-muted">Added {formatDate(client.createdAt, timeZone)}</p>
        <div className="relative z-1 -mr-2 flex">
          {can.edit && (
            <IconButton
              label={`Edit ${contactName}`}
              icon={<Pencil aria-hidden />}
              onClick={() => onEdit(client)}
            />
          )}
          {can.remove && (
            <IconButton
              label={`Delete ${contactName}`}
              icon={<Trash2 aria-hidden />}
              onClick={() => onRemove(client)}
            />
          )}
        </div>
      </div>
    </li>
  );
}

function DocumentButtons({ client, onUpload }: ClientCardProps) {
  const forClient = <span className="sr-only"> for {client.contactName}</span>;
  return (
    <div className="relative z-1 flex gap-2 *:flex-1">
      <Link
        to="/clients/$clientId/documents"
        params={{ clientId: String(client.id) }}
        className={buttonClass({ size: 'sm' })}
      >
        <FileText aria-hidden />
        <span>Documents{forClient}</span>
      </Link>
      {client.can.edit && (
        <Button size="sm" icon={<Upload aria-hidden />} onClick={() => onUpload(client)}>
          <span>
            Upload<span className="sr-only"> a document for {client.contactName}</span>
          </span>
        </Button>
      )}
    </div>
  );
}

function ContactLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-muted [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
