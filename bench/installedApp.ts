/** The app that is stored on a phone: its start without a network, screens that open again, and its size. */

import type { Browser } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Person } from './data/fill.ts';
import { heading, openPage, openPhone, readObservations, SETTLED_MS, type Result } from './phone.ts';

const WEB = 'dist/web/';
/** Milliseconds until the largest paint. */
const BUDGETS = { start: 2_000, again: 1_000 };

/** Opens Submit once, and then, each in a new page: Submit again, and Home and Submit in airplane mode. */
export async function measureInstalledApp(
  browser: Browser,
  { url, author, slowdown }: { url: string; author: Person; slowdown: number },
): Promise<Result[]> {
  const { context, page: first } = await openPhone(browser, url, { person: author, slowdown });
  await first.goto('/submit');
  await first.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await pause(SETTLED_MS);
  await first.close();
  const measure = async (path: string, { offline, budget }: { offline: boolean; budget: number }) => {
    const page = await openPage(context, { slowdown, offline });
    await page.goto(path);
    // Before anything asks the page, whose answer would take time of its first paint.
    await pause(SETTLED_MS);
    await heading(page, /./).waitFor();
    const { firstPaint, paint, shift } = await readObservations(page);
    await page.close();
    const name = offline ? `installed, ${path} started in airplane mode` : `second visit of ${path}`;
    return [
      { what: `${name}: first paint`, value: firstPaint, unit: 'ms', budget },
      { what: `${name}: largest paint`, value: paint, unit: 'ms', budget },
      { what: `${name}: layout shift`, value: shift, unit: '', budget: 0 },
    ];
  };
  const results = [
    ...(await measure('/submit', { offline: false, budget: BUDGETS.again })),
    ...(await measure('/', { offline: true, budget: BUDGETS.start })),
    ...(await measure('/submit', { offline: true, budget: BUDGETS.start })),
  ];
  await context.close();
  return results;
}

/** The worker, and the files that it stores, compressed as they are sent. */
export function measureSizes(): Result[] {
  const worker = readFileSync(`${WEB}worker.js`);
  const files = [...worker.toString().matchAll(/\{url:"([^"]+)"/g)].map(([, file]) => `${WEB}${file}`);
  const sizeOf = (paths: string[]) =>
    paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0) / 1000;
  const size = (what: string, value: number) => ({ what, value, unit: 'kB', budget: null });
  return [
    size('worker, gzip', gzipSync(worker).length / 1000),
    size(`files that the worker stores (${files.length}), gzip`, sizeOf(files)),
  ];
}
