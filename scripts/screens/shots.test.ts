import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shots } from './shots.ts';

const ROUTES = new URL('../../src/app/web/', import.meta.url);

/** The paths of the router, as its sources write them. */
function routes(): string[] {
  const files = readdirSync(ROUTES).filter((name) => name.endsWith('Routes.ts'));
  const sources = files.map((name) => readFileSync(new URL(name, ROUTES), 'utf8'));
  return sources.flatMap((source) =>
    [...source.matchAll(/^ {2}path: '(.+)',$/gm)].map(([, path]) => path ?? ''),
  );
}

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
