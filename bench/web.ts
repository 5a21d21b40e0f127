/**
 * `npm run bench:web`: what a person with a slow phone waits for. A real Chromium whose processor is slowed down four
 * times, on a network as slow as bad 4G, opens screens of a business with thousands of notes and messages, goes from
 * one to the other, types and taps. Prints medians beside the budgets and writes web-results.md. `BENCH_ROUNDS` (3): how often.
 */
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBrowser } from '#tests/support/helpers/browser.ts';
import { startCluster } from '#tests/support/helpers/postgres.ts';
import type { Cluster } from '#tests/support/helpers/postgres.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import { fillDatabase, giveMuch } from './data/fill.ts';
import type { Person } from './data/fill.ts';
import { SLOWDOWNS, together, webPageOf } from './webPage.ts';
import type { Figure } from './webPage.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const DATABASE = 'web';
const NOTES = 20_000;
/** So many of the author's own, and as many messages. */
const OWN = 2_000;
/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s down and 0.75 up. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** After that nothing more is painted. The network is never idle: a page receives changes. */
const SETTLED_MS = 3_000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const TYPED = 'Went through the budget and paid two bills together.';

/** What the page itself saw, in milliseconds but for the shift. */
interface Seen {
  paint: number;
  shift: number;
  delay: number;
}

/** Looks from the first moment on; runs in the page. */
function look(): void {
  const seen = { paint: 0, shift: 0, delay: 0 };
  (globalThis as unknown as { seen: Seen }).seen = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  observe('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  observe('event', ({ duration }) => (seen.delay = Math.max(seen.delay, duration)), {
    durationThreshold: 16,
  });
}

