/** The demonstration as a running server on a throw-away data directory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '#app/server.ts';
import { openLog } from '#platform/server/log.ts';
import { readSettings } from '#platform/server/settings.ts';
import { DEMO_PASSWORD } from './cast.ts';
import { fillDemo } from './fill.ts';
import { NEWCOMER, registerNewcomer } from './newcomer.ts';
import { registerSubscriber, SUBSCRIBER } from './subscriber.ts';

export interface RunningDemo {
  url: string;
  /** Signs in one of the demonstration's people; `newcomer` owns a business without data, `subscriber` one that pays. */
  tokens(username: string): Promise<{ token: string; user: object }>;
  stop(): Promise<void>;
}

const OWNERS: Record<string, string> = { newcomer: NEWCOMER, subscriber: SUBSCRIBER };

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** @param environment settings; the database is always an embedded one that is thrown away */
export async function startDemo(environment: NodeJS.ProcessEnv): Promise<RunningDemo> {
  const directory = await mkdtemp(join(tmpdir(), 'quarterhour-demo-'));
  const fixed = { DATA_DIR: directory, DATABASE_URL: '', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const settings = readSettings({ ...environment, ...fixed });
  const parts = { migrations: at('../../db/migrations'), web: at('../../dist/web') };
  const running = await startServer(settings, parts, openLog(settings.logLevel));
  await fillDemo(running);
  await registerNewcomer(running);
  if (settings.payments === 'sandbox') await registerSubscriber(running);
  const address = await running.app.listen({ port: settings.port, host: settings.host });
  return {
    url: address.replace('127.0.0.1', 'localhost'),
    tokens: async (name) => {
      const username = OWNERS[name] ?? name;
      const payload = { username, password: DEMO_PASSWORD };
      const answer = await running.app.inject({ method: 'POST', url: '/api/auth/login', payload });
      return answer.json<{ token: string; user: object }>();
    },
    stop: async () => {
      await running.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
