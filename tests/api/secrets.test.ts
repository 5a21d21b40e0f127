/** No secret is in a response that is not about it, nor in the log. Calls every endpoint and looks for stored and typed secrets. */

import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import type { Account } from '#tests/support/factories/businesses.ts';
import { buildRequest, EVENT_STREAM, listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { startApi, type Api, type EndpointName } from '#tests/support/helpers/api.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import { listStoredSecrets } from '#tests/support/helpers/storedSecrets.ts';

/** Responses that may contain a secret. */
const MAY_CONTAIN: Record<string, RegExp> = {
  'the temporary password': /\/password$/,
  'the code of a client': /^(manager|admin) \w+ \/api\/clients(\/:id(\/time-units)?)?$/,
  'a token': /^$/,
};

/** Without deletions, and without the reset that ends the sessions of the other calls. */
const endpoints = listEndpoints(
  ({ access }, name) =>
    access !== 'public' &&
    !name.startsWith('DELETE') &&
    ![EVENT_STREAM, 'POST /api/users/:id/reset-password'].includes(name),
);

interface Output {
  source: string;
  text: string;
}

test(
  'no secret is in a response that is not about it, and none is in the log [S-30,31]',
  { timeout: 60_000 },
  async () => {
    const secrets = new Map<string, string[]>();
    const responses: Output[] = [];
    const log = await captureLog(async () => {
      const api = await startApi({ LOG_LEVEL: 'trace', RATE_LIMITS: 'off' });
      try {
        const seeded = await createSeededBusiness(api);
        await createPerson(api, seeded.business, { form: { password: 'canary-issued-1' } });
        const callers = { employee: seeded.employee, manager: seeded.manager, admin: seeded.business.admin };
        responses.push(...(await callAllEndpoints(api, seeded, callers)));
        for (const [secret, values] of await listStoredSecrets(api)) secrets.set(secret, values);
        const { employee, manager, business } = seeded;
        secrets.set('the temporary password', ['canary-issued-1', employee.password]);
        secrets.set('the code of a client', ['4711ab']);
        secrets.set('a token', [employee.token, manager.token, business.admin.token]);
      } finally {
        await api.stop();
      }
    });
    expect(log).toContain('/api/clients');
    expect(secrets.size).toBeGreaterThan(8);
    expect(responses.length).toBeGreaterThan(200);
    const leaks = [...secrets].flatMap(([secret, values]) =>
      [
        ...responses.filter(({ source }) => !MAY_CONTAIN[secret]?.test(source)),
        { source: 'the log', text: log },
      ]
        .filter(({ text }) => values.some((value) => text.includes(value)))
        .map(({ source }) => `${secret} in ${source}`),
    );
    expect(leaks).toEqual([]);
  },
);

test('no rate and no authorization number is in a response to an employee [11.services.3]', async () => {
  const api = await startApi({ RATE_LIMITS: 'off' });
  try {
    const seeded = await createSeededBusiness(api);
    const { employee, manager, ids } = seeded;
    const rates = { client: '91234.51', service: '81234.52', authorization: '71234.53' };
    const setRate = (name: EndpointName, id: number, unitRate: string) =>
      api.ok(manager.token, name, { params: { id }, body: { unitRate } });
    await setRate('PUT /api/clients/:id', ids.client, rates.client);
    await setRate('PUT /api/business-services/:id', ids.businessService, rates.service);
    const reference = 'PA-61234-Q';
    const authorized = { clientId: ids.client, unitRate: rates.authorization, reference };
    await createAuthorization(api, { admin: manager }, authorized);
    const responses = await callAllEndpoints(api, seeded, { employee });
    await api.ok(manager.token, 'PATCH /api/notes/:id/review', {
      params: { id: ids.note },
      body: { action: 'approve' },
    });
    responses.push(...(await callAllEndpoints(api, seeded, { employee })));
    const managed = await callAllEndpoints(api, seeded, { manager });
    const listSources = (outputs: Output[], value: string) =>
      outputs.filter(({ text }) => text.includes(value)).map(({ source }) => source);
    for (const value of [...Object.values(rates), reference]) {
      expect(listSources(managed, value)).not.toEqual([]);
      expect(listSources(responses, value)).toEqual([]);
    }
  } finally {
    await api.stop();
  }
});

/** The response of each endpoint to each caller. */
async function callAllEndpoints(
  api: Api,
  seeded: SeededBusiness,
  callers: Record<string, Account>,
): Promise<Output[]> {
  const responses: Output[] = [];
  for (const { name } of endpoints) {
    for (const [role, { token }] of Object.entries(callers)) {
      const { body, headers } = await api.send(token, buildRequest(name, seeded.ids));
      responses.push({ source: `${role} ${name}`, text: JSON.stringify([body, headers]) });
    }
  }
  return responses;
}
