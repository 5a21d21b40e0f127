/** The order of features: each imports only from earlier ones. docs/architecture.md has the same list. */
export const featureOrder = [
  'businesses',
  'services',
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
  'submission',
  'review',
  'evidence',
  'forecast',
  'search',
  'documents',
  'resources',
  'announcements',
  'payroll',
  'invoices',
  'statements',
  'imports',
  'subscription',
  'audit',
  'exports',
  'packets',
  'dashboard',
];

/** Whether a feature comes after another one. A feature that is not in the list comes last. */
export function comesLater(feature: string, other: string): boolean {
  return position(feature) > position(other);
}

function position(feature: string): number {
  const index = featureOrder.indexOf(feature);
  return index === -1 ? featureOrder.length : index;
}
