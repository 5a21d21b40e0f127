/** Starts the demo: a server on a temporary data directory with three businesses. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLog } from '#platform/server/log.ts';
import { readSettings } from '#platform/server/settings.ts';
import { startServer } from '#app/server.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { createDemoApi, registerBusiness } from './agency.ts';
import { DEMO_PASSWORD, NEWCOMER, SUBSCRIBER } from './cast.ts';
import { fillDemo } from './fill.ts';

export interface RunningDemo {
  url: string;
  /** Signs in a user of the demo. */
  signIn(username: string): Promise<{ token: string; user: object }>;
  stop(): Promise<void>;
}

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** @param environment settings; database and data directory are always temporary */
export async function startDemo(environment: NodeJS.ProcessEnv): Promise<RunningDemo> {
  const directory = await mkdtemp(join(tmpdir(), 'quarterhour-demo-'));
  const fixed = { DATA_DIR: directory, DATABASE_URL: '', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const settings = readSettings({ ...environment, ...fixed });
  const parts = { migrations: resolvePath('../../db/migrations'), web: resolvePath('../../dist/web') };
  const server = await startServer(settings, parts, openLog(settings.logLevel));
  await fillDemo(server);
  const api = createDemoApi(server);
  const newcomer = { username: NEWCOMER, firstName: 'Nora', lastName: 'Field', employeeCount: '1-5' };
  await registerBusiness(api, { ...newcomer, businessName: 'Field & Daughter Home Care' });
  if (settings.payments === 'sandbox') await registerSubscriber(api);
  const address = await server.app.listen({ port: settings.port, host: settings.host });
  return {
    url: address.replace('127.0.0.1', 'localhost'),
    signIn: (username) =>
      api.ok(null, 'POST /api/auth/login', { body: { username, password: DEMO_PASSWORD } }),
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function registerSubscriber(api: Api): Promise<void> {
  const owner = { username: SUBSCRIBER, firstName: 'Sam', lastName: 'Porter' };
  const { token, user } = await registerBusiness(api, { ...owner, businessName: 'Porter Companions' });
  const { clientSecret } = await api.ok(token, 'POST /api/create-subscription', {
    body: { businessId: user.businessId, planType: 'premium' },
  });
  const card = { cardNumber: '4242424242424242', expiry: '12/40', cvc: '123' };
  await api.ok(null, 'POST /api/payments/sandbox/confirm', { body: { clientSecret, ...card } });
}
