/** The order of features: each imports only from those before it. `docs/architecture.md` shows the same list. */
export const featureOrder = [
  'businesses',
  'sessions',
  'people',
  'auth',
  'files',
  'pictures',
  'clients',
  'units',
  'mail',
  'time',
  'notes',
  'search',
  'documents',
  'resources',
  'announcements',
  'payroll',
  'subscription',
  'audit',
  'dashboard',
];

/** Whether the first feature comes after the second; one that is not in the list comes after all. */
export function comesLater(feature: string, other: string): boolean {
  return position(feature) > position(other);
}

function position(feature: string): number {
  const index = featureOrder.indexOf(feature);
  return index === -1 ? featureOrder.length : index;
}
