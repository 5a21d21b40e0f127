/** A phone with a slow processor on a slow network, in a real Chromium, and what its pages observe. */

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Person } from './data/fill.ts';
import type { Cells } from './harness.ts';

/** Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s down and 0.75 up. */
const NETWORK = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Then nothing more is painted. The network is never idle, because of the event stream. */
export const SETTLED_MS = 3_000;
/** Factors by which the processor is slowed down. The budgets are for the first. */
export const SLOWDOWNS = [4, 1];
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

export interface Result {
  what: string;
  value: number;
  unit: string;
  budget: number | null;
}

export interface Visit {
  url: string;
  path: string;
  title: string | RegExp;
  person: Person | null;
  slowdown: number;
}

/** Measurements by the page, in milliseconds except for the layout shift. */
export interface Observations {
  /** The first paint with text, then the largest one. */
  firstPaint: number;
  paint: number;
  shift: number;
  delay: number;
}

/** Observes paints, layout shifts and events from the start; runs in the page. */
function observePage(): void {
  const observations = { firstPaint: 0, paint: 0, shift: 0, delay: 0 };
  Object.assign(globalThis, { observations });
  const observe = (type: string, record: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observations.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (observations.paint = startTime));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) observations.shift += value;
  });
  observe('event', ({ duration }) => (observations.delay = Math.max(observations.delay, duration)), {
    durationThreshold: 16,
  });
}

export const readObservations = (page: Page): Promise<Observations> =>
  page.evaluate(() => (globalThis as unknown as { observations: Observations }).observations);

type Owner = Pick<Visit, 'person' | 'slowdown'>;

/** Opens a phone with an empty cache, signed in as the person if there is one. */
export async function openPhone(
  browser: Browser,
  url: string,
  owner: Owner,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...PHONE, baseURL: url, reducedMotion: 'reduce' });
  if (owner.person) await signIn(context, url, owner.person);
  return { context, page: await openPage(context, owner) };
}

async function signIn(context: BrowserContext, url: string, { token }: Person): Promise<void> {
  const response = await fetch(`${url}/api/auth/validate`, { headers: { authorization: `Bearer ${token}` } });
  const { user } = (await response.json()) as { user: object };
  await context.addInitScript(
    ([storedToken, storedUser]) => {
      localStorage.setItem('auth_token', storedToken);
      localStorage.setItem('auth_user', storedUser);
    },
    [token, JSON.stringify(user)] as const,
  );
}

/** Opens another page on the phone, in airplane mode without a network. */
export async function openPage(
  context: BrowserContext,
  { slowdown, offline = false }: Pick<Owner, 'slowdown'> & { offline?: boolean },
): Promise<Page> {
  await context.setOffline(offline);
  const page = await context.newPage();
  await page.addInitScript(observePage);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', { ...NETWORK, offline });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Milliseconds from a tap on a link until the heading of its screen is painted. */
export const measureNavigation = (page: Page, path: string, title: string): Promise<number> =>
  page.evaluate(
    ([to, text]) =>
      new Promise<number>((resolve, reject) => {
        const link = document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`);
        if (!link) return reject(new Error(`There is no link to ${to}`));
        const started = performance.now();
        const isShown = () => document.querySelector('h1')?.textContent?.includes(text) === true;
        const finish = () => requestAnimationFrame(() => resolve(performance.now() - started));
        const wait = () => (isShown() ? finish() : requestAnimationFrame(wait));
        link.click();
        return wait();
      }),
    [path, title] as const,
  );

/** Observes a page while keys and taps act on it; `delay` is the longest wait for a paint after one. */
export async function observeDelay(page: Page, act: () => Promise<void>): Promise<Observations> {
  // The browser reports a delay for a pointer that was over the page before its first paint.
  await page.evaluate(
    () => ((globalThis as unknown as { observations: Observations }).observations.delay = 0),
  );
  await act();
  // The observer receives an event after the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return readObservations(page);
}

/** Rows with the values at each slowdown and the verdict on the first. @param columns the results of each slowdown */
export const formatResults = (columns: Result[][]): Cells[] =>
  (columns[0] ?? []).map((_, index) => formatResult(columns.map((column) => column[index] as Result)));

function formatResult(values: Result[]): Cells {
  const [{ what, value, unit, budget }] = values as [Result];
  const texts = values.map((one) => (unit === '' ? one.value.toFixed(2) : `${one.value.toFixed(0)} ${unit}`));
  const rounded = unit === '' ? Number(value.toFixed(2)) : value;
  return {
    what,
    ...Object.fromEntries(SLOWDOWNS.map((slowdown, index) => [`${slowdown}x slower`, texts[index] ?? ''])),
    budget: budget === null ? '' : `${budget} ${unit}`.trim(),
    verdict: budget === null ? '' : rounded <= budget ? 'within' : 'over',
  };
}
