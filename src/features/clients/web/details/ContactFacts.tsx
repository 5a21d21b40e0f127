import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { ClientStatusBadge } from '#features/clients/web/list/ClientStatusBadge.tsx';

const linkClass =
  'text-accent-ink underline wrap-anywhere pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** Name, status and contact details of a client. */
export function ContactFacts({ client, columns = 1 }: { client: Client; columns?: 1 | 2 }) {
  const { email, phone, address } = client;
  return (
    <DescriptionList
      columns={columns}
      items={[
        { term: 'Client ID', value: client.companyName },
        { term: 'Contact Name', value: client.contactName },
        { term: 'Status', value: <ClientStatusBadge status={client.status} /> },
        {
          term: 'Phone',
          value: phone && (
            <a className={linkClass} href={`tel:${phone}`}>
              {phone}
            </a>
          ),
        },
        {
          term: 'Email',
          value: email && (
            <a className={linkClass} href={`mailto:${email}`}>
              {email}
            </a>
          ),
        },
        { term: 'Address', value: address },
      ]}
    />
  );
}
