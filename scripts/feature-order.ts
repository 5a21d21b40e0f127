/** The features in their order: each imports only from earlier ones. `npm run docs` writes the list to docs/architecture.md. */
export const featureContents: Readonly<Record<string, string>> = {
  businesses: 'Businesses (tenants): registration, settings, claim.',
  services: 'What the business offers: names, codes, rates by day, rounding.',
  sessions: 'Tokens, sessions of requests, the signed-in user in the browser.',
  people: 'Users, their profiles and roles.',
  auth: 'Log in, passwords, two-factor authentication, registration of admins.',
  files: 'Stored files and orphaned files.',
  pictures: 'Profile pictures.',
  clients: 'Clients, assignments, authorizations, signature codes, balance of units.',
  units: 'The ledger of units.',
  mail: 'Internal messages and the notifications of other features.',
  time: 'Time entries.',
  notes: 'The record: lists, details, checks, receipts, disputes, what is signed, the search index.',
  submission: 'Writing it: the form, signing, drafts, notes without a network, the account it uses.',
  review: 'Decisions: the queue, the management table, reports.',
  evidence: 'Verification of signed notes, their PDF.',
  forecast: 'How long units last, burn-down, alerts.',
  search: 'Search in notes.',
  documents: 'Documents of clients.',
  resources: 'Files and links shared with the team.',
  announcements: 'Announcements.',
  payroll: 'Hours by week, exports.',
  invoices: 'Invoices of approved notes, payments.',
  statements: 'Statements of visits and units for clients.',
  imports: 'Records from spreadsheets: preview, then all rows or none.',
  subscription: 'Plans and payments.',
  exports: 'Background jobs that make files: the export of a whole business.',
  packets: 'Audit-day packets: gaps of visits, PDF and ZIP file for an auditor.',
  audit: 'Audit log: screens, export, verification, checkpoints.',
  dashboard: 'Totals and recent notes.',
};

export const featureOrder: readonly string[] = Object.keys(featureContents);

/** Compares the positions of two features. A feature that is not in the list comes last. */
export function comesLater(feature: string, other: string): boolean {
  return position(feature) > position(other);
}

function position(feature: string): number {
  const index = featureOrder.indexOf(feature);
  return index === -1 ? featureOrder.length : index;
}
