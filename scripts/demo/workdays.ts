/** The days of the demo agency's employees: visits, written and signed at the end of each. */

import { createSignedNote, drawPicture } from '#tests/support/factories/notes.ts';
import { setTime, type DemoAgency } from './agency.ts';
import { daysAfter, weekdayOf, type ClockChange } from './calendar.ts';
import { PEOPLE, type DemoClient, type DemoPerson } from './cast.ts';
import { createRandom, pick } from './random.ts';
import { NIGHT, VISITS, type Visit } from './texts.ts';

export interface PlannedVisit {
  author: string;
  client: DemoClient;
  visit: Visit;
  workDate: string;
  /** `HH:mm` */
  startTime: string;
  endTime: string;
  /** Shortly after the end. */
  signedOn: string;
  signedAt: string;
}

/** Writes and signs visits, each at its time. */
export async function signVisits(agency: DemoAgency, visits: readonly PlannedVisit[]): Promise<void> {
  const { api, clients, signIn } = agency;
  for (const { author, client, visit, signedOn, signedAt, ...time } of visits) {
    setTime(signedOn, signedAt);
    const [firstName = ''] = client.contactName.split(' ');
    const text = (template: string) => template.replaceAll('{name}', firstName);
    const seed = `${time.workDate} ${time.startTime}`;
    await createSignedNote(
      api,
      { token: await signIn(author) },
      {
        clientId: clients.find(({ companyName }) => companyName === client.companyName)?.id ?? 0,
        category: visit.category,
        description: text(visit.description),
        research: text(visit.research),
        summary: text(visit.summary),
        clientSignatureCode: client.signatureCode,
        employeeSignature: drawSignature(`${author} ${seed}`),
        clientSignature: drawSignature(`${client.contactName} ${seed}`),
        ...time,
      },
    );
  }
}

/** Draws a smooth pen stroke as a PNG data URL, always the same for a seed. */
function drawSignature(seed: string): string {
  const next = createRandom(seed);
  const waves = Array.from({ length: 4 }, () => ({
    height: 6 + next() * 18,
    turns: 1 + next() * 7,
    phase: next() * 6,
  }));
  const ink = new Set<number>();
  for (let step = 0; step <= 2600; step += 1) {
    const part = step / 2600;
    const x = Math.floor(30 + part * 340 + Math.sin(part * 60) * 9);
    const heights = waves.map(({ height, turns, phase }) => Math.sin(part * turns * 6.3 + phase) * height);
    const y = 64 + heights.reduce((sum, height) => sum + height, 0) * (1 - part / 2);
    ink.add(x + 400 * Math.floor(Math.min(Math.max(y, 6), 121)));
  }
  // Two pixels wide and high.
  return drawPicture((x, y) => [0, 1, 400, 401].some((offset) => ink.has(x + 400 * y - offset)));
}

export interface Planning {
  clients: readonly DemoClient[];
  next: () => number;
}

/** Plans all visits that are signed on a day, in that order. */
export function planVisits(planning: Planning, day: string): PlannedVisit[] {
  const visits = PEOPLE.filter(({ position }) => position !== 'Night support').flatMap((person) =>
    planDay(planning, person, day),
  );
  return [...planNight(planning, day), ...visits].toSorted((a, b) => a.signedAt.localeCompare(b.signedAt));
}

function planDay({ clients, next }: Planning, person: DemoPerson, day: string): PlannedVisit[] {
  const own = clientsOf(clients, person);
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
      startTime: formatTime(start),
      endTime: formatTime(end),
      signedOn: day,
      signedAt: formatTime(end + 5),
    };
  }).filter(({ signedAt }) => signedAt < '18:30');
}

const NIGHTS_END_ON = [3, 5];

/** Plans the nights that end on a day, two a week, from 22:00 to 06:00. */
export function planNight(planning: Planning, day: string): PlannedVisit[] {
  return NIGHTS_END_ON.includes(weekdayOf(day)) ? planNightBefore(planning, day) : [];
}

/** Plans the night in which clocks change: from 22:00 to 06:00, but one hour longer or shorter. */
export const planClockChangeNight = (planning: Planning, { day }: ClockChange): PlannedVisit[] =>
  planNightBefore(planning, day);

function planNightBefore({ clients, next }: Planning, day: string): PlannedVisit[] {
  return PEOPLE.filter(({ position }) => position === 'Night support').map((person) => ({
    author: person.username,
    client: pick(clientsOf(clients, person), next()),
    visit: NIGHT,
    workDate: daysAfter(day, -1),
    startTime: '22:00',
    endTime: '06:00',
    signedOn: day,
    signedAt: '06:05',
  }));
}

/** The clients of a person. One without a code cannot sign, so has no visits. */
const clientsOf = (clients: readonly DemoClient[], { username }: DemoPerson): DemoClient[] =>
  clients.filter(({ team, signatureCode }) => team.includes(username) && signatureCode !== null);

function formatTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
