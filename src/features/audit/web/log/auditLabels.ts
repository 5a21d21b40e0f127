import { formatDay } from '#platform/web/format.ts';
import type { AuditRow } from '#features/audit/web/queries.ts';
import { reviewReasonLabels } from '#features/notes/reviewRules.ts';

/** The labels of the objects in the log. */
export const objectLabels: Record<string, string> = {
  announcement: 'Announcement',
  assignment: 'Assignment',
  audit: 'Audit log',
  business: 'Business',
  business_service: 'Service',
  claim_batch: 'Claim batch',
  client: 'Client',
  document: 'Document',
  draft: 'Draft',
  import: 'Import',
  export: 'Export',
  invoice: 'Invoice',
  message: 'Message',
  note: 'Note',
  packet: 'Audit-day packet',
  payer: 'Payer',
  payroll: 'Payroll',
  person: 'Person',
  resource: 'Resource',
  service: 'Authorization',
  session: 'Session',
  subscription: 'Subscription',
  units: 'Time units',
  visit: 'Visit',
};

/** Texts that do not follow from action and object. */
const SPECIAL: Record<string, string> = {
  'assignment.assigned': 'Assigned',
  'assignment.ended': 'Ended the assignment of',
  'audit.exported': 'Exported the audit log',
  'business.changed': 'Changed the business settings',
  'business.period_closed': 'Closed the period',
  'business.period_reopened': 'Reopened the period',
  'business.registered': 'Registered the business',
  'business_service.added': 'Added service',
  'business_service.archived': 'Archived service',
  'business_service.changed': 'Changed service',
  'business_service.ordered': 'Reordered services',
  'claim_batch.decided': 'Recorded decisions of payer',
  'claim_batch.exported': 'Exported claims to payer',
  'client.code_locked': 'Was locked out of the signature code for client',
  'client.code_refused': 'Entered a wrong signature code for client',
  'document.recorded': 'Recorded document',
  'import.committed': 'Imported records from',
  'import.uploaded': 'Uploaded spreadsheet',
  'export.downloaded': 'Downloaded export',
  'export.requested': 'Started export',
  'invoice.changed': 'Changed the draft of invoice',
  'invoice.deleted': 'Deleted the draft of invoice',
  'invoice.drafted': 'Made a draft of invoice',
  'invoice.payment_recorded': 'Recorded a payment of invoice',
  'note.check_explained': 'Marked a check as explained on note',
  'note.check_explanation_removed': 'Removed the explanation of a check on note',
  'note.rated': 'Changed the rate of note',
  'note.receipt_created': 'Made a new receipt link of note',
  'note.receipt_revoked': 'Revoked the receipt link of note',
  'note.disputed': 'Client disputed note',
  'note.dispute_answered': 'Answered the dispute of note',
  'note.held': 'Put on hold note',
  'note.resubmitted': 'Resubmitted note',
  'note.resumed': 'Resumed the review of note',
  'note.returned': 'Sent back note',
  'payer.added': 'Added payer',
  'payer.changed': 'Changed payer',
  'payroll.exported': 'Exported payroll hours',
  'person.password_changed': 'Changed the password of',
  'person.password_issued': 'Set a temporary password for',
  'person.password_reset': 'Reset the forgotten password of',
  'person.password_revealed': 'Viewed the temporary password of',
  'person.picture_changed': 'Changed the picture of',
  'person.picture_removed': 'Removed the picture of',
  'person.reset_requested': 'Sent a password reset link to',
  'person.signed_in': 'Logged in',
  'person.signed_out': 'Logged out',
  'person.two_step_disabled': 'Turned off two-factor authentication for',
  'person.two_step_enabled': 'Turned on two-factor authentication for',
  'person.sending_allowed': 'Allowed one send-only login for',
  'person.two_step_removed': 'Reset two-factor authentication for',
  'person.signed_out_on_device': 'Ended a session of',
  'person.signed_out_everywhere': 'Ended all sessions of',
  'person.two_step_set_up': 'Started to set up two-factor authentication for',
  'session.ended': 'Ended a session',
  'subscription.canceled': 'Canceled the subscription',
  'subscription.changed': 'The subscription changed',
  'subscription.payment_method_changed': 'Changed the payment method',
  'subscription.payment_method_opened': 'Opened the payment method',
  'subscription.plan_changed': 'Changed the plan',
  'subscription.reactivated': 'Reactivated the subscription',
  'units.adjusted': 'Changed the total units for',
};

