/** `npm run demo`: the product on a throw-away data directory with a believable agency in it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../src/app/server.ts';
import { PRODUCT_NAME } from '../src/platform/contract/product.ts';
import { openLog } from '../src/platform/server/log.ts';
import { readSettings } from '../src/platform/server/settings.ts';
import { DEMO_PASSWORD, PEOPLE } from './demo/cast.ts';
import { fillDemo } from './demo/fill.ts';

const directory = await mkdtemp(join(tmpdir(), 'quarterhour-demo-'));
const environment = {
  ...process.env,
  DATA_DIR: directory,
  DATABASE_URL: '',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
};
const settings = readSettings(environment);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const running = await startServer(
  settings,
  { migrations: at('../db/migrations'), web: at('../dist/web') },
  openLog(settings.logLevel),
);

process.stdout.write('Three months of an agency are being written …\n');
await fillDemo(running);
const address = await running.app.listen({ port: settings.port, host: settings.host });
process.stdout.write(`${PRODUCT_NAME} is ready at ${address.replace('127.0.0.1', 'localhost')}\n\n`);
process.stdout.write(`Sign in with the password ${DEMO_PASSWORD} as\n`);
for (const one of PEOPLE) process.stdout.write(`  ${one.username.padEnd(18)} ${one.position}\n`);
process.stdout.write('\nEverything is thrown away when this ends.\n');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void running
      .stop()
      .then(() => rm(directory, { recursive: true, force: true }))
      .then(() => process.exit(0));
  });
}
