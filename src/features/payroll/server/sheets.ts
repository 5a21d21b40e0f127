/** Hours as a spreadsheet: minutes and units as numbers, times with their offset and zone. */
import { clockWithOffset } from '#platform/contract/zone.ts';
import type { Cell, Sheet } from '#platform/server/spreadsheet.ts';
import { statusLabels } from '#features/notes/rules.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { addDays } from '#features/payroll/rules.ts';
import type { Work } from './workReads.ts';

interface Named {
  username: string;
  firstName: string | null;
  lastName: string | null;
}

interface Entry extends Named {
  clientName: string;
  description: string;
  startTime: Date;
  endTime: Date;
  minutes: number;
  timeUnits: string;
  /** Null where there is no note. */
  noteStatus: NoteStatus | null;
}

/** One row per time entry. */
export function entriesSheet(entries: readonly Entry[], timeZone: string): Sheet {
  const clock = clockWithOffset(timeZone);
  return {
    name: 'Time entries',
    columns: [
      { header: 'Employee', width: 24 },
      { header: 'Username', width: 16 },
      { header: 'Client', width: 24 },
      { header: 'Start', width: 24 },
      { header: 'End', width: 24 },
      { header: 'Time zone', width: 20 },
      { header: 'Minutes', width: 10 },
      { header: 'Units', width: 10 },
      { header: 'Note', width: 12 },
      { header: 'Description', width: 60 },
    ],
    rows: entries.map((entry): Cell[] => [
      fullNameOf(entry),
      entry.username,
      entry.clientName,
      clock(entry.startTime),
      clock(entry.endTime),
      timeZone,
      entry.minutes,
      Number(entry.timeUnits),
      entry.noteStatus === null ? '' : statusLabels[entry.noteStatus],
      entry.description,
    ]),
  };
}

interface ByPerson {
  /** In the order in which they stand in lists. */
  people: readonly (Named & { id: number; department: string | null })[];
  /** First days of the periods, and the day after the last. */
  days: readonly string[];
  timeZone: string;
}

/** One row per person and week, by name, then by week. */
export function peopleSheet(
  work: readonly (Work & { employeeId: number; period: number })[],
  { people, days, timeZone }: ByPerson,
): Sheet {
  const byId = new Map(
    people.map((person, position) => [person.id, { ...person, position, name: fullNameOf(person) }]),
  );
  const rows = work.flatMap((one) => {
    const person = byId.get(one.employeeId);
    return person ? [{ ...one, person }] : [];
  });
  rows.sort((a, b) => a.person.position - b.person.position || a.period - b.period);
  return {
    name: 'Hours by person',
    columns: [
      { header: 'Employee', width: 24 },
      { header: 'Username', width: 16 },
      { header: 'Department', width: 18 },
      { header: 'First day', width: 12 },
      { header: 'Last day', width: 12 },
      { header: 'Time zone', width: 20 },
      { header: 'Entries', width: 10 },
      { header: 'Minutes', width: 10 },
      { header: 'Hours', width: 10 },
      { header: 'Units', width: 10 },
    ],
    rows: rows.map(({ person, period, entries, minutes, units }): Cell[] => [
      person.name,
      person.username,
      person.department ?? '',
      days[period] ?? '',
      addDays(days[period + 1] ?? '', -1),
      timeZone,
      entries,
      minutes,
      Math.round(minutes / 0.6) / 100,
      Number(units),
    ]),
  };
}
