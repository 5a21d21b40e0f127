/** Fills an empty database with three months of the demo agency, through its API, at a simulated time. */

import { clock } from '#platform/server/clock.ts';
import type { RunningServer } from '#app/server.ts';
import { openAgency, setTime, type DemoAgency } from './agency.ts';
import { addAuthorizations, adjustAuthorizations } from './authorizations.ts';
import { daysAfter, planCalendar, weekdayOf, type DemoCalendar } from './calendar.ts';
import { billMonth } from './invoices.ts';
import { announceClockChange, runOfficeDay, saveDrafts, sendMessages } from './office.ts';
import { buyUnits, ONE_OF_EACH, reviewDay } from './reviews.ts';
import { planClockChangeNight, planNight, planVisits, signVisits } from './workdays.ts';

/** Fills the database of a running server, then returns to the real time. */
export async function fillDemo(server: RunningServer): Promise<void> {
  const realNow = clock.now;
  try {
    const calendar = planCalendar(realNow());
    const { days, trial } = calendar;
    // The afternoon before, so that a night that ends on the first morning is not in the past.
    setTime(daysAfter(trial[0] ?? days[0] ?? '', -1), '16:30');
    const agency = await openAgency(server);
    await addAuthorizations(agency, trial[0] ?? days[0] ?? '');
    for (const day of trial) await runTrialDay(agency, calendar, day);
    for (const index of days.keys()) await runDay(agency, calendar, index);
    await saveDrafts(agency, days.at(-1) ?? '');
    await adjustAuthorizations(agency, days.at(-1) ?? '');
  } finally {
    clock.now = realNow;
  }
}

/** A day before the three months: only night support writes notes, and the office reviews them on Fridays. */
async function runTrialDay(agency: DemoAgency, { change }: DemoCalendar, day: string): Promise<void> {
  if (day === change.notice) await announceClockChange(agency, change);
  await signVisits(agency, planNight(agency, day));
  await buyUnits(agency, day);
  if (weekdayOf(day) === 5) await reviewDay(agency, day);
  if (daysAfter(day, 1) === change.eve) await signVisits(agency, planClockChangeNight(agency, change));
}

/** The days on which the 30 days before are billed. */
const BILLED_AFTER = [30, 60];

async function runDay(agency: DemoAgency, { days, change }: DemoCalendar, index: number): Promise<void> {
  const day = days[index] ?? '';
  await sendMessages(agency, days, index);
  await runOfficeDay(agency, days, index);
  if (day === change.notice) await announceClockChange(agency, change);
  await signVisits(agency, planVisits(agency, day));
  await buyUnits(agency, day);
  if (BILLED_AFTER.includes(index)) await billMonth(agency, days, index);
  // The notes of the last two days stay pending, so that there is something to review.
  const lastReviewed = days.length - 3;
  if (index <= lastReviewed) await reviewDay(agency, day, index === lastReviewed ? ONE_OF_EACH : []);
  if (daysAfter(day, 1) === change.eve) await signVisits(agency, planClockChangeNight(agency, change));
}
