/**
 * Builds what `npm start` serves: the web app into dist/web, the server into dist/server. Each half is built
 * only when something that goes into it changed. Run by itself (`npm run build`), it builds both if stale.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { bootstrap, projectRoot } from './bootstrap.mjs';

const dist = join(projectRoot, 'dist');
const configuration = ['package-lock.json', 'scripts/build.mjs'];

const halves = [
  {
    name: 'web',
    isInput: (path) => !path.includes('/server/'),
    more: ['vite.config.ts', ...['chunks', 'firstLoad', 'screens'].map((name) => `scripts/web/${name}.ts`)],
    build: buildWeb,
  },
  {
    name: 'server',
    isInput: (path) => !path.includes('/web/'),
    more: [],
    build: buildServer,
  },
];

/** Whether anything that goes into a build changed since it was made. Cheap: reads and hashes the sources. */
function isStale() {
  const sources = sourceFiles();
  return halves.some((half) => !isFresh(half, inputHash(half, sources)));
}

/** Builds in a process of its own, so that the server does not carry the builders' memory. */
export function buildApart() {
  if (!isStale()) return;
  const built = spawnSync(process.execPath, [import.meta.filename], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

/** Builds the halves whose sources changed since their last build; prints a line for each. */
async function buildStale() {
  const sources = sourceFiles();
  for (const half of halves) {
    const hash = inputHash(half, sources);
    if (isFresh(half, hash)) continue;
    const started = performance.now();
    await buildInto(half);
    fs.writeFileSync(stampOf(half), hash);
    console.log(`Built the ${half.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}

function isFresh(half, hash) {
  const stamp = stampOf(half);
  const isBuilt = fs.existsSync(join(dist, half.name)) && fs.existsSync(stamp);
  return isBuilt && fs.readFileSync(stamp, 'utf8') === hash;
}

function stampOf(half) {
  return join(dist, `${half.name}.stamp`);
}

/** Builds beside the folder in use and swaps at the end, so that nobody ever meets half a build. */
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

function sourceFiles() {
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

function inputHash(half, sources) {
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
  const configFile = join(projectRoot, 'vite.config.ts');
  await build({ configFile, mode: 'production', logLevel: 'warn', build: { outDir: folder } });
  compress(folder);
}

/** Text over this size travels compressed; the server picks the file that the browser understands. */
const worthCompressing = 1024;

function compress(folder) {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest)$/.test(entry.name)) continue;
    const content = fs.readFileSync(path);
    if (content.length < worthCompressing) continue;
    fs.writeFileSync(`${path}.gz`, zlib.gzipSync(content, { level: 9 }));
    fs.writeFileSync(`${path}.br`, zlib.brotliCompressSync(content));
  }
}

/** Packages that carry native code or read files from their own folder stay outside of the bundle. */
const external = [
  /^@electric-sql\/pglite/,
  /^@node-rs\/argon2/,
  'sharp',
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
    },
    platform: 'node',
    external,
    onLog: refuseUnresolved,
    output: { dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  });
  for (const chunk of output) refuseOwnFolder(chunk);
}

/** In a bundle `__dirname` is no package's own folder, and code that asks for it breaks when it runs. */
function refuseOwnFolder({ type, code, fileName }) {
  const use = type === 'chunk' && code.split('\n').find((line) => /\b__(dirname|filename)\b/.test(line));
  if (use)
    throw new Error(
      `${fileName} holds a package that reads its own folder; make it external:\n${use.trim()}`,
    );
}

/** A package that is not there would only be missed when the server starts. */
function refuseUnresolved(level, log, report) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  if (level === 'warn') report(level, log);
}

if (process.argv[1] && import.meta.filename === fs.realpathSync(process.argv[1])) {
  await bootstrap();
  await buildStale();
}
