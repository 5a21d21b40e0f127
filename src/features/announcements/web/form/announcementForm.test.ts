import { expect, test } from 'vitest';
import type { Announcement } from '#features/announcements/web/queries.ts';
import { announcementForm, bodyOf, valuesOf } from './announcementForm.ts';

const ZONE = 'America/New_York';

const announcement = (fields: Partial<Announcement>): Announcement => ({
  id: 1,
  title: 'Staff meeting',
  content: 'In the office.',
  type: 'meeting',
  priority: 'high',
  scheduledDate: null,
  location: null,
  isActive: true,
  createdBy: 1,
  createdByName: 'Mia Boss',
  createdAt: '2026-11-01T05:00:00.000Z',
  updatedAt: '2026-11-01T05:00:00.000Z',
  can: { edit: true, delete: true },
  ...fields,
});

const mistakes = (fields: object) => {
  const { error } = announcementForm(ZONE).safeParse({ ...valuesOf(announcement({}), ZONE), ...fields });
  return error?.issues.map(({ path, message }) => [path.join('.'), message]);
};

test('bodyOf combines day and time in the time zone', () => {
  const values = { ...valuesOf(null, ZONE), date: '2026-07-15', time: '09:30', location: 'Room 2' };
  const body = bodyOf(values, null, ZONE);
  expect(body).toMatchObject({ scheduledDate: '2026-07-15T13:30:00.000Z', location: 'Room 2' });
  expect(body).not.toHaveProperty('date');
});

test('bodyOf sends empty fields as null [5.announcement.4]', () => {
  expect(bodyOf(valuesOf(null, ZONE), null, ZONE)).toMatchObject({ scheduledDate: null, location: null });
});

test('bodyOf keeps the hour that was chosen of a time that clocks show twice [15.hours.6]', () => {
  const before = announcement({ scheduledDate: '2026-11-01T06:30:20.000Z' });
  const values = valuesOf(before, ZONE);
  expect(values).toMatchObject({ date: '2026-11-01', time: '01:30', occurrence: 'second' });
  expect(bodyOf({ ...values, occurrence: 'first' }, before, ZONE).scheduledDate).toBe(
    '2026-11-01T05:30:00.000Z',
  );
  expect(bodyOf({ ...values, time: '01:45' }, before, ZONE).scheduledDate).toBe('2026-11-01T06:45:00.000Z');
  expect(bodyOf({ ...values, title: 'Later' }, before, ZONE).scheduledDate).toBe(before.scheduledDate);
  expect(bodyOf({ ...values, time: '03:00' }, before, ZONE).scheduledDate).toBe('2026-11-01T08:00:00.000Z');
});

test('the form requires day and time together', () => {
  expect(mistakes({})).toBeUndefined();
  expect(mistakes({ date: '2026-11-27' })).toEqual([['time', 'Choose a time, or leave both empty']]);
  expect(mistakes({ time: '09:30' })).toEqual([['date', 'Choose a date, or leave both empty']]);
  expect(mistakes({ date: '0026-11-27', time: '09:30' })).toEqual([['date', 'Please enter a valid date']]);
});

test('the form refuses a time that clocks skip, and names the one to enter [15.hours.9]', () => {
  expect(mistakes({ date: '2026-03-08', time: '02:15' })).toEqual([
    ['time', 'At 2:00 AM clocks went forward to 3:00 AM. Enter 3:15 AM.'],
  ]);
});

test('the form refuses a day that clocks skip, at the day [15.hours.9]', () => {
  const samoa = announcementForm('Pacific/Apia').safeParse({
    ...valuesOf(announcement({}), 'Pacific/Apia'),
    date: '2011-12-30',
    time: '09:00',
  });
  expect(samoa.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['date', 'There was no Dec 30, 2011: clocks went forward by a day. Enter Dec 31, 2011.'],
  ]);
});

test('the form names missing required fields [5.announcement.1]', () => {
  expect(mistakes({ title: ' ', content: '' })).toEqual([
    ['title', 'Title is required'],
    ['content', 'Content is required'],
  ]);
});
