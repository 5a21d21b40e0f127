import { z } from 'zod';
import { findSkip } from '#platform/contract/dateFormat.ts';
import { clockInZone, OCCURRENCES, resolveTime, toInstant } from '#platform/contract/zone.ts';
import { announcementInput } from '#features/announcements/contract.ts';
import { isPlannable } from '#features/announcements/rules.ts';
import type { Announcement, AnnouncementBody } from '#features/announcements/web/queries.ts';

const { title, content, type, priority } = announcementInput.shape;

/** The form's fields; date and time are in the business's time zone, both or neither. */
export const announcementForm = (timeZone: string) =>
  z
    .object({
      title,
      content,
      type,
      priority: priority.unwrap(),
      date: z.string(),
      time: z.string(),
      // `''` counts as the first.
      occurrence: z.enum(['', ...OCCURRENCES]),
      location: z.string().trim().max(255, { error: 'At most 255 characters' }),
    })
    .superRefine(({ date, time }, check) => {
      const wrong = (path: string, message: string) =>
        check.addIssue({ code: 'custom', path: [path], message });
      if (date !== '' && !isPlannable(new Date(date))) wrong('date', 'Please enter a valid date');
      if (date === '' && time !== '') wrong('date', 'Choose a date, or leave both empty');
      if (date !== '' && time === '') wrong('time', 'Choose a time, or leave both empty');
      if (date === '' || time === '') return;
      const skip = findSkip({ day: date, time }, timeZone);
      if (skip) wrong(skip.at === 'day' ? 'date' : 'time', skip.message);
    });

export type AnnouncementValues = z.input<ReturnType<typeof announcementForm>>;

/** The initial values: an announcement, or the defaults of a new one. */
export function valuesOf(announcement: Announcement | null, timeZone: string): AnnouncementValues {
  const scheduled = announcement?.scheduledDate;
  const { day, time, occurrence } = scheduled
    ? clockInZone(new Date(scheduled), timeZone)
    : { day: '', time: '', occurrence: null };
  return {
    title: announcement?.title ?? '',
    content: announcement?.content ?? '',
    type: announcement?.type ?? 'announcement',
    priority: announcement?.priority ?? 'medium',
    date: day,
    time,
    occurrence: occurrence ?? '',
    location: announcement?.location ?? '',
  };
}

/** The request body. An unchanged date keeps its instant with its seconds, which the form does not show. */
export function bodyOf(
  values: AnnouncementValues,
  before: Announcement | null,
  timeZone: string,
): AnnouncementBody {
  const { date, time, occurrence, location, ...fields } = values;
  const initial = valuesOf(before, timeZone);
  const same =
    before !== null &&
    date === initial.date &&
    time === initial.time &&
    (occurrence || 'first') === (initial.occurrence || 'first');
  const clockTime = { day: date, time, occurrence: occurrence || null };
  const moment = date === '' ? null : toInstant(clockTime, timeZone).toISOString();
  return {
    ...fields,
    location: location || null,
    scheduledDate: same ? before.scheduledDate : moment,
  };
}

/** Detects a time that clocks show twice, because they are set back. */
export const isRepeated = ({ date, time }: Pick<AnnouncementValues, 'date' | 'time'>, timeZone: string) =>
  date !== '' && time !== '' && resolveTime({ day: date, time }, timeZone).kind === 'repeated';
