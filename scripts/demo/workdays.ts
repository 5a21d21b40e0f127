/** The field staff's days: visits one after the other, written down and signed at the end of each. */
import type { ClockChange } from './calendar.ts';
import { daysAfter, weekdayOf } from './calendar.ts';
import { PEOPLE } from './cast.ts';
import type { DemoClient, DemoPerson } from './cast.ts';
import { at } from './agency.ts';
import type { DemoAgency } from './agency.ts';
import { drawnSignature } from './signatures.ts';
import { NIGHT, VISITS } from './visits.ts';
import type { Visit } from './visits.ts';

/** A visit as it will be written: who was where, when, and when it is signed. */
export interface PlannedVisit {
  author: string;
  client: DemoClient;
  visit: Visit;
  workDate: string;
  /** `HH:mm` */
  startTime: string;
  endTime: string;
  /** A little after the end; a night is signed on the day on which it ends. */
  signedOn: string;
  signedAt: string;
}

/** Writes and signs visits, each at its time. */
export async function signVisits(agency: DemoAgency, visits: readonly PlannedVisit[]): Promise<void> {
  for (const one of visits) {
    at(one.signedOn, one.signedAt);
    await agency.caller.post(one.author, '/api/notes', noteOf(agency, one));
  }
}

function noteOf({ clients }: DemoAgency, { author, client, visit, ...when }: PlannedVisit): object {
  const first = client.contactName.split(' ')[0] ?? '';
  const text = (template: string) => template.replaceAll('{name}', first);
  const { workDate, startTime, endTime } = when;
  return {
    clientId: clients.find(({ companyName }) => companyName === client.companyName)?.id,
    category: visit.category,
    workDate,
    startTime,
    endTime,
    description: text(visit.description),
    research: text(visit.research),
    summary: text(visit.summary),
    clientSignatureCode: client.signatureCode,
    employeeSignature: drawnSignature(`${author} ${workDate} ${startTime}`),
    clientSignature: drawnSignature(`${client.contactName} ${workDate} ${startTime}`),
  };
}

/** What is visited, and a source of chance. */
export interface Rounds {
  clients: readonly DemoClient[];
  next: () => number;
}

/** Everyone's visits that are signed on a day, in that order. */
export function visitsOf(rounds: Rounds, day: string): PlannedVisit[] {
  const visits = PEOPLE.filter(({ position }) => position !== 'Night support').flatMap((person) =>
    dayOf(rounds, person, day),
  );
  return [...nightOf(rounds, day), ...visits].toSorted((a, b) => a.signedAt.localeCompare(b.signedAt));
}

function dayOf({ clients, next }: Rounds, person: DemoPerson, day: string): PlannedVisit[] {
  const own = visitedBy(clients, person);
  if (own.length === 0) return [];
  const count = Math.floor(person.pace / 5 + next() * 1.2);
  let minute = 8 * 60 + 30 + Math.floor(next() * 4) * 15;
  return Array.from({ length: count }, () => {
    const client = pick(own, next());
    const visit = pick(VISITS, next());
    const start = minute;
    const end = start + visit.minutes + Math.floor(next() * 30) - 10;
    minute = end + 20 + Math.floor(next() * 30);
    return {
      author: person.username,
      client,
      visit,
      workDate: day,
      startTime: clockTime(start),
      endTime: clockTime(end),
      signedOn: day,
      signedAt: clockTime(end + 5),
    };
  }).filter(({ signedAt }) => signedAt < '18:30');
}

const NIGHTS_END_ON = [3, 5];

/** Two nights a week, 22:00 to 06:00 of this day. */
export function nightOf(rounds: Rounds, day: string): PlannedVisit[] {
  return NIGHTS_END_ON.includes(weekdayOf(day)) ? nightBefore(rounds, day) : [];
}

/** The night in which clocks changed: as long as any other by the clock, an hour more or less in truth. */
export const nightOfChange = (rounds: Rounds, { day }: ClockChange): PlannedVisit[] =>
  nightBefore(rounds, day);

function nightBefore({ clients, next }: Rounds, day: string): PlannedVisit[] {
  return PEOPLE.filter(({ position }) => position === 'Night support').map((person) => ({
    author: person.username,
    client: pick(visitedBy(clients, person), next()),
    visit: NIGHT,
    workDate: daysAfter(day, -1),
    startTime: '22:00',
    endTime: '06:00',
    signedOn: day,
    signedAt: '06:05',
  }));
}

/** Without a code no one can sign, so there are no visits. */
const visitedBy = (clients: readonly DemoClient[], { username }: DemoPerson): DemoClient[] =>
  clients.filter(({ team, signatureCode }) => team.includes(username) && signatureCode !== null);

const pick = <T>(from: readonly T[], chance: number): T => {
  const one = from[Math.floor(chance * from.length)];
  if (one === undefined) throw new Error('Nothing to pick from');
  return one;
};

function clockTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
