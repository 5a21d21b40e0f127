import { ContactLink } from '#platform/web/ui/ContactLink.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { ClientStatusBadge } from '#features/clients/web/list/ClientStatusBadge.tsx';
import type { Client } from '#features/clients/web/queries.ts';

/** Name, status and contact details of a client. */
export function ContactDetails({ client, columns = 1 }: { client: Client; columns?: 1 | 2 }) {
  const { email, phone, address } = client;
  return (
    <DescriptionList
      columns={columns}
      items={[
        { term: 'Client ID', value: client.companyName },
        { term: 'Contact Name', value: client.contactName },
        { term: 'Status', value: <ClientStatusBadge status={client.status} /> },
        { term: 'Phone', value: <ContactLink kind="phone" value={phone} /> },
        { term: 'Email', value: <ContactLink kind="email" value={email} /> },
        { term: 'Address', value: address },
      ]}
    />
  );
}
