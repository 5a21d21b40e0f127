/** Authorizations of the demo clients: one client in each state of the forecast. */

import type { ForecastState } from '#features/clients/authorizationContract.ts';
import type { DemoAgency } from './agency.ts';
import { daysAfter } from './calendar.ts';

const PAYERS = ['Hennepin County', 'State Medicaid', 'UCare'];
const SERVICE = 'sustaining';
/** About three months of visits; the last day sets the number that makes the state. */
const FIRST_GRANT = 120;

interface Plan {
  state: ForecastState;
  /** Index of the client. */
  client: number;
  daysToExpiry: number;
  /** The units that are granted in the end, by what was used and by the units of a week. */
  toUnits: (used: number, weekly: number) => number;
}

/** Whole units, so that the numbers read like those of a payer. */
const PLANS: Plan[] = [
  { state: 'expired', client: 5, daysToExpiry: -4, toUnits: (used) => used + 34 },
  { state: 'exhausted', client: 6, daysToExpiry: 60, toUnits: (used) => used },
  { state: 'expiring', client: 7, daysToExpiry: 18, toUnits: (used, weekly) => used + weekly * 3 },
  { state: 'running-low', client: 8, daysToExpiry: 90, toUnits: (used, weekly) => used + weekly * 4 },
  { state: 'underused', client: 9, daysToExpiry: 45, toUnits: (used) => used * 3 + 40 },
  { state: 'on-track', client: 10, daysToExpiry: 84, toUnits: (used, weekly) => used + weekly * 13 },
];

/** Authorizes the service for the clients of the plans, from the first day on. */
export async function addAuthorizations(
  { api, clients, signIn }: DemoAgency,
  firstDay: string,
): Promise<void> {
  const token = await signIn('daniel.weiss');
  for (const [index, { client }] of PLANS.entries()) {
    const params = { id: clients[client]?.id ?? 0 };
    const body = {
      category: SERVICE,
      payer: PAYERS[index % PAYERS.length],
      reference: `PA-${20410 + index * 17}`,
      startDate: firstDay,
      unitsAuthorized: FIRST_GRANT,
      unitsPerWeek: 40,
      unitRate: '18.25',
    };
    await api.ok(token, 'POST /api/clients/:id/services', { params, body });
  }
}

/** Adjusts the authorizations on the last day, so that each client is in the state of its plan. */
export async function adjustAuthorizations(
  { api, clients, signIn }: DemoAgency,
  today: string,
): Promise<void> {
  const token = await signIn('daniel.weiss');
  for (const { client, daysToExpiry, toUnits } of PLANS) {
    const params = { id: clients[client]?.id ?? 0 };
    const rows = await api.ok(token, 'GET /api/clients/:id/services', { params });
    const authorization = rows.find(({ unitsAuthorized }) => unitsAuthorized !== null);
    if (!authorization) throw new Error(`Client ${client} has no authorization`);
    const { id, unitsUsed, forecast } = authorization;
    const units = toUnits(Number(unitsUsed), Math.max(1, Math.round(Number(forecast?.weeklyPace))));
    const body = { unitsAuthorized: units, expiryDate: daysAfter(today, daysToExpiry) };
    await api.ok(token, 'PUT /api/services/:id', { params: { id }, body });
  }
}
