/** Builds spreadsheets of hours: minutes and units as numbers, times with offset and zone. */

import { addDays } from '#platform/contract/days.ts';
import { clockWithOffset } from '#platform/contract/zone.ts';
import { getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import type { Cell, Sheet } from '#platform/server/sheet.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import { statusLabels } from '#features/notes/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import type { PaidMinutes } from './overtimeReads.ts';
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
  /** In which the work was signed. */
  timeZone: string;
  minutes: number;
  timeUnits: string;
  /** Null where there is no note. */
  noteStatus: NoteStatus | null;
  /** Disputed, without an answer of a manager. */
  isDisputed: boolean | null;
  /** False while its note is sent back since it arrived: then its units are not deducted. */
  isDeducted: boolean;
}

/** Rows of work that counts and, below them, of denied work. */
interface WorkRows<Row> {
  counted: readonly Row[];
  denied: readonly Row[];
}

/** Columns of their own, so that they are in no sum of the others: a disputed note is paid and not billed. */
const SEPARATE_COLUMNS = [
  { header: 'Disputed units', width: 16 },
  { header: 'Denied minutes', width: 16 },
];

/** A row for each time entry, made when it is written. */
export function entriesSheet({ counted, denied }: WorkRows<Entry>): Sheet {
  const clocks = new Map<string, ReturnType<typeof clockWithOffset>>();
  const clockIn = (timeZone: string) => {
    const clock = clocks.get(timeZone) ?? clockWithOffset(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  };
  const toRow = (
    entry: Entry,
    { minutes = '', units = '', apart }: { minutes?: Cell; units?: Cell; apart: [Cell, Cell] },
  ): Cell[] => [
    fullNameOf(entry),
    entry.username,
    entry.clientName,
    { moment: clockIn(entry.timeZone)(entry.startTime) },
    { moment: clockIn(entry.timeZone)(entry.endTime) },
    entry.timeZone,
    minutes,
    units,
    entry.noteStatus === null ? '' : statusLabels[entry.noteStatus],
    entry.description,
    ...apart,
  ];
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
      { header: 'Billed units', width: 12 },
      { header: 'Note', width: 12 },
      { header: 'Description', width: 60 },
      ...SEPARATE_COLUMNS,
    ],
    rows: (function* () {
      for (const entry of counted) {
        const { minutes, isDisputed, isDeducted } = entry;
        const units = isDeducted ? Number(entry.timeUnits) : '';
        yield toRow(
          entry,
          isDisputed ? { minutes, apart: [units, ''] } : { minutes, units, apart: ['', ''] },
        );
      }
      for (const entry of denied) yield toRow(entry, { apart: ['', entry.minutes] });
    })(),
  };
}

interface ByPerson {
  /** Sorted by name. */
  people: readonly (Named & { id: number; department: string | null })[];
  /** The first day of each period, and the day after the last one. */
  days: readonly string[];
  zones: BusinessZones;
}

type WorkOfPerson = Work & { employeeId: number; period: number };
type CountedWork = WorkOfPerson &
  PaidMinutes & {
    /** The entries whose note is not approved. */
    unapproved: number;
    /** Of `units`, those that the client disputes. */
    disputedUnits: string;
  };

/** A row for each employee and week, by name, then by week. */
export function peopleSheet(
  { counted, denied }: { counted: readonly CountedWork[]; denied: readonly WorkOfPerson[] },
  { people, days, zones }: ByPerson,
): Sheet {
  const byId = new Map(
    people.map((person, position) => [person.id, { ...person, position, name: fullNameOf(person) }]),
  );
  const toRows = <One extends WorkOfPerson>(work: readonly One[], toCells: (one: One) => Cell[]) =>
    work
      .flatMap((one) => {
        const person = byId.get(one.employeeId);
        return person ? [{ one, person }] : [];
      })
      .toSorted((a, b) => a.person.position - b.person.position || a.one.period - b.one.period)
      .map(({ person, one }): Cell[] => [
        person.name,
        person.username,
        person.department ?? '',
        { day: days[one.period] ?? '' },
        { day: addDays(days[one.period + 1] ?? '', -1) },
        getZoneOn(days[one.period] ?? '', zones),
        ...toCells(one),
      ]);
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
      { header: 'Regular minutes', width: 16 },
      { header: 'Overtime minutes', width: 16 },
      { header: 'Billed units', width: 12 },
      { header: 'Entries not approved', width: 20 },
      ...SEPARATE_COLUMNS,
    ],
    rows: [
      ...toRows(counted, ({ entries, minutes, billedUnits, unapproved, disputedUnits, ...paid }) => [
        entries,
        minutes,
        Math.round(minutes / 0.6) / 100,
        paid.regularMinutes,
        paid.overtimeMinutes,
        Number(billedUnits),
        unapproved,
        Number(disputedUnits) || '',
        '',
      ]),
      ...toRows(denied, ({ minutes }) => ['', '', '', '', '', '', '', '', minutes]),
    ],
  };
}
