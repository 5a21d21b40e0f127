import { isActive } from '#features/services/rules.ts';
import type { BusinessService } from '#features/services/web/queries.ts';

/**
 * The rounding rule of the selected service; before one is selected, the rule that all services have in common, or null.
 * Undefined while the services are loading.
 */
export function findRounding(services: readonly BusinessService[] | undefined, key: string) {
  if (!services) return undefined;
  const candidates = services.filter((service) => (key === '' ? isActive(service) : service.key === key));
  const rules = new Set(candidates.map(({ rounding }) => rounding));
  const [rule] = rules;
  return rule && rules.size === 1 ? rule : null;
}
