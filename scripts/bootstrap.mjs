/**
 * Prepares a fresh clone: installs the dependencies and runs the calling script again under the project's Node.
 * Uses only modules of Node 20, because it runs before anything is installed.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fs.realpathSync(dirname(dirname(fileURLToPath(import.meta.url))));

const modules = join(projectRoot, 'node_modules');
const installLock = join(projectRoot, '.cache', 'installing');
const installTimeoutMs = 15 * 60_000;
/** For platforms without a package of Node: it has the fixes that scripts/check-versions.ts requires. */
const minNodeVersion = '24.22.1';
/** Under an older Node, npm leaves out optional packages that this Node could not run, though the app's own Node could. */
const minInstallingNodeVersion = 20;

/** Installs the dependencies if needed. Under another Node it runs the script again and only passes signals on. */
export async function bootstrap() {
  process.chdir(projectRoot);
  if (Number.parseInt(process.versions.node, 10) < minInstallingNodeVersion) {
    console.error(
      `Node ${process.versions.node} is too old to install this project: use ${minInstallingNodeVersion} or newer.`,
    );
    process.exit(1);
  }
  stopWithNpm();
  if (!isInstalled()) await install();
  const node = findProjectNode();
  if (node !== fs.realpathSync(process.execPath)) await runAgainUnder(node);
  const commands = join(modules, '.bin');
  const path = process.env.PATH ?? '';
  // A process that replaced another one has it already.
  if (!path.split(delimiter).includes(commands)) process.env.PATH = commands + delimiter + path;
}

/**
 * Stops this process when npm's shell ends. A stopped npm ends its shell without a signal to this process, so
 * `npm start` would leave the server running.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  timer.unref();
}

/** Compares node_modules with the lock file. A stamp with the lock file's hash saves the comparison next time. */
export function isInstalled(root = projectRoot) {
  const stamp = join(root, 'node_modules', '.lock-hash');
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!fs.existsSync(record)) return false;
  const lock = fs.readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return true;
  const installed = JSON.parse(fs.readFileSync(record, 'utf8')).packages;
  const matches = Object.entries(JSON.parse(lock).packages).every(([path, required]) => {
    const copy = installed[path];
    // Optional packages are mostly for other platforms.
    return path === '' || (copy ? copy.version === required.version : required.optional === true);
  });
  if (matches) fs.writeFileSync(stamp, hash);
  return matches;
}

/** Installs the dependencies; a second process waits for the first. */
async function install() {
  const deadline = Date.now() + installTimeoutMs;
  while (!acquireInstallLock()) {
    if (Date.now() > deadline) fail(`Another install does not end. Stop it, or delete ${installLock}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    if (isInstalled()) return;
    console.log('Installing dependencies (once, about a minute)');
    npmCi();
    if (!isInstalled()) fail('npm ci succeeded, but node_modules does not match package-lock.json');
  } finally {
    fs.rmSync(installLock, { recursive: true, force: true });
  }
}

/** Creates the lock directory, which only one process can. Removes one whose owner is dead. */
function acquireInstallLock() {
  const owner = join(installLock, 'pid');
  fs.mkdirSync(dirname(installLock), { recursive: true });
  try {
    fs.mkdirSync(installLock);
    fs.writeFileSync(owner, String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isStaleLock(owner)) fs.rmSync(installLock, { recursive: true, force: true });
  return false;
}

function isStaleLock(owner) {
  try {
    process.kill(Number(fs.readFileSync(owner, 'utf8')), 0);
    return false;
  } catch (error) {
    // ENOENT: its owner has not written its process id yet, or died before it could.
    if (error.code === 'ENOENT' && fs.existsSync(installLock)) {
      return Date.now() - fs.statSync(installLock).mtimeMs > 10_000;
    }
    return error.code === 'ESRCH';
  }
}

function npmCi() {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'];
  const options = { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  const npm = process.env.npm_execpath;
  const run = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (run.error) fail(`npm could not be run: ${run.error.message}`);
  if (run.status !== 0) fail(`npm ci failed:\n${run.stdout}${run.stderr}`);
}

/** The Node installed with the dependencies; on a platform without one, the machine's if it is new enough. */
function findProjectNode() {
  const own = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  // The real path: if node_modules is a link, its own path would never equal the running one.
  if (fs.existsSync(own)) return fs.realpathSync(own);
  if (process.versions.node.localeCompare(minNodeVersion, 'en', { numeric: true }) >= 0)
    return fs.realpathSync(process.execPath);
  return fail(
    `Install Node ${minNodeVersion} or newer: this platform has no bundled one, and yours is ${process.versions.node}.`,
  );
}

const runAgainUnder = (node) => replaceProcess([...process.execArgv, ...process.argv.slice(1)], { node });

/**
 * Runs Node with these arguments instead of this program, without the memory of a second process. On Windows and under
 * an older Node it runs in a child process, to which this one passes signals on.
 */
export async function replaceProcess(args, { node = process.execPath, env = process.env } = {}) {
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], env);
  const child = spawn(node, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl+C to both processes.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...exit) => resolve(exit));
  });
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
}

function fail(message) {
  console.error(message);
  fs.rmSync(installLock, { recursive: true, force: true });
  process.exit(1);
}
