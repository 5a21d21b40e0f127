import type { AuditLabels } from '#platform/contract/auditLabels.ts';
import { formatDay } from '#platform/web/format.ts';
import { announcementsAuditLabels } from '#features/announcements/auditRules.ts';
import { auditAuditLabels } from '#features/audit/auditRules.ts';
import type { AuditRow } from '#features/audit/web/queries.ts';
import { authAuditLabels } from '#features/auth/auditRules.ts';
import { businessesAuditLabels } from '#features/businesses/auditRules.ts';
import { clientsAuditLabels } from '#features/clients/auditRules.ts';
import { documentsAuditLabels } from '#features/documents/auditRules.ts';
import { exportsAuditLabels } from '#features/exports/auditRules.ts';
import { importsAuditLabels } from '#features/imports/auditRules.ts';
import { invoicesAuditLabels } from '#features/invoices/auditRules.ts';
import { mailAuditLabels } from '#features/mail/auditRules.ts';
import { notesAuditLabels } from '#features/notes/auditRules.ts';
import { reviewReasonLabels } from '#features/notes/reviewRules.ts';
import { packetsAuditLabels } from '#features/packets/auditRules.ts';
import { payrollAuditLabels } from '#features/payroll/auditRules.ts';
import { peopleAuditLabels } from '#features/people/auditRules.ts';
import { picturesAuditLabels } from '#features/pictures/auditRules.ts';
import { resourcesAuditLabels } from '#features/resources/auditRules.ts';
import { reviewAuditLabels } from '#features/review/auditRules.ts';
import { servicesAuditLabels } from '#features/services/auditRules.ts';
import { submissionAuditLabels } from '#features/submission/auditRules.ts';
import { subscriptionAuditLabels } from '#features/subscription/auditRules.ts';
import { timeAuditLabels } from '#features/time/auditRules.ts';

const features: AuditLabels[] = [
  announcementsAuditLabels,
  auditAuditLabels,
  authAuditLabels,
  businessesAuditLabels,
  clientsAuditLabels,
  documentsAuditLabels,
  exportsAuditLabels,
  importsAuditLabels,
  invoicesAuditLabels,
  mailAuditLabels,
  notesAuditLabels,
  packetsAuditLabels,
  payrollAuditLabels,
  peopleAuditLabels,
  picturesAuditLabels,
  resourcesAuditLabels,
  reviewAuditLabels,
  servicesAuditLabels,
  submissionAuditLabels,
  subscriptionAuditLabels,
  timeAuditLabels,
];

/** The labels of the objects in the log, in alphabetical order. */
export const objectLabels = Object.fromEntries(
  features
    .flatMap(({ objects = {} }) => Object.entries(objects))
    .toSorted(([, first], [, second]) => first.localeCompare(second)),
);

const actionLabels = Object.fromEntries(features.flatMap(({ actions = {} }) => Object.entries(actions)));

type Action = Pick<AuditRow, 'action' | 'object'>;

/** The action without the object's name: 'Approved note'. */
export function describeAction({ action, object }: Action): string {
  const special = actionLabels[`${object}.${action}`];
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
