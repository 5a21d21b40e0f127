import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shots } from './shots.ts';

const SCREENS = ['screens.ts', 'signedOutRoutes.ts', 'clients/clientRoutes.ts'].map(
  (file) => new URL(`../../src/app/web/${file}`, import.meta.url),
);

/** Reads the paths of all screens from the source, because loading it would need a browser. */
const readRoutes = (): string[] =>
  SCREENS.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {4}path: '(.+)',$/gm)]).map(
    ([, path]) => path ?? '',
  );

describe('shots', () => {
  it('show every screen of the router', () => {
    const paths = new Set(shots.map(({ path, shows }) => shows ?? path.split('?')[0]));
    // The screen at /login is the one at the root.
    const missing = readRoutes().filter((path) => path !== '/login' && !paths.has(path));
    expect(missing).toEqual([]);
    expect(readRoutes()).toContain('/payment-success');
  });

  it('have unique names and no ids of one database', () => {
    const names = shots.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(shots.filter(({ path }) => /=\d+(&|$)/.test(path))).toEqual([]);
  });
});
