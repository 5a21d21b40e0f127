/** Components of services for other features. */
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { isActive, toShortServiceName } from '#features/services/rules.ts';
import { useServices, type BusinessService } from './queries.ts';

export { ServicesCard } from './list/ServicesCard.tsx';

/** The options of a select; archived services are named as such. */
export const toServiceOptions = (services: readonly BusinessService[]) =>
  services.map((service) => ({
    value: service.key,
    label: toShortServiceName(service.name) + (isActive(service) ? '' : ' (archived)'),
  }));

type ServiceFilterProps = {
  label: string;
  /** The label of no filter: 'All services'. */
  all: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A filter by service, archived ones included, because they keep their notes. */
export function ServiceFilter(props: ServiceFilterProps) {
  const services = useServices().data ?? [];
  return <FilterSelect {...props} options={toServiceOptions(services)} />;
}
