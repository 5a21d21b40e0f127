/** Weeks of an agency as they should be: visits without checks, and visits with one planted mistake each. */

import { addDays } from '#platform/contract/days.ts';
import { toInstant } from '#platform/contract/zone.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import type { Account, TestBusiness } from './businesses.ts';
import { describeVisit, SETUP_TIME, setTime } from './checkedNotes.ts';
import { backdateAssignments, createAssignment, createClient } from './clients.ts';
import { createSignedNote } from './notes.ts';
import { createPerson } from './people.ts';

export const ZONE = 'America/Chicago';
/** The Monday before clocks change on March 8. */
const FIRST_DAY = '2026-03-02';
const MINUTE_MS = 60_000;

export interface Employee extends Account {
  clientIds: number[];
}

export interface Visit {
  author: Account;
  clientId: number;
  workDate: string;
  startTime: string;
  endTime: string;
  /** Times of the visit clock, a few minutes off the signed ones. */
  clock?: { startedAt: string; endedAt: string };
  /** When it is signed and submitted. */
  at: Date;
}

const toTime = (minute: number) =>
  [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The end of work that begins on a day, in minutes after midnight. */
const endOf = (day: string, minute: number) =>
  toInstant({ day: addDays(day, Math.floor(minute / (24 * 60))), time: toTime(minute) }, ZONE);

export const toVisit = (
  author: Account,
  clientId: number,
  [workDate, start, end]: [day: string, start: number, end: number],
  minutesLater = 4,
): Visit => ({
  author,
  clientId,
  workDate,
  startTime: toTime(start),
  endTime: toTime(end),
  at: new Date(endOf(workDate, end).getTime() + minutesLater * MINUTE_MS),
});

/** Creates employees with three clients each. */
export async function createAgency(api: Api, business: TestBusiness, count: number): Promise<Employee[]> {
  await setTime(api, SETUP_TIME);
  const employees: Employee[] = [];
  for (let index = 0; index < count; index += 1) {
    const employee = await createPerson(api, business);
    const clientIds = [];
    for (let client = 0; client < 3; client += 1) {
      const { id: clientId } = await createClient(api, business, { totalTimeUnits: 90_000 });
      clientIds.push(clientId);
      await createAssignment(api, business, { clientId, employeeId: employee.id });
    }
    employees.push({ ...employee, clientIds });
  }
  return employees;
}

/** Assigns a client, unless it is assigned already, since before the clean weeks. */
export async function assignFromStart(
  api: Api,
  business: TestBusiness,
  assigned: { clientId: number; employeeId: number },
): Promise<void> {
  await api.call(business.admin.token, 'POST /api/client-assignments', { body: assigned });
  await backdateAssignments(api, business, { since: '2026-01-05', ...assigned });
}

/** Selects the employees who work in the afternoon and at night; the others work from 8:00 to 16:25 at most. */
export const isNightShift = (index: number): boolean => index % 4 === 3;

/** Matches work on a day, perhaps after midnight. */
export const liesOn = ({ workDate, startTime, endTime }: Visit, day: string): boolean =>
  workDate === day || (workDate === addDays(day, -1) && endTime < startTime);

/**
 * The visits of clean weeks: three or four a day with breaks, each submitted right after its end, all in the evening,
 * or by every fourth employee as two night shifts and a visit in the afternoon.
 */
export function planWeeks(employees: readonly Employee[], weeks: number): Visit[] {
  const days = Array.from({ length: weeks * 7 }, (_, index) => index).filter((index) => index % 7 < 5);
  return employees
    .flatMap((employee, number) =>
      days.flatMap((index) => planDay(employee, { number, index, day: addDays(FIRST_DAY, index) })),
    )
    .map(withClock)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Most visits are clocked: the clock starts late or early, and ends when the note is signed. */
function withClock(visit: Visit, index: number): Visit {
  if (index % 5 === 4) return visit;
  const start = toInstant({ day: visit.workDate, time: visit.startTime }, ZONE);
  const endDay = visit.endTime > visit.startTime ? visit.workDate : addDays(visit.workDate, 1);
  const end = toInstant({ day: endDay, time: visit.endTime }, ZONE);
  const off = (index % 3) * 5 * MINUTE_MS - MINUTE_MS;
  const clock = { startedAt: toIso(start.getTime() + off), endedAt: toIso(end.getTime() - off) };
  return { ...visit, clock };
}

const toIso = (ms: number) => new Date(ms).toISOString();

function planDay(
  author: Employee,
  { number, index, day }: { number: number; index: number; day: string },
): Visit[] {
  const [first = 0, second = 0, third = 0] = author.clientIds;
  const shift = ((number * 7 + index * 5) % 6) * 5;
  if (isNightShift(number)) {
    const night = toVisit(author, first, [day, 22 * 60, 30 * 60 - shift]);
    const visits = [
      toVisit(author, second, [day, 14 * 60, 15 * 60 + shift]),
      toVisit(author, third, [day, 16 * 60, 17 * 60]),
    ];
    return index % 2 === 0 ? [night, ...visits] : visits;
  }
  const spans: [start: number, end: number][] = [
    [8 * 60 + shift, 9 * 60 + 45],
    // Without a break: the next visit begins as this one ends.
    [10 * 60, 11 * 60 + 30],
    [11 * 60 + 30, 12 * 60 + shift + 10],
    ...(index % 2 === 0 ? [[14 * 60, 16 * 60 + shift] as [number, number]] : []),
  ];
  return spans.map(([start, end], visit) => {
    const planned = toVisit(author, author.clientIds[visit % 3] ?? first, [day, start, end]);
    // In the evening, one after the other.
    return number % 4 === 1
      ? { ...planned, at: new Date(endOf(day, 19 * 60).getTime() + visit * MINUTE_MS) }
      : planned;
  });
}

/** Submits visits at their moments. @returns the ids of the notes */
export async function submitVisits(
  api: Api,
  visits: readonly Visit[],
  fields: Record<string, unknown> = {},
): Promise<number[]> {
  const ids = [];
  for (const { author, at, ...visit } of visits) {
    await setTime(api, at);
    const note = await createSignedNote(api, author, { description: describeVisit(), ...visit, ...fields });
    ids.push(note.id);
  }
  return ids;
}
