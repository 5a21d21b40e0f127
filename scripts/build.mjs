/**
 * Builds what `npm start` serves: the server into dist/server, the web app into dist/web. Each half is built
 * only when something that goes into it changed. Run by itself (`npm run build`), it builds what is stale; with
 * `server` or `web`, of that half alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { bootstrap, projectRoot } from './bootstrap.mjs';

const dist = join(projectRoot, 'dist');
const configuration = ['package-lock.json', 'scripts/build.mjs'];
/** Most sources go into both halves, and a start looks at all of them. */
const contents = new Map();

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
    more: ['vite.config.ts', 'scripts/web/firstLoad.ts'],
    build: buildWeb,
  },
];

/**
 * Builds a half, or both, if something that goes into it changed; in a process of its own, so that the server does
 * not carry the builders' memory and goes on with its start meanwhile. Ends this process when the build fails.
 */
export async function buildApart(...names) {
  const sources = sourceFiles();
  if (chosen(names).every((half) => isFresh(half, inputHash(half, sources)))) return;
  const builder = spawn(process.execPath, [import.meta.filename, ...names], { stdio: 'inherit' });
  // Whatever goes on meanwhile takes longer, and comes first where there are few cores.
  os.setPriority(builder.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  const [code] = await once(builder, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}

/** Builds the halves whose sources changed since their last build; prints a line for each. */
async function buildStale(...names) {
  const sources = sourceFiles();
  for (const half of chosen(names)) {
    const hash = inputHash(half, sources);
    if (isFresh(half, hash)) continue;
    const started = performance.now();
    await buildInto(half);
    fs.writeFileSync(stampOf(half), hash);
    console.log(`Built the ${half.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}

const chosen = (names) => halves.filter(({ name }) => names.length === 0 || names.includes(name));

function isFresh(half, hash) {
  const stamp = stampOf(half);
  const isBuilt = fs.existsSync(join(dist, half.name)) && fs.existsSync(stamp);
  return isBuilt && fs.readFileSync(stamp, 'utf8') === hash;
}

function stampOf(half) {
  return join(dist, `${half.name}.stamp`);
}

/** Builds beside the folder in use and swaps at the end, so that half a build is never served. */
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
    if (!contents.has(path)) contents.set(path, fs.readFileSync(join(projectRoot, path)));
    hash.update(`${path}\0`).update(contents.get(path)).update('\0');
  }
  return hash.digest('hex');
}

async function buildWeb(folder) {
  const { build } = await import('vite');
  const configFile = join(projectRoot, 'vite.config.ts');
  await build({ configFile, mode: 'production', logLevel: 'warn', build: { outDir: folder } });
  await compress(folder);
}

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
/** The best quality is 2 % smaller and takes three times as long, which the first start would wait for. */
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Text over this size travels compressed; the server picks the file that the browser understands. */
const worthCompressing = 1024;

async function compress(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|json|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (path) => {
      const content = fs.readFileSync(path);
      if (content.length < worthCompressing) return;
      fs.writeFileSync(`${path}.gz`, await gzip(content, { level: 9 }));
      fs.writeFileSync(`${path}.br`, await brotli(content, brotliOptions));
    }),
  );
}

/** Packages that carry native code or read files from their own folder stay outside of the bundle. */
const external = [
  /^@electric-sql\/pglite/,
  /^@node-rs\/argon2/,
  'sharp',
  'pdfkit',
  'fontkit',
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
  await buildStale(...process.argv.slice(2));
}
