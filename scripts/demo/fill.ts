/**
 * Fills an empty database with three months of a believable agency, through the same calls that the
 * screens make. Time is simulated: each call happens at the moment it would have happened.
 */
import type { RunningServer } from '#app/server.ts';
import { clock } from '#platform/server/clock.ts';
import { announceChange, announceDay } from './announcements.ts';
import { daysAfter, planCalendar, weekdayOf } from './calendar.ts';
import type { DemoCalendar } from './calendar.ts';
import { DemoCaller } from './caller.ts';
import { AGENCY, CLIENTS, DEMO_PASSWORD, PEOPLE } from './cast.ts';
import { mailDay } from './mail.ts';
import { fileDay, leaveDrafts } from './office.ts';
import { randomFrom } from './signatures.ts';
import { buyUnits, ONE_OF_EACH, reviewDay } from './reviews.ts';
import { nightOf, nightOfChange, signVisits, visitsOf } from './workdays.ts';
import { at } from './agency.ts';
import type { DemoAgency } from './agency.ts';

const ISSUED_PASSWORD = 'welcome-to-harbor';

/** Fills the database of a running server; real time goes on afterwards. */
export async function fillDemo(server: RunningServer): Promise<void> {
  const realNow = clock.now;
  try {
    const calendar = planCalendar(realNow());
    const { days, trial } = calendar;
    // The afternoon before, so that a night that ends on the first morning can be written.
    at(daysAfter(trial[0] ?? days[0] ?? '', -1), '16:30');
    const agency = await openAgency(server);
    for (const day of trial) await trialDay(agency, calendar, day);
    for (const index of days.keys()) await fullDay(agency, calendar, index);
    await leaveDrafts(agency, days);
  } finally {
    clock.now = realNow;
  }
}

/** A day of the trial: night support alone writes its notes, and the office looks at them on Fridays. */
async function trialDay(agency: DemoAgency, { change }: DemoCalendar, day: string): Promise<void> {
  if (day === change.notice) await announceChange(agency, change);
  await signVisits(agency, nightOf(agency, day));
  await buyUnits(agency, day);
  if (weekdayOf(day) === 5) await reviewDay(agency, day);
  if (daysAfter(day, 1) === change.eve) await signVisits(agency, nightOfChange(agency, change));
}

/** A day on which everyone works with it. */
async function fullDay(agency: DemoAgency, { days, change }: DemoCalendar, index: number): Promise<void> {
  const day = days[index] ?? '';
  await mailDay(agency, days, index);
  await fileDay(agency, days, index);
  await announceDay(agency, days, index);
  if (day === change.notice) await announceChange(agency, change);
  await signVisits(agency, visitsOf(agency, day));
  await buyUnits(agency, day);
  // The last days wait for their review, so that the manager has something to do.
  const lastReviewed = days.length - 3;
  if (index <= lastReviewed) await reviewDay(agency, day, index === lastReviewed ? ONE_OF_EACH : []);
  if (daysAfter(day, 1) === change.eve) await signVisits(agency, nightOfChange(agency, change));
}

/** Registers the agency, its people and clients, and who visits whom. */
async function openAgency(server: RunningServer): Promise<DemoAgency> {
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
  const clients: DemoAgency['clients'] = [];
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
