/** Maximum length of the texts of a note, in characters. */
export const DESCRIPTION_MAX = 2000;
export const RESEARCH_MAX = 1500;
export const SUMMARY_MAX = 500;
export const REASON_MAX = 1000;
/** A PNG data URL: over 100 characters and at most 300 KB. */
export const SIGNATURE_MAX = 300 * 1024;

/** Labels on screens, in files and in email. */
export const statusLabels = {
  pending: 'Pending',
  'in-review': 'In review',
  'in-progress': 'Sent back',
  resolved: 'Approved',
  denied: 'Denied',
} as const;

export const categoryLabels = { transitional: 'Transitional', sustaining: 'Sustaining' } as const;

export const priorityLabels = { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' } as const;

const TITLE_MAX = 255;
const mediumDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export type TitleParts = { category: keyof typeof categoryLabels; clientName: string; workDate: string };

/** The automatic title: `Transitional, Miller House, November 20, 2026`. */
export function buildTitle({ category, clientName, workDate }: TitleParts): string {
  const before = `${categoryLabels[category]}, `;
  const after = `, ${longDate.format(new Date(workDate))}`;
  const left = TITLE_MAX - before.length - after.length;
  return before + clientName.slice(0, left).toWellFormed() + after;
}

/** Whether the author entered no title; lists that show service, client and date omit such a title. */
export const hasAutomaticTitle = (note: TitleParts & { title: string }): boolean =>
  note.title === buildTitle(note);

/** The title, or client and date if the author entered none: 'Franklin Moss, Mar 1, 2026'. */
export const noteHeading = (note: TitleParts & { title: string; clientContactName: string }): string =>
  hasAutomaticTitle(note)
    ? `${note.clientContactName}, ${mediumDate.format(new Date(note.workDate))}`
    : note.title;