type Action = Pick<AuditRow, 'action' | 'object'>;

/** The action without the object's name: 'Approved note'. */
export function describeAction({ action, object }: Action): string {
  const special = SPECIAL[`${object}.${action}`];
  if (special !== undefined) return special;
  const verb = action.replaceAll('_', ' ');
  const noun = object === 'person' ? '' : ` ${(objectLabels[object] ?? object).toLowerCase()}`;
  return verb.charAt(0).toUpperCase() + verb.slice(1) + noun;
}

/** Objects shown without a number. */
const WITHOUT_NUMBER = new Set(['audit', 'payroll', 'subscription', 'business', 'session', 'visit']);

/** Actions whose object is the actor. */
const ON_ACTOR = new Set(['signed_in', 'signed_out']);

/** The object's name, otherwise its number; null if it has neither. */
export function subjectOf({ action, object, objectId, objectName }: Subject) {
  if (object === 'person' && ON_ACTOR.has(action)) return null;
  if (objectName !== null) return objectName;
  // Rows from before labels were stored.
  if (object === 'assignment') return 'an employee to a client';
  return objectId === null || WITHOUT_NUMBER.has(object) ? null : String(objectId);
}

type Subject = Pick<AuditRow, 'action' | 'object' | 'objectId' | 'objectName'>;

const detailLabels: [key: string, label: (value: string) => string][] = [
  ['version', (value) => `version ${value}`],
  ['units', (value) => `${value} units`],
  ['minutes', (value) => `${value} minutes`],
  ['delta', (value) => `${value.startsWith('-') ? '−' : '+'}${value.replace('-', '')} units`],
  ['available', (value) => `${value} available`],
  ['total', (value) => `total ${value}`],
  ['amount', (value) => `amount ${value}`],
  ['visits', (value) => (value === '1' ? '1 visit' : `${value} visits`)],
  ['created', (value) => `${value} added`],
  ['unchanged', (value) => `${value} unchanged`],
  ['seed', (value) => `seed ${value}`],
  ['rows', (value) => `${value} rows`],
  ['format', (value) => value.toUpperCase()],
  ['reasonCode', (value) => reviewReasonLabels[value as keyof typeof reviewReasonLabels] ?? value],
  ['lockedThrough', (value) => `through ${formatDay(value)}`],
  ['previousLockedThrough', (value) => `previously through ${formatDay(value)}`],
  ['undecided', (value) => `${value} undecided`],
  ['unitRate', (value) => `rate ${value}`],
  ['previousUnitRate', (value) => `previous rate ${value}`],
  ['reason', (value) => `Reason: ${value}`],
];

/** The details of a row: 'version 1 · 9.00 units'. */
export function describeDetails({ details }: Pick<AuditRow, 'details'>): string {
  const labels = detailLabels.flatMap(([key, label]) => {
    const value = details[key];
    return typeof value === 'string' || typeof value === 'number' ? [label(String(value))] : [];
  });
  if (details['selfReview'] === true) labels.push('own note');
  return labels.join(' · ');
}

/** Labels of fields that do not follow from their names. */
const fieldLabels: Record<string, string> = {
  companyName: 'client ID',
  category: 'service',
  serviceId: 'service',
  reference: 'authorization number',
  serviceDescription: 'description',
  unitRate: 'rate per unit',
  rates: 'rates',
  totalTimeUnits: 'total time units',
};

/** The fields that a change of a client or an authorization set: 'Phone, client ID'. */
export function describeChanges({ details }: Pick<AuditRow, 'details'>): string {
  const { changed } = details;
  if (!Array.isArray(changed)) return '';
  const labels = changed.map((field) => fieldLabels[String(field)] ?? splitCamelCase(String(field)));
  const text = [...new Set(labels)].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'unitsPerWeek' as 'units per week'. */
const splitCamelCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
