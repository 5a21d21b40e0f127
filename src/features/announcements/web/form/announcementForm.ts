import { z } from 'zod';
import { describeSkippedTime } from '#platform/contract/dateFormat.ts';
import { clockInZone, resolveTime, toInstant } from '#platform/contract/zone.ts';
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
      location: z.string().trim().max(255, { error: 'At most 255 characters' }),
    })
    .superRefine(({ date, time }, check) => {
      const wrong = (path: string, message: string) =>
        check.addIssue({ code: 'custom', path: [path], message });
      if (date !== '' && !isPlannable(new Date(date))) wrong('date', 'Please enter a valid date');
      if (date === '' && time !== '') wrong('date', 'Choose a date, or leave both empty');
      if (date !== '' && time === '') wrong('time', 'Choose a time, or leave both empty');
      if (date === '' || time === '') return;
      const resolved = resolveTime({ day: date, time }, timeZone);
      if (resolved.kind === 'skipped') wrong('time', describeSkippedTime(resolved, date));
    });

export type AnnouncementValues = z.input<ReturnType<typeof announcementForm>>;

/** The initial values: an announcement, or the defaults of a new one. */
export function valuesOf(announcement: Announcement | null, timeZone: string): AnnouncementValues {
  const scheduled = announcement?.scheduledDate;
  const { day, time } = scheduled ? clockInZone(new Date(scheduled), timeZone) : { day: '', time: '' };
  return {
    title: announcement?.title ?? '',
    content: announcement?.content ?? '',
    type: announcement?.type ?? 'announcement',
    priority: announcement?.priority ?? 'medium',
    date: day,
    time,
    location: announcement?.location ?? '',
  };
}

/** The request body. An unchanged date keeps its instant, even in the repeated hour of a clock change. */
export function bodyOf(
  values: AnnouncementValues,
  before: Announcement | null,
  timeZone: string,
): AnnouncementBody {
  const { date, time, location, ...fields } = values;
  const initial = valuesOf(before, timeZone);
  const same = before !== null && date === initial.date && time === initial.time;
  const moment = date === '' ? null : toInstant({ day: date, time }, timeZone).toISOString();
  return {
    ...fields,
    location: location || null,
    scheduledDate: same ? before.scheduledDate : moment,
  };
}
