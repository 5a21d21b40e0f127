/** Directus, a data platform that answers lists, filters and inserts of any table, as npm has it. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import getPort from 'get-port';

/** The last one whose parts the registry has in full. */
const VERSION = '12.4.0';
const folder = join(import.meta.dirname, '../../.cache', `directus-${VERSION}`);
const program = join(folder, 'node_modules/directus/cli.js');
const READY_WITHIN_MS = 180_000;

export interface Directus {
  url: string;
  /** Of its administrator, which never ends. */
  token: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts it on a database, whose tables it shows beside its own. The first time it is installed: 640 MB. */
export async function startDirectus(database: string): Promise<Directus> {
  install();
  const token = randomBytes(24).toString('hex');
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...settings({ database, token, port }) };
  const made = spawnSync(process.execPath, [program, 'bootstrap'], { cwd: folder, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`Directus did not set up its tables:\n${made.stdout}${made.stderr}`);
  const child = spawn(process.execPath, [program, 'start'], { cwd: folder, env });
  const ended = once(child, 'exit');
  await untilReady(child, url);
  return {
    url,
    token,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function install(): void {
  if (existsSync(program)) return;
  mkdirSync(folder, { recursive: true });
  console.log(`Installing Directus ${VERSION} (once, some minutes)`);
  const how = ['--prefix', folder, '--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts'];
  const run = spawnSync('npm', ['install', ...how, `directus@${VERSION}`], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`Directus could not be installed:\n${run.stderr}`);
  // Its cage for scripts of its users would have to be compiled; nothing that is measured runs a script.
  const cage = join(folder, 'node_modules/isolated-vm/out');
  mkdirSync(cage);
  writeFileSync(join(cage, 'isolated_vm.js'), 'exports.ivm = {};\n');
}

/** One process with nothing that the comparison is not about: no limits, no mail, no app, no log of requests. */
const settings = ({ database, token, port }: { database: string; token: string; port: number }) => {
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
    DB_PASSWORD: 'none is asked for',
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

/** @throws with what it printed, when it ended instead or took too long */
async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (printed += String(chunk)));
  const until = performance.now() + READY_WITHIN_MS;
  const answers = () =>
    fetch(`${url}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`Directus is not ready:\n${printed}`);
    await pause(200);
  }
}
