/**
 * Fills an empty database with three months of a believable agency, through the same calls that the
 * screens make. Time is simulated: each call happens at the moment it would have happened.
 */
import type { RunningServer } from '../../src/app/server.ts';
import { clock } from '../../src/platform/server/clock.ts';
import { nextDay } from '../../src/platform/contract/zone.ts';
import { announceDay } from './announcements.ts';
import { DemoCaller } from './caller.ts';
import { AGENCY, CLIENTS, DEMO_PASSWORD, PEOPLE } from './cast.ts';
import { mailDay } from './mail.ts';
import { fileDay, leaveDrafts } from './office.ts';
import { randomFrom } from './signatures.ts';
import { buyUnits, reviewDay } from './reviews.ts';
import { workDay } from './workdays.ts';
import { at } from './world.ts';
import type { DemoWorld } from './world.ts';

const WEEKS = 13;
const ISSUED_PASSWORD = 'welcome-to-harbor';

/** Fills the database of a running server; real time goes on afterwards. */
export async function fillDemo(server: RunningServer): Promise<void> {
  const realNow = clock.now;
  try {
    const days = workingDays(realNow());
    at(days[0] ?? '', '07:30');
    const world = await openAgency(server);
    for (const [index, day] of days.entries()) {
      await mailDay(world, days, index);
      await fileDay(world, days, index);
      await announceDay(world, days, index);
      await workDay(world, day);
      await buyUnits(world, day);
      // The last days wait for their review, so that the manager has something to do.
      if (index < days.length - 2) await reviewDay(world, day);
    }
    await leaveDrafts(world, days);
  } finally {
    clock.now = realNow;
  }
}

/** Mondays to Fridays of the weeks before today, as `YYYY-MM-DD`. */
function workingDays(now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const start = new Date(Date.parse(today) - WEEKS * 7 * 24 * 60 * 60 * 1000);
  const days: string[] = [];
  for (let day = start.toISOString().slice(0, 10); day < today; day = nextDay(day)) {
    const weekday = new Date(day).getUTCDay();
    if (weekday >= 1 && weekday <= 5) days.push(day);
  }
  return days;
}

/** Registers the agency, its people and clients, and who looks after whom. */
async function openAgency(server: RunningServer): Promise<DemoWorld> {
  const caller = new DemoCaller(server);
  const [owner, ...staff] = PEOPLE;
  if (!owner) throw new Error('The agency has no owner');
  const registered = await caller.post<{ user: { id: number; businessId: number } }>(
    null,
    '/api/auth/register-admin',
    {
      ...owner,
      businessName: AGENCY.name,
      businessEmail: AGENCY.email,
      businessPhone: AGENCY.phone,
      businessAddress: AGENCY.address,
      industry: 'healthcare',
      employeeCount: '6-20',
      timeZone: AGENCY.timeZone,
      password: DEMO_PASSWORD,
      email: mailOf(owner.username),
    },
  );
  caller.businessId = registered.user.businessId;
  const people = new Map([[owner.username, registered.user.id]]);
  caller.know(owner, registered.user.id);
  for (const one of staff) {
    // All but the newest have chosen their own; the product asks that one to do so.
    const password = one === staff.at(-1) ? DEMO_PASSWORD : ISSUED_PASSWORD;
    const body = { ...one, password, email: mailOf(one.username) };
    const { id } = await caller.post<{ id: number }>(owner.username, '/api/employees', body);
    people.set(one.username, id);
    caller.know(one, id);
    if (password === DEMO_PASSWORD) continue;
    const chosen = { currentPassword: password, newPassword: DEMO_PASSWORD };
    await caller.post(one.username, '/api/auth/change-password', chosen);
  }
  const clients = await addClients(caller, people);
  return { caller, people, clients, next: randomFrom(AGENCY.name) };
}

async function addClients(caller: DemoCaller, people: Map<string, number>) {
  const clients: DemoWorld['clients'] = [];
  for (const one of CLIENTS) {
    const { team, service, ...fields } = one;
    const { id } = await caller.post<{ id: number }>('daniel.weiss', '/api/clients', fields);
    clients.push({ ...one, id });
    await caller.post('daniel.weiss', `/api/clients/${id}/services`, { serviceName: service });
    for (const [index, username] of [...new Set(team)].entries()) {
      const body = { employeeId: people.get(username), role: index === 0 ? 'primary' : 'backup' };
      await caller.post('daniel.weiss', `/api/clients/${id}/assignments`, body);
    }
  }
  return clients;
}

const mailOf = (username: string) => `${username}@harborstreet.example`;
