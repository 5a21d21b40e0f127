import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { useClientServices, type Client } from '#features/clients/web/queries.ts';
import { AddServiceDialog } from './AddServiceDialog.tsx';
import { ServiceItem } from './ServiceItem.tsx';

/** Approved Services of the Manage dialog. */
export function ServicesPanel({ client, timeZone }: { client: Client; timeZone: string }) {
  const [adding, setAdding] = useState(false);
  return (
    <Card
      headingLevel={3}
      title="Approved Services"
      actions={
        client.can.edit && (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
            Add Service
          </Button>
        )
      }
    >
      <Services client={client} timeZone={timeZone} />
      <AddServiceDialog client={client} open={adding} onOpenChange={setAdding} />
    </Card>
  );
}

function Services({ client, timeZone }: { client: Client; timeZone: string }) {
  const services = useClientServices(client.id);
  if (services.isPending) return <SkeletonText lines={3} />;
  if (services.isLoadingError) {
    return <QueryError title="Couldn't load services" query={services} />;
  }
  if (services.data.length === 0) {
    return (
      <p className="text-sm text-muted">No services yet. Add the services this client is approved for.</p>
    );
  }
  return (
    <ul aria-label="Services" className="divide-y divide-line">
      {services.data.map((service) => (
        <ServiceItem key={service.id} service={service} timeZone={timeZone} removable={client.can.edit} />
      ))}
    </ul>
  );
}
