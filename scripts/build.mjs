/**
 * `npm run build [server|web]`: builds the server into dist/server and the web app into dist/web.
 * A half is built only when its sources changed since its last build.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { bootstrap, projectRoot, replaceProcess } from './bootstrap.mjs';

const dist = join(projectRoot, 'dist');
const configuration = ['package-lock.json', 'scripts/build.mjs'];

const halves = [
  {
    name: 'server',
    isInput: (path) => !path.includes('/web/'),
    more: [],
    build: buildServer,
  },
  {
    name: 'web',
    isInput: (path) => !path.includes('/server/'),
    more: ['vite.config.ts', 'scripts/web/firstLoad.ts', 'scripts/web/serviceWorker.ts'],
    build: buildWeb,
  },
];

/** Holds the caller's values of the variables in `lowMemory` while a build replaces them, as JSON. */
const callerVariables = 'QUARTERHOUR_CALLER_VARIABLES';

/** Settings with which a build takes a third of the memory and, on two cores, hardly more time (docs/decisions/048). */
const lowMemory = {
  flags: ['--max-semi-space-size=1', '--max-old-space-size=120', '--optimize-for-size'],
  env: {
    MALLOC_ARENA_MAX: '1',
    MIMALLOC_ARENA_EAGER_COMMIT: '0',
    MIMALLOC_PURGE_DELAY: '0',
    RAYON_NUM_THREADS: '1',
    ROLLDOWN_MAX_BLOCKING_THREADS: '1',
    TOKIO_WORKER_THREADS: '1',
  },
};

/** Builds the stale halves one after another, each in a child process. Ends this process when a build fails. */
export async function buildInChild() {
  const sources = listSources();
  for (const half of halves.filter((one) => !isFresh(one, hashInput(one, sources)))) {
    const env = { ...process.env, ...lowMemory.env };
    const args = [...lowMemory.flags, import.meta.filename, half.name];
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit');
    if (code !== 0) process.exit(code ?? 1);
  }
}

/**
 * Builds the stale halves, like `buildInChild`, but no process waits in memory meanwhile: the build replaces this one, and
 * `program` replaces the build. Returns when no half is stale.
 */
export async function buildThenRun(program) {
  const sources = listSources();
  const stale = halves.find((one) => !isFresh(one, hashInput(one, sources)));
  if (!stale) return;
  const replaced = Object.keys(lowMemory.env).map((name) => [name, process.env[name]]);
  const env = {
    ...process.env,
    ...lowMemory.env,
    [callerVariables]: JSON.stringify(Object.fromEntries(replaced)),
  };
  await replaceProcess([...lowMemory.flags, import.meta.filename, stale.name, program], { env });
}

/** Returns the environment that `buildThenRun` was called with. */
function restoreEnvironment() {
  const { [callerVariables]: values = '{}', ...env } = process.env;
  for (const name of Object.keys(lowMemory.env)) delete env[name];
  return { ...env, ...JSON.parse(values) };
}

