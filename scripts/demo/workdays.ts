/** The field staff's days: visits one after the other, written down and signed at the end of each. */
import { nextDay } from '../../src/platform/contract/zone.ts';
import { PEOPLE } from './cast.ts';
import type { DemoClient, DemoPerson } from './cast.ts';
import { at } from './world.ts';
import type { DemoWorld } from './world.ts';
import { drawnSignature } from './signatures.ts';
import { NIGHT, VISITS } from './visits.ts';
import type { Visit } from './visits.ts';

type KnownClient = DemoClient & { id: number };

/** Everybody's visits of one day, in the order in which they were signed. */
export async function workDay(world: DemoWorld, day: string): Promise<void> {
  const visits = PEOPLE.flatMap((person) => visitsOf(world, person, day));
  for (const one of visits.toSorted((a, b) => a.signedAt.localeCompare(b.signedAt))) {
    const [signedDay = '', signedTime = ''] = one.signedAt.split(' ');
    at(signedDay, signedTime);
    await world.caller.post(one.author, '/api/notes', one.note);
  }
}

interface SignedVisit {
  author: string;
  /** `YYYY-MM-DD HH:mm` */
  signedAt: string;
  note: object;
}

function visitsOf(world: DemoWorld, person: DemoPerson, day: string): SignedVisit[] {
  const own = world.clients.filter((one) => one.team.includes(person.username) && one.signatureCode !== null);
  if (own.length === 0) return [];
  if (person.position === 'Night support') return nightOf(world, { person, day, own });
  const count = Math.floor(person.pace / 5 + world.next() * 1.2);
  let minute = 8 * 60 + 30 + Math.floor(world.next() * 4) * 15;
  return Array.from({ length: count }, () => {
    const client = pick(own, world.next());
    const visit = pick(VISITS, world.next());
    const start = minute;
    const end = start + visit.minutes + Math.floor(world.next() * 30) - 10;
    minute = end + 20 + Math.floor(world.next() * 30);
    return signed({ author: person.username, day, client, visit, start, end });
  }).filter((one) => one.signedAt < `${day} 18:30`);
}

/** Two nights a week, 22:00 to 06:00 of the next day. */
function nightOf(
  world: DemoWorld,
  { person, day, own }: { person: DemoPerson; day: string; own: KnownClient[] },
): SignedVisit[] {
  const weekday = new Date(day).getUTCDay();
  if (weekday !== 2 && weekday !== 4) return [];
  const client = pick(own, world.next());
  return [signed({ author: person.username, day, client, visit: NIGHT, start: 22 * 60, end: 30 * 60 })];
}

interface Stay {
  author: string;
  day: string;
  client: KnownClient;
  visit: Visit;
  /** Minutes after midnight of `day`; an end over 1,440 is on the next day. */
  start: number;
  end: number;
}

function signed({ author, day, client, visit, start, end }: Stay): SignedVisit {
  const first = client.contactName.split(' ')[0] ?? '';
  const text = (template: string) => template.replaceAll('{name}', first);
  const endDay = end >= 24 * 60 ? nextDay(day) : day;
  return {
    author,
    signedAt: `${endDay} ${clockTime(end + 5)}`,
    note: {
      clientId: client.id,
      category: visit.category,
      workDate: day,
      startTime: clockTime(start),
      endTime: clockTime(end),
      description: text(visit.description),
      research: text(visit.research),
      summary: text(visit.summary),
      clientSignatureCode: client.signatureCode,
      employeeSignature: drawnSignature(`${author} ${day} ${start}`),
      clientSignature: drawnSignature(`${client.contactName} ${day} ${start}`),
    },
  };
}

const pick = <T>(from: T[], chance: number): T => {
  const one = from[Math.floor(chance * from.length)];
  if (one === undefined) throw new Error('Nothing to pick from');
  return one;
};

function clockTime(minute: number): string {
  const inDay = minute % (24 * 60);
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}
