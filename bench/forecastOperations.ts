/** Forecasts of a business with four authorizations for each of its 250 clients, which are added right before. */

import { addDays } from '#platform/contract/days.ts';
import type { Office } from './data/fill.ts';
import type { Operation } from './operation.ts';

const PER_CLIENT = 4;

export function createForecastReads(
  { businessId, manager: who, clientIds }: Office,
  url: string,
): Operation[] {
  let added: Promise<void> | undefined;
  const prepare = () => (added ??= addAuthorizations(url, who.token));
  const [clientId] = clientIds;
  // One connection: the target is the time of one call on an idle server.
  const alone = { who, prepare, connections: 1 };
  return [
    {
      ...alone,
      name: 'forecast, 1,000 authorizations',
      path: '/api/forecast',
      limit: forecastSql(`business_id = ${businessId}`),
    },
    {
      ...alone,
      name: 'client record',
      path: `/api/clients/${clientId}`,
      limit: forecastSql(`business_id = ${businessId} and client_id = ${clientId}`),
    },
  ];
}

/** Adds authorizations that expire between three weeks ago and a year from now. */
async function addAuthorizations(url: string, token: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const request = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { headers, ...request });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as unknown;
  };
  const clients = (await send('/api/clients')) as { id: number }[];
  for (const [index, { id }] of clients.entries()) {
    for (let count = 0; count < PER_CLIENT; count += 1) {
      await send(`/api/clients/${id}/services`, {
        category: count % 2 === 0 ? 'sustaining' : 'transitional',
        unitsAuthorized: 100 + index,
        startDate: addDays(today, -200),
        expiryDate: addDays(today, ((index * PER_CLIENT + count) % 386) - 21),
        reference: `PA-${index}-${count}`,
      });
    }
  }
}

/** Reads the accounts, and what they drew in eight weeks. */
const forecastSql = (matching: string) => `
\\startpipeline
select * from client_units where ${matching};
select * from client_services where ${matching};
select client_id, sum(time_units_used) from notes where ${matching} and work_date > current_date - 56
  and status <> 'denied' group by client_id;
\\endpipeline
`;
