import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shots } from './shots.ts';

const SCREENS = new URL('../../src/app/web/screens.ts', import.meta.url);

/** The paths of all screens, as the source of their list has them; loading it would need a browser. */
const routes = (): string[] =>
  [...readFileSync(SCREENS, 'utf8').matchAll(/^ {4}path: '(.+)',$/gm)].map(([, path]) => path ?? '');

describe('what is photographed', () => {
  it('is every screen of the router', () => {
    const shown = new Set(shots.map(({ path, shows }) => shows ?? path.split('?')[0]));
    // The screen at /login is the one at the root.
    const missing = routes().filter((path) => path !== '/login' && !shown.has(path));
    expect(missing).toEqual([]);
    expect(routes()).toContain('/payment-success');
  });

  it('has names of its own and no ids of one database', () => {
    const names = shots.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(shots.filter(({ path }) => /=\d+(&|$)/.test(path))).toEqual([]);
  });
});
