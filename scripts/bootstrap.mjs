/**
 * Makes a fresh clone ready to run. Plain JavaScript and nothing but Node 20's own modules, because it runs
 * before anything is installed: it installs the dependencies when they do not match the lock file, then
 * runs the calling script again under the project's own Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fs.realpathSync(dirname(dirname(fileURLToPath(import.meta.url))));

const modules = join(projectRoot, 'node_modules');
const installLock = join(projectRoot, '.cache', 'installing');
const installLimitMs = 15 * 60_000;
const oldestNode = 24;

/**
 * Installs what is missing and makes sure that the rest of the script runs under the project's Node.
 * When that is another program than the one running now, the script runs again under it, and this
 * process does nothing but wait and pass signals on.
 */
export async function bootstrap() {
  process.chdir(projectRoot);
  endWithNpm();
  if (!isInstalled()) await install();
  const node = projectNode();
  if (node !== fs.realpathSync(process.execPath)) await runAgainUnder(node);
  process.env.PATH = join(modules, '.bin') + delimiter + process.env.PATH;
}

/**
 * npm runs a script inside a shell. When npm is asked to end, it ends that shell, without a signal to its child; without
 * this, a stopped `npm start` would leave the server behind. So the end of the shell counts as the signal.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

/**
 * Whether node_modules holds what the lock file lists. The answer is remembered in a stamp with the lock
 * file's hash; without one, npm's own record of what it installed is compared package by package.
 */
export function isInstalled(root = projectRoot) {
  const stamp = join(root, 'node_modules', '.lock-hash');
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!fs.existsSync(record)) return false;
  const lock = fs.readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return true;
  const installed = JSON.parse(fs.readFileSync(record, 'utf8')).packages;
  const matches = Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    const there = installed[path];
    // Optional packages are mostly for other platforms.
    return path === '' || (there ? there.version === wanted.version : wanted.optional === true);
  });
  if (matches) fs.writeFileSync(stamp, hash);
  return matches;
}

/** One install at a time: a second one waits for the first and then looks again. */
async function install() {
  const limit = Date.now() + installLimitMs;
  while (!takeInstallLock()) {
    if (Date.now() > limit) fail(`Another install seems to hang. End it, or delete ${installLock}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    if (isInstalled()) return;
    console.log('Installing dependencies (once, about a minute)');
    npmCi();
    if (!isInstalled()) fail('npm ci ended well, but node_modules does not match package-lock.json');
  } finally {
    fs.rmSync(installLock, { recursive: true, force: true });
  }
}

/** A directory is made by exactly one process; one left behind by a dead install is taken away. */
function takeInstallLock() {
  const owner = join(installLock, 'pid');
  fs.mkdirSync(dirname(installLock), { recursive: true });
  try {
    fs.mkdirSync(installLock);
    fs.writeFileSync(owner, String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isLeftBehind(owner)) fs.rmSync(installLock, { recursive: true, force: true });
  return false;
}

function isLeftBehind(owner) {
  try {
    process.kill(Number(fs.readFileSync(owner, 'utf8')), 0);
    return false;
  } catch (error) {
    // ENOENT: its owner is about to write its number, or died just before.
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

/** The Node that came with the dependencies; on a platform without one, the machine's own if new enough. */
function projectNode() {
  const [system, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const own = join(modules, `node-${system}-${process.arch}`, 'bin', program);
  // Also where node_modules is a link: a path that never equals the running one would start again for ever.
  if (fs.existsSync(own)) return fs.realpathSync(own);
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return fs.realpathSync(process.execPath);
  return fail(
    `This platform needs Node ${oldestNode} or newer on the machine; it has ${process.versions.node}.`,
  );
}

async function runAgainUnder(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl+C to both processes by itself.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...end) => resolve(end));
  });
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
}

function fail(message) {
  console.error(message);
  fs.rmSync(installLock, { recursive: true, force: true });
  process.exit(1);
}
