/** Components of services for other features. */

import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { isActive, toShortServiceName } from '#features/services/rules.ts';
import { useServices, type BusinessService } from './queries.ts';

export { ServicesCard } from './list/ServicesCard.tsx';

/** The options of a select. Archived services are named as such, and those of the same name have their key. */
export function toServiceOptions(services: readonly BusinessService[]) {
  const names = services.map(({ name }) => toShortServiceName(name));
  return services.map((service, index) => {
    const name = names[index] ?? service.name;
    const isAmbiguous = names.indexOf(name) !== names.lastIndexOf(name);
    const label = isAmbiguous ? `${name} (${service.key})` : name;
    return { value: service.key, label: label + (isActive(service) ? '' : ' (archived)') };
  });
}

type ServiceFilterProps = {
  label: string;
  /** The label of no filter: 'All services'. */
  all: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A filter by service, archived ones included, because they keep their notes. */
export function ServiceFilter(props: ServiceFilterProps) {
  const { value } = props;
  const services = useServices().data;
  const options = toServiceOptions(services ?? []);
  // From an old link. The list shows an error until another service is selected.
  const isUnknown = services && value !== undefined && !services.some(({ key }) => key === value);
  return (
    <FilterSelect
      {...props}
      options={isUnknown ? [...options, { value, label: 'Unknown service' }] : options}
    />
  );
}