const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** A phone with an empty cache; signed in when a user is given. */
async function aPhone(
  browser: Browser,
  url: string,
  { person, slower }: Pick<Visit, 'person' | 'slower'>,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...PHONE, baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(look);
  if (person) {
    const answer = await fetch(`${url}/api/auth/validate`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const { user } = (await answer.json()) as { user: object };
    await page.addInitScript(
      ([token, kept]) => {
        localStorage.setItem('auth_token', token);
        localStorage.setItem('auth_user', kept);
      },
      [person.token, JSON.stringify(user)] as const,
    );
  }
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', NETWORK);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { context, page };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** The first visit of a screen; what it painted, how it shifted and how much script came. */
async function firstVisit(browser: Browser, visit: Visit): Promise<Figure[]> {
  const { url, path, title, person } = visit;
  const { context, page } = await aPhone(browser, url, visit);
  let script = 0;
  page.on('response', (answer) => {
    if (/javascript/.test(answer.headers()['content-type'] ?? ''))
      void answer
        .request()
        .sizes()
        .then(
          ({ responseBodySize }) => (script += responseBodySize),
          () => undefined,
        );
  });
  await page.goto(path);
  await heading(page, title).waitFor();
  await pause(SETTLED_MS);
  const { paint, shift } = await seenBy(page);
  await context.close();
  const name = `${person ? 'signed in' : 'signed out'}, first visit of ${path}`;
  return [
    { what: `${name}: largest paint`, value: paint, unit: 'ms', budget: 2_000 },
    { what: `${name}: layout shift`, value: shift, unit: '', budget: 0 },
    { what: `${name}: script over the network`, value: script / 1000, unit: 'kB', budget: null },
  ];
}

interface Visit {
  url: string;
  path: string;
  title: string | RegExp;
  person: Person | null;
  slower: number;
}

/** Milliseconds from the tap on a link of the page until its screen's own heading is painted; runs in the page. */
const timeOf = (page: Page, path: string, title: string): Promise<number> =>
  page.evaluate(
    ([to, wanted]) =>
      new Promise<number>((resolve, reject) => {
        const link = [...document.querySelectorAll<HTMLAnchorElement>(`a[href="${to}"]`)][0];
        if (!link) return reject(new Error(`There is no link to ${to}`));
        const began = performance.now();
        const isThere = () => document.querySelector('h1')?.textContent?.includes(wanted) === true;
        const painted = () => requestAnimationFrame(() => resolve(performance.now() - began));
        const wait = () => (isThere() ? painted() : requestAnimationFrame(wait));
        link.click();
        return wait();
      }),
    [path, title] as const,
  );

/** From screen to screen, to each the first time and then again. */
async function navigation(
  browser: Browser,
  { url, ...phone }: Pick<Visit, 'url' | 'person' | 'slower'>,
): Promise<Figure[]> {
  const { context, page } = await aPhone(browser, url, phone);
  await page.goto('/');
  await heading(page, /./).waitFor();
  await pause(SETTLED_MS);
  const home = (await page.locator('h1').first().textContent()) ?? '';
  const unvisited = await timeOf(page, '/my-notes', 'My Notes');
  await pause(SETTLED_MS);
  await timeOf(page, '/', home);
  const visited = await timeOf(page, '/my-notes', 'My Notes');
  await context.close();
  return [
    { what: 'Home to My Notes, not visited before', value: unvisited, unit: 'ms', budget: 300 },
    { what: 'Home to My Notes, visited before', value: visited, unit: 'ms', budget: 50 },
  ];
}

/** What a person with thousands of rows waits for after each key or tap. */
async function interaction(
  browser: Browser,
  visit: Visit,
  act: (page: Page) => Promise<void>,
): Promise<Figure[]> {
  const { url, path, title } = visit;
  const { context, page } = await aPhone(browser, url, visit);
  await page.goto(path);
  await heading(page, title).waitFor();
  await pause(SETTLED_MS);
  // The browser reports a pointer that lies over the page from before it was there, as long as its first paint took.
  await page.evaluate(() => ((globalThis as unknown as { seen: Seen }).seen.delay = 0));
  await act(page);
  // The observer receives an event after the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const { delay, shift } = await seenBy(page);
  await context.close();
  return [
    { what: `${path}: longest wait after a key or tap`, value: delay, unit: 'ms', budget: 100 },
    { what: `${path}: layout shift meanwhile`, value: shift, unit: '', budget: 0 },
  ];
}

async function once(browser: Browser, { url, author, slower }: Asked): Promise<Figure[]> {
  const visit = (path: string, title: string | RegExp, person: Person | null = author) => ({
    url,
    path,
    title,
    person,
    slower,
  });
  return [
    ...(await firstVisit(browser, visit('/', /./, null))),
    ...(await firstVisit(browser, visit('/', /./))),
    ...(await firstVisit(browser, visit('/submit', /Submit/))),
    ...(await firstVisit(browser, visit('/my-notes', 'My Notes'))),
    ...(await firstVisit(browser, visit('/mail', /Mail/))),
    ...(await navigation(browser, { url, person: author, slower })),
    ...(await interaction(browser, visit('/submit', /Submit/), async (page) => {
      await page.getByLabel(/^Description/).pressSequentially(TYPED);
    })),
    ...(await interaction(browser, visit('/my-notes', 'My Notes'), async (page) => {
      await page.mouse.wheel(0, 4_000);
      await page
        .getByRole('button', { name: /^View / })
        .first()
        .tap();
      await page.getByRole('dialog').waitFor();
    })),
    ...(await interaction(browser, visit('/mail', /Mail/), async (page) => {
      await page.mouse.wheel(0, 4_000);
      await page.locator('[id^=message-]').first().tap();
      await page.locator('#conversation').waitFor();
    })),
  ];
}

interface Asked {
  url: string;
  author: Person;
  slower: number;
}

async function main({ url }: Cluster): Promise<void> {
  const { middle } = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  await giveMuch(url(DATABASE), middle, OWN);
  const product = await startProduct({
    DATABASE_URL: url(DATABASE),
    DATA_DIR: join(folder, 'data'),
    RATE_LIMITS: 'off',
  });
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const columns: Figure[][] = [];
    for (const slower of SLOWDOWNS) {
      const rounds: Figure[][] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await once(browser, { url: product.url, author: middle.author, slower }));
      columns.push(together(rounds));
    }
    const page = webPageOf(columns, ROUNDS);
    console.log(page);
    writeFileSync(join(import.meta.dirname, 'web-results.md'), page);
  } finally {
    await browser.close();
    await product.end('SIGTERM');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'web-'));
const cluster = await startCluster({ settings: { shared_buffers: '512MB' } });
try {
  await main(cluster);
} finally {
  await cluster.remove();
  rmSync(folder, { recursive: true, force: true });
}
