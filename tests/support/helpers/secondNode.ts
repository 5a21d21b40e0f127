/** Another server on the database of the first, as behind a load balancer. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLog } from '#platform/server/log.ts';
import { readSettings } from '#platform/server/settings.ts';
import { startServer, type RunningServer } from '#app/server.ts';
import type { Api } from './api.ts';

/** Starts it with its own data directory. Stop it before the first one, whose database it uses. */
export async function startSecondNode(
  { database }: Api,
  environment: Record<string, string> = {},
): Promise<{ node: RunningServer; stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'quarterhour-node-'));
  const settings = readSettings({
    ...database.settings,
    DATA_DIR: directory,
    NODE_ENV: 'test',
    PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const migrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url));
  const node = await startServer(settings, { migrations }, openLog(settings.logLevel));
  return {
    node,
    stop: async () => {
      await node.stop();
      await rm(directory, { recursive: true });
    },
  };
}
