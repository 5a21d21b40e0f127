/** Installs and starts Directus, which serves lists, filters and inserts of any table. */

import getPort from 'get-port';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The newest version whose dependencies can all be installed. */
const VERSION = '12.4.0';
const folder = join(import.meta.dirname, '../../.cache', `directus-${VERSION}`);
const program = join(folder, 'node_modules/directus/cli.js');
const READY_WITHIN_MS = 180_000;

export interface Directus {
  url: string;
  /** The administrator's token, which does not expire. */
  token: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts Directus on a database. The first start installs it (640 MB). */
export async function startDirectus(database: string): Promise<Directus> {
  install();
  const token = randomBytes(24).toString('hex');
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...createEnvironment({ database, token, port }) };
  const setup = spawnSync(process.execPath, [program, 'bootstrap'], { cwd: folder, env, encoding: 'utf8' });
  if (setup.status !== 0)
    throw new Error(`Directus did not set up its tables:\n${setup.stdout}${setup.stderr}`);
  const child = spawn(process.execPath, [program, 'start'], { cwd: folder, env });
  const exit = once(child, 'exit');
  await waitUntilReady(child, url);
  return {
    url,
    token,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

function install(): void {
  if (existsSync(program)) return;
  mkdirSync(folder, { recursive: true });
  console.log(`Installing Directus ${VERSION} (once, takes minutes)`);
  const how = ['--prefix', folder, '--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts'];
  const run = spawnSync('npm', ['install', ...how, `directus@${VERSION}`], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`Directus could not be installed:\n${run.stderr}`);
  // Its sandbox for user scripts would have to be compiled; no benchmark runs a script.
  const sandbox = join(folder, 'node_modules/isolated-vm/out');
  mkdirSync(sandbox);
  writeFileSync(join(sandbox, 'isolated_vm.js'), 'exports.ivm = {};\n');
}

/** One process without limits, mail, app or request log. */
const createEnvironment = ({ database, token, port }: { database: string; token: string; port: number }) => {
  const { hostname, port: databasePort, username, pathname } = new URL(database);
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DB_CLIENT: 'pg',
    DB_HOST: hostname,
    DB_PORT: databasePort,
    DB_USER: username,
    DB_PASSWORD: 'not needed',
    DB_DATABASE: pathname.slice(1),
    SECRET: randomBytes(24).toString('hex'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'warn',
    LOG_STYLE: 'raw',
    SERVE_APP: 'false',
    TELEMETRY: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
  };
};

/** @throws with its output when it exits or takes too long */
async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const deadline = performance.now() + READY_WITHIN_MS;
  const isReady = () =>
    fetch(`${url}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`Directus is not ready:\n${output}`);
    await pause(200);
  }
}
