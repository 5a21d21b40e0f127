import { toShortServiceName } from '#features/services/rules.ts';
import type { Signer } from './captureContract.ts';

/** Maximum length of the texts of a note, in characters. */
export const DESCRIPTION_MAX = 2000;
export const RESEARCH_MAX = 1500;
export const SUMMARY_MAX = 500;
export const REASON_MAX = 1000;
export const EXPLANATION_MAX = 500;
export const FIELD_COMMENT_MAX = 500;
/** A PNG data URL: over 100 characters and at most 300 KB. */
export const SIGNATURE_MAX = 300 * 1024;

/** Characters of the content in list rows. */
const EXCERPT = 200;

/** The content of a list row, cut after whole characters. */
export const excerptOf = (content: string): string => [...content].slice(0, EXCERPT).join('');

/** Categories that list filters still accept, though no service has them by default. */
export const LEGACY_CATEGORIES = ['maintenance', 'parking', 'security', 'utilities', 'cleaning', 'other'];

/** Labels on screens, in files and in email. */
export const statusLabels = {
  pending: 'Pending',
  'in-review': 'In review',
  'in-progress': 'Sent back',
  resolved: 'Approved',
  denied: 'Denied',
} as const;

export const priorityLabels = { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' } as const;

/** Who signed for the client: 'Ann Miller (Mother)'. @param by null for the client */
export function describeSigner(by: Signer | null, clientContactName: string): string {
  if (by?.kind === 'none') return `Not signed: ${by.reason ?? ''}`;
  const name = by?.kind === 'representative' ? `${by.name ?? ''} (${by.relation ?? ''})` : clientContactName;
  return by?.typed ? `${name}, typed as "${by.typed}"` : name;
}

/** Matches approved and denied notes, whose checks stay as they were. */
export const isDecided = (status: string): boolean => status === 'resolved' || status === 'denied';

const TITLE_MAX = 255;
const mediumDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

type TitleParts = { clientName: string; workDate: string };

const formatTitleDate = (workDate: string) => longDate.format(new Date(workDate));

/** The automatic title: `Transitional, Miller House, November 20, 2026`. */
export function buildTitle({
  serviceName,
  clientName,
  workDate,
}: TitleParts & { serviceName: string }): string {
  const before = `${toShortServiceName(serviceName)}, `;
  const after = `, ${formatTitleDate(workDate)}`;
  const left = TITLE_MAX - before.length - after.length;
  return before + clientName.slice(0, left).toWellFormed() + after;
}

/** The service in an automatic title, as it was named then; null for a title that the author entered. */
export function parseServiceName({
  title,
  clientName,
  workDate,
}: TitleParts & { title: string }): string | null {
  const end = `, ${formatTitleDate(workDate)}`;
  if (!title.endsWith(end)) return null;
  const start = title.slice(0, -end.length);
  if (start.endsWith(`, ${clientName}`)) return start.slice(0, -clientName.length - 2);
  // The client's name was cut.
  const comma = start.indexOf(', ');
  return title.length === TITLE_MAX && comma > 0 ? start.slice(0, comma) : null;
}

/** Recognizes the title of a note without one of its author; lists that show service, client and date omit it. */
export const hasAutomaticTitle = (note: TitleParts & { title: string }): boolean =>
  parseServiceName(note) !== null;

/** The title, or client and date if the author entered none: 'Franklin Moss, Mar 1, 2026'. */
export const noteHeading = (note: TitleParts & { title: string; clientContactName: string }): string =>
  hasAutomaticTitle(note)
    ? `${note.clientContactName}, ${mediumDate.format(new Date(note.workDate))}`
    : note.title;
