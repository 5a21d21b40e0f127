import { describe, expect, test } from 'vitest';
import { nextDay, toInstant } from '#platform/contract/zone.ts';
import { workSpan } from '#features/units/rules.ts';
import { daysAfter, planCalendar, weekdayOf, type DemoCalendar } from './calendar.ts';
import { AGENCY, CLIENTS } from './cast.ts';
import { buildClockChangeNews } from './office.ts';
import { createRandom } from './random.ts';
import { planClockChangeNight, planNight, planVisits, type PlannedVisit } from './workdays.ts';

const startedOn = (day: string, time = '12:00') => planCalendar(toInstant({ day, time }, AGENCY.timeZone));

const minutesOf = ({ workDate, startTime, endTime }: PlannedVisit) =>
  workSpan({ workDate, startTime, endTime, timeZone: AGENCY.timeZone })?.minutes;

/** Each day of more than a year, so that every weekday is tested with every distance to a clock change. */
const YEAR = Array.from({ length: 400 }, (_, later) => daysAfter('2026-01-01', later)).map((today) => ({
  today,
  ...startedOn(today, '00:30'),
}));

const BACK = { hours: 25, minutes: 540, title: 'Clocks go back on Sunday', text: 'one hour longer' };
const FORWARD = { hours: 23, minutes: 420, title: 'Clocks go forward on Sunday', text: 'one hour shorter' };

describe('planCalendar()', () => {
  test.each([
    ['2026-01-15', '2025-11-02', BACK],
    ['2026-07-15', '2026-03-08', FORWARD],
    ['2026-11-20', '2026-11-01', BACK],
  ])('finds on %s the clock change of %s [10.7.24]', (today, sunday, { hours, minutes, title, text }) => {
    const { change } = startedOn(today);
    expect(change).toMatchObject({ day: sunday, hours });
    expect(buildClockChangeNews(change)).toMatchObject({ title, content: expect.stringContaining(text) });
    const [night] = planClockChangeNight({ clients: CLIENTS, next: createRandom('night') }, change);
    expect(night).toMatchObject({ workDate: change.eve, startTime: '22:00', endTime: '06:00' });
    expect(night && minutesOf(night)).toBe(minutes);
  });

  test('announces the clock change on a working day before it [10.7.24]', () => {
    for (const { today, days, trial, change } of YEAR) {
      expect(change.day < today).toBe(true);
      expect([...trial, ...days]).toContain(change.notice);
      expect([...trial, ...days]).toContain(daysAfter(change.eve, -1));
    }
  });
});

test('planCalendar() lists 13 weeks of working days, without a gap to the days before them', () => {
  for (const { today, days, trial } of YEAR) {
    const all = [...trial, ...days];
    expect(days).toHaveLength(65);
    expect(today > (days.at(-1) ?? today)).toBe(true);
    const following = all.map((day) => (weekdayOf(day) === 5 ? daysAfter(day, 3) : nextDay(day)));
    expect(all.slice(1)).toEqual(following.slice(0, -1));
    expect(all.filter((day) => weekdayOf(day) % 6 === 0)).toEqual([]);
  }
});

test.each(['2026-01-15', '2026-07-15', '2026-11-20'])(
  'planVisits() plans several hundred notes on %s, and enough on each of the last days for every status [10.7.23]',
  (today) => {
    const calendar: DemoCalendar = startedOn(today);
    const rounds = { clients: CLIENTS, next: createRandom(AGENCY.businessName) };
    const trial = calendar.trial.flatMap((day) => planNight(rounds, day));
    const days = calendar.days.map((day) => planVisits(rounds, day));
    expect(days.flat().length).toBeGreaterThan(300);
    // The last two days stay pending; the one before gets each kind of review.
    for (const visits of days.slice(-3)) expect(visits.length).toBeGreaterThan(3);
    for (const one of [...trial, ...days.flat()]) {
      expect(minutesOf(one)).toBeGreaterThan(15);
      const ends = one.endTime > one.startTime ? one.workDate : nextDay(one.workDate);
      expect([one.signedOn, one.signedAt > one.endTime]).toEqual([ends, true]);
    }
  },
);
