/** The demo agency on a running server: calls its API as its people, at a simulated time. */

import { toInstant } from '#platform/contract/zone.ts';
import { clock } from '#platform/server/clock.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { startSession } from '#features/sessions/server/actions.ts';
import type { RunningServer } from '#app/server.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import type { Api, RequestOptions } from '#tests/support/helpers/api.ts';
import {
  AGENCY,
  CLIENTS,
  DEMO_PASSWORD,
  PEOPLE,
  RESPITE_CARE,
  SERVICE_RULES,
  type DemoClient,
} from './cast.ts';
import { createRandom } from './random.ts';

const TEMPORARY_PASSWORD = 'welcome-to-harbor';
/** Well before a session expires without use. */
const SESSION_MS = 6 * 60 * 60 * 1000;

/** The part of the test API that the factories use. */
export type DemoApi = Pick<Api, 'ok'>;

export interface DemoAgency {
  /** For the test factories. Requests must succeed. */
  api: Api;
  clients: (DemoClient & { id: number })[];
  /** Ids by username. */
  people: Map<string, number>;
  next: () => number;
  /** A session token of a person at the simulated time. */
  signIn: (username: string) => Promise<string>;
}

/** Sets the simulated time to a wall-clock time of the agency. */
export function setTime(day: string, time: string): void {
  const moment = toInstant({ day, time }, AGENCY.timeZone);
  clock.now = () => moment;
}

/** Creates an API for the test factories that sends requests to a server in this process. */
export function createDemoApi({ app }: RunningServer): Api {
  const ok = async (
    token: string | null,
    name: string,
    { params = {}, query, body }: RequestOptions = {},
  ) => {
    const [method, path = ''] = name.split(' ');
    const url = path.replace(/:(\w+)/g, (_, key: string) => String(params[key]));
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(query && { query: query as Record<string, string> }),
      ...(body !== undefined && { payload: body as object }),
    });
    if (response.statusCode >= 300) throw new Error(`${name}: ${response.statusCode} ${response.body}`);
    return response.statusCode === 204 ? undefined : response.json<unknown>();
  };
  return { ok } satisfies Record<keyof DemoApi, unknown> as unknown as Api;
}

/** Registers a business with its owner. */
export function registerBusiness(api: Api, fields: Record<string, unknown>) {
  const body = buildRegistrationForm({ password: DEMO_PASSWORD, timeZone: AGENCY.timeZone, ...fields });
  return api.ok(null, 'POST /api/auth/register-admin', { body });
}

/** Registers the agency with its people, clients and assignments. */
export async function openAgency(server: RunningServer): Promise<DemoAgency> {
  const api = createDemoApi(server);
  const [owner, ...staff] = PEOPLE;
  if (!owner) throw new Error('The agency has no owner');
  const { businessName, businessEmail, businessPhone, businessAddress } = AGENCY;
  const business = { businessName, businessEmail, businessPhone, businessAddress, industry: 'healthcare' };
  const { user } = await registerBusiness(api, { ...owner, ...business, email: emailOf(owner.username) });
  const people = new Map([[owner.username, user.id]]);
  const signIn = createSessions(server, user.businessId, people);
  for (const person of staff) {
    // The newest has not replaced the temporary password yet.
    const password = person === staff.at(-1) ? DEMO_PASSWORD : TEMPORARY_PASSWORD;
    const body = buildEmployeeForm({ ...person, password, email: emailOf(person.username) });
    const { id } = await api.ok(await signIn(owner.username), 'POST /api/employees', { body });
    people.set(person.username, id);
    if (password === DEMO_PASSWORD) continue;
    const change = { currentPassword: password, newPassword: DEMO_PASSWORD };
    await api.ok(await signIn(person.username), 'POST /api/auth/change-password', { body: change });
  }
  await defineServices(api, await signIn(owner.username));
  const clients = await addClients(api, await signIn('daniel.weiss'), people);
  return { api, people, clients, next: createRandom(AGENCY.businessName), signIn };
}

/** Sets codes and rounding rules of the default services, and adds a third service. */
async function defineServices(api: Api, token: string): Promise<void> {
  for (const service of await api.ok(token, 'GET /api/business-services')) {
    const body = SERVICE_RULES[service.key] ?? {};
    await api.ok(token, 'PUT /api/business-services/:id', { params: { id: service.id }, body });
  }
  await api.ok(token, 'POST /api/business-services', { body: RESPITE_CARE });
}

async function addClients(api: Api, token: string, people: Map<string, number>) {
  // The factories use only the admin's token.
  const business = { admin: { token } } as Parameters<typeof createClient>[1];
  const clients: DemoAgency['clients'] = [];
  for (const client of CLIENTS) {
    const { team, service, ...fields } = client;
    const { id } = await createClient(api, business, { email: undefined, ...fields });
    clients.push({ ...client, id });
    await api.ok(token, 'POST /api/clients/:id/services', { params: { id }, body: { serviceName: service } });
    for (const [index, username] of [...new Set(team)].entries()) {
      const role = index === 0 ? 'primary' : 'backup';
      await createAssignment(api, business, { clientId: id, employeeId: people.get(username) ?? 0, role });
    }
  }
  return clients;
}

/** Starts sessions without hashing passwords, because each person needs more than one on every day. */
function createSessions(server: RunningServer, businessId: number, people: Map<string, number>) {
  const sessions = new Map<string, { token: string; startedAt: number }>();
  return async (username: string): Promise<string> => {
    const now = clock.now();
    const session = sessions.get(username);
    if (session && now.getTime() - session.startedAt < SESSION_MS) return session.token;
    const [userId, role] = [people.get(username), PEOPLE.find((one) => one.username === username)?.role];
    if (!userId || !role) throw new Error(`There is no user ${username}`);
    const token = await startSession(
      queryDirectory(server.services),
      { now, ip: '127.0.0.1', userAgent: 'Quarterhour demo' },
      { businessId, userId, role },
    );
    sessions.set(username, { token, startedAt: now.getTime() });
    return token;
  };
}

const emailOf = (username: string) => `${username}@harborstreet.example`;
