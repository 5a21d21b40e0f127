import type { AuditRow } from '#features/audit/web/queries.ts';

/** The kinds of things that the log is about, as people call them. */
export const objectLabels: Record<string, string> = {
  announcement: 'Announcement',
  assignment: 'Assignment',
  audit: 'Audit log',
  business: 'Business',
  client: 'Client',
  document: 'Document',
  draft: 'Draft',
  message: 'Message',
  note: 'Note',
  payroll: 'Payroll',
  person: 'Person',
  resource: 'Resource',
  service: 'Service',
  session: 'Session',
  subscription: 'Subscription',
  units: 'Time units',
};

/** What does not follow from action and object alone. */
const SPECIAL: Record<string, string> = {
  'assignment.assigned': 'Assigned an employee to a client',
  'assignment.ended': 'Ended an assignment',
  'audit.exported': 'Exported the audit log',
  'business.changed': 'Changed the business settings',
  'business.registered': 'Registered the business',
  'client.code_locked': 'Used up the tries for the signature code of client',
  'client.code_refused': 'Entered a wrong signature code for client',
  'document.recorded': 'Recorded document',
  'note.held': 'Held note',
  'note.resubmitted': 'Resubmitted note',
  'note.resumed': 'Resumed the review of note',
  'note.returned': 'Sent back note',
  'payroll.exported': 'Exported payroll hours',
  'person.password_changed': 'Changed the password of',
  'person.password_issued': 'Issued a new password to',
  'person.password_reset': 'Reset the forgotten password of',
  'person.password_revealed': 'Looked at the issued password of',
  'person.picture_changed': 'Changed the picture of',
  'person.picture_removed': 'Removed the picture of',
  'person.reset_requested': 'A link to reset the password was sent to',
  'person.signed_in': 'Signed in',
  'person.signed_out': 'Signed out',
  'person.two_step_disabled': 'Switched off two-step sign-in of',
  'person.two_step_enabled': 'Switched on two-step sign-in of',
  'person.two_step_removed': 'Removed two-step sign-in of',
  'person.signed_out_everywhere': 'Ended all sessions of',
  'person.two_step_set_up': 'Began to set up two-step sign-in of',
  'session.ended': 'Ended a session',
  'subscription.canceled': 'Canceled the subscription',
  'subscription.changed': 'The subscription changed',
  'subscription.payment_method_changed': 'Changed the payment method',
  'subscription.payment_method_opened': 'Opened the payment method',
  'subscription.plan_changed': 'Changed the plan',
  'subscription.reactivated': 'Reactivated the subscription',
  'units.adjusted': 'Changed the total of time units of',
};

type Deed = Pick<AuditRow, 'action' | 'object'>;

/** What was done, up to the name of the thing: 'Approved note'. */
export function describeAction({ action, object }: Deed): string {
  const special = SPECIAL[`${object}.${action}`];
  if (special !== undefined) return special;
  const verb = action.replaceAll('_', ' ');
  const noun = object === 'person' ? '' : ` ${(objectLabels[object] ?? object).toLowerCase()}`;
  return verb.charAt(0).toUpperCase() + verb.slice(1) + noun;
}

/** Things without a number of their own. */
const NAMELESS = new Set(['audit', 'payroll', 'subscription', 'business', 'session', 'assignment']);

/** What only the person does who is named as the one who did it. */
const OF_ONESELF = new Set(['signed_in', 'signed_out']);

/** What the thing is called: its name, else its number; null where there is nothing to name. */
export function subjectOf({ action, object, objectId, objectName }: Subject) {
  if (object === 'person' && OF_ONESELF.has(action)) return null;
  if (objectName !== null) return objectName;
  return objectId === null || NAMELESS.has(object) ? null : String(objectId);
}

type Subject = Pick<AuditRow, 'action' | 'object' | 'objectId' | 'objectName'>;

const detailLabels: [key: string, words: (value: string) => string][] = [
  ['version', (value) => `version ${value}`],
  ['units', (value) => `${value} units`],
  ['minutes', (value) => `${value} minutes`],
  ['delta', (value) => `${value.startsWith('-') ? '−' : '+'}${value.replace('-', '')} units`],
  ['available', (value) => `${value} available`],
  ['rows', (value) => `${value} rows`],
  ['format', (value) => value.toUpperCase()],
];

/** The figures of a row that say more: 'version 1 · 9.00 units'. */
export function describeDetails({ details }: Pick<AuditRow, 'details'>): string {
  const words = detailLabels.flatMap(([key, inWords]) => {
    const value = details[key];
    return typeof value === 'string' || typeof value === 'number' ? [inWords(String(value))] : [];
  });
  if (details['selfReview'] === true) words.push('own note');
  return words.join(' · ');
}
