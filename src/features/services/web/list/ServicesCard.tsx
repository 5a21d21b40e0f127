import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { isActive } from '#features/services/rules.ts';
import { useServices, type BusinessService } from '#features/services/web/queries.ts';
import { ArchivedService, ActiveService } from './ServiceItem.tsx';
import { useMoveService } from './useMoveService.ts';

const ServiceDialog = lazyDialog(
  async () => (await import('#features/services/web/form/ServiceDialog.tsx')).ServiceDialog,
);

/** The services of the business, to add, edit, order, archive and restore. */
export function ServicesCard() {
  const [editing, setEditing] = useState<BusinessService | null>(null);
  const [open, setOpen] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const edit = (service: BusinessService | null) => {
    setEditing(service);
    setOpen(true);
  };
  return (
    <Card
      title="Services"
      description="The services you bill for. Each service’s rounding rule sets how minutes become units."
      actions={
        <Button ref={addButton} size="sm" icon={<Plus aria-hidden />} onClick={() => edit(null)}>
          Add service
        </Button>
      }
    >
      <Services onEdit={edit} onMoved={() => addButton.current?.focus()} />
      <ServiceDialog service={editing} open={open} onOpenChange={setOpen} />
    </Card>
  );
}

type ServicesProps = {
  onEdit: (service: BusinessService) => void;
  /** Called when the pressed button is gone. */
  onMoved: () => void;
};

function Services({ onEdit, onMoved }: ServicesProps) {
  const services = useServices();
  const all = services.data ?? [];
  const active = all.filter(isActive);
  const archived = all.filter((service) => !isActive(service));
  const { move, announcement } = useMoveService(active);
  if (services.isPending) return <SkeletonText lines={5} />;
  if (services.isLoadingError) return <QueryError title="Couldn't load services" query={services} />;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul className="divide-y divide-line">
        {active.map((service, index) => (
          <ActiveService
            key={service.id}
            service={service}
            isFirst={index === 0}
            isLast={index === active.length - 1}
            onMove={(by) => void move(service, by)}
            onEdit={() => onEdit(service)}
            onArchived={onMoved}
          />
        ))}
      </ul>
      {archived.length > 0 && (
        <>
          <h3 className="mt-5 text-sm font-semibold">Archived</h3>
          <ul className="divide-y divide-line">
            {archived.map((service) => (
              <ArchivedService key={service.id} service={service} onRestored={onMoved} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
