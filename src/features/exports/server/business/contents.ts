/** Tables in an export of a business. A table that is in neither list fails the export and a test. */

/** Tables that stay behind, with the reason. */
export const LEFT_OUT_TABLES: Record<string, string> = {
  attempts: 'counts wrong guesses by address',
  business_claims: 'secrets of registrations',
  code_failures: 'counts wrong signature codes',
  export_jobs: 'the exports themselves',
  idempotency_keys: 'answers to requests of a day',
  import_chunks: 'content of uploaded spreadsheets, for a day',
  imports: 'uploaded spreadsheets with signature codes, for a day; the audit log has what was added',
  note_receipts: 'hashes of receipt links, which lead to this installation',
  orphaned_files: 'files that no record refers to',
  outgoing_mails: 'emails that are not sent yet',
  password_resets: 'secrets of links',
  provider_events: 'events of the payment provider, of all businesses',
  recovery_codes: 'secrets of two-factor authentication',
  replaced_codes: 'former signature codes',
  sandbox_subscriptions: 'payments of this installation',
  sealing_keys: 'keys of this installation',
  sessions: 'logins',
  subscriptions: 'payments of this installation',
  temporary_passwords: 'passwords',
  two_factor_secrets: 'secrets of two-factor authentication',
};

/** Columns that stay behind: secrets, and what belongs to this installation. */
export const LEFT_OUT_COLUMNS: Record<string, readonly string[]> = {
  businesses: [
    'stripe_customer_id',
    'stripe_subscription_id',
    'subscription_status',
    'subscription_period_end',
    'subscription_ends_at',
    'subscription_check_at',
    'is_creator_business',
  ],
  clients: ['signature_code'],
  note_drafts: ['client_signature_code'],
  users: ['password_hash'],
};

/** Tables whose records are in the export. */
export const EXPORTED_TABLES: readonly string[] = [
  ['announcements', 'audit_heads', 'audit_log', 'billed_notes', 'business_resources', 'businesses'],
  [
    'claim_batches',
    'claim_files',
    'claim_lines',
    'client_assignments',
    'client_inactive_periods',
    'client_services',
  ],
  ['external_ids'],
  ['client_units', 'clients', 'documents', 'invoice_payments', 'invoice_series', 'invoices'],
  ['message_counts', 'messages', 'note_checks', 'note_counts', 'note_disputes', 'note_drafts'],
  ['note_fingerprints', 'note_reviews', 'note_search', 'note_signatures', 'note_versions', 'notes'],
  ['past_assignments', 'payers', 'period_locks', 'profile_pictures', 'services', 'stored_files'],
  ['time_entries', 'unit_alerts', 'unit_ledger', 'usernames', 'users', 'visit_clocks', 'week_starts'],
].flat();

/** Secrets and settings to set up again after an import, for the manifest. */
export const NOT_INCLUDED = [
  'Passwords, temporary passwords, two-factor secrets, recovery codes and logins',
  'Signature codes of clients, former ones included, and codes in drafts',
  'Receipt links and other links with a secret',
  'The subscription and its payments',
] as const;

/** The version of the format; increases when an earlier import could not read it. */
export const EXPORT_FORMAT = 1;
export const MANIFEST_NAME = 'manifest.json';