/** Builds a half, if it is stale, in this process. */
async function buildStale(name) {
  const half = halves.find((one) => one.name === name);
  const hash = hashInput(half, listSources());
  if (isFresh(half, hash)) return;
  const started = performance.now();
  await buildInto(half);
  fs.writeFileSync(stampOf(half), hash);
  console.log(`Built the ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function isFresh(half, hash) {
  const stamp = stampOf(half);
  const isBuilt = fs.existsSync(join(dist, half.name)) && fs.existsSync(stamp);
  return isBuilt && fs.readFileSync(stamp, 'utf8') === hash;
}

const stampOf = (half) => join(dist, `${half.name}.stamp`);

/** Builds into a temporary folder and swaps at the end, so that an incomplete build is never served. */
async function buildInto({ name, build }) {
  const next = join(dist, `${name}.${process.pid}`);
  fs.rmSync(next, { recursive: true, force: true });
  try {
    await build(next);
    fs.rmSync(join(dist, name), { recursive: true, force: true });
    fs.renameSync(next, join(dist, name));
  } finally {
    fs.rmSync(next, { recursive: true, force: true });
  }
}

function listSources() {
  return fs
    .readdirSync(join(projectRoot, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(projectRoot.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

function hashInput(half, sources) {
  const paths = [...sources.filter(half.isInput), ...half.more, ...configuration];
  const hash = createHash('sha256');
  for (const path of paths) {
    hash
      .update(`${path}\0`)
      .update(fs.readFileSync(join(projectRoot, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

async function buildWeb(folder) {
  const { build } = await import('vite');
  // Vite builds for development under NODE_ENV=development, and sets the variable itself when it is missing.
  process.env.NODE_ENV = 'production';
  const configFile = join(projectRoot, 'vite.config.ts');
  await build({ configFile, mode: 'production', logLevel: 'warn', build: { outDir: folder } });
  await compress(folder);
}

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
/** The best quality is 2% smaller and delays the first start three times as long. */
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Smaller files are served uncompressed. */
const minCompressedBytes = 1024;

async function compress(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|json|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  // One after another, because each takes memory while it waits.
  for (const path of files) {
    const content = fs.readFileSync(path);
    if (content.length < minCompressedBytes) continue;
    fs.writeFileSync(`${path}.gz`, await gzip(content, { level: 9 }));
    fs.writeFileSync(`${path}.br`, await brotli(content, brotliOptions));
  }
}

/** The embedded database unpacks it; it looks beside its worker. */
const emptyCluster = 'src/platform/server/database/embedded/emptyCluster.tbr';

/** Packages with native code, or which read files of their own folder, are not bundled. */
const external = [
  /^@electric-sql\/pglite/,
  /^@node-rs\/argon2/,
  'sharp',
  'pdfkit',
  'fontkit',
  'harfbuzzjs',
  'subset-font',
  /^@fastify\/swagger/,
  /^(pino|thread-stream)$/,
  'pg-native',
  'pino-pretty',
];

async function buildServer(folder) {
  const { build } = await import('rolldown');
  const { output } = await build({
    cwd: projectRoot,
    input: {
      main: 'src/app/main.ts',
      worker: 'src/platform/server/database/embedded/worker.ts',
      childEntry: 'src/platform/server/childProcess/childEntry.ts',
      importProcess: 'src/features/imports/server/process/importProcess.ts',
      xlsxProcess: 'src/platform/server/xlsxProcess.ts',
      pdfProcess: 'src/platform/server/pdfProcess.ts',
      exportProcess: 'src/app/exportProcess.ts',
      packetProcess: 'src/app/packetProcess.ts',
    },
    platform: 'node',
    external,
    onLog: rejectUnresolved,
    output: { dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  });
  for (const chunk of output) rejectOwnFolder(chunk);
  fs.copyFileSync(join(projectRoot, emptyCluster), join(folder, basename(emptyCluster)));
}

/** @throws when a bundled package reads its own folder, which a bundle does not have */
function rejectOwnFolder({ type, code, fileName }) {
  const use = type === 'chunk' && code.split('\n').find((line) => /\b__(dirname|filename)\b/.test(line));
  if (use)
    throw new Error(
      `${fileName} contains a package that reads its own folder; add it to external:\n${use.trim()}`,
    );
}

/** @throws on a missing package, which would otherwise fail when the server starts */
function rejectUnresolved(level, log, report) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  if (level === 'warn') report(level, log);
}

// `import.meta.filename` does not exist in Node 18, where `bootstrap` explains what to do.
if (process.argv[1] && fileURLToPath(import.meta.url) === fs.realpathSync(process.argv[1])) {
  await bootstrap();
  const [name, program] = process.argv.slice(2);
  const env = restoreEnvironment();
  await (name ? buildStale(name) : buildInChild());
  if (program) await replaceProcess([program], { env });
}
