/**
 * `npm run bench:web`: what users of a slow phone wait for. A real Chromium with its processor slowed down four times and
 * a slow 4G network opens screens of a business with thousands of notes and messages, navigates, types and taps.
 * Prints medians of `BENCH_ROUNDS` (3) beside their budgets and writes web-results.md. `-- installed` only measures the
 * app that is stored on the phone, and writes nothing.
 */

import { chromium, type Browser, type Page } from '@playwright/test';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBrowser } from '#tests/support/helpers/browser.ts';
import { assignToAuthor, fillDatabase, type Person } from './data/fill.ts';
import { formatTable, ROUNDS, runBench, startServer, writeReport } from './harness.ts';
import { measureInstalledApp, measureSizes } from './installedApp.ts';
import { median } from './load.ts';
import {
  formatResults,
  heading,
  measureNavigation,
  observeDelay,
  openPhone,
  readObservations,
  SETTLED_MS,
  SLOWDOWNS,
  type Result,
  type Visit,
} from './phone.ts';

/**
 * Milliseconds at the first slowdown. A screen beside Home may take 0.3 s longer: its code follows the router's. Taps and
 * keys: what Core Web Vitals call good (https://web.dev/articles/inp). Screens that were open before: what feels instant
 * (https://web.dev/articles/rail).
 */
const BUDGETS = { home: 2_000, screen: 2_300, interaction: 200, firstNavigation: 300, navigation: 100 };
const DATABASE = 'web';
const NOTES = 20_000;
/** Notes and messages of the author. */
const OWN = 2_000;
const TYPED = 'Went through the budget and paid two bills together.';

/** Measures the first visit of a screen: largest paint, layout shift and size of scripts. */
async function measureFirstVisit(browser: Browser, visit: Visit): Promise<Result[]> {
  const { url, path, title, person } = visit;
  const { context, page } = await openPhone(browser, url, visit);
  let script = 0;
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
    const add = ({ responseBodySize }: { responseBodySize: number }) => (script += responseBodySize);
    void response
      .request()
      .sizes()
      .then(add, () => undefined);
  });
  await page.goto(path);
  await heading(page, title).waitFor();
  await pause(SETTLED_MS);
  const { paint, shift } = await readObservations(page);
  await context.close();
  const name = `${person ? 'signed in' : 'signed out'}, first visit of ${path}`;
  return [
    {
      what: `${name}: largest paint`,
      value: paint,
      unit: 'ms',
      budget: path === '/' ? BUDGETS.home : BUDGETS.screen,
    },
    { what: `${name}: layout shift`, value: shift, unit: '', budget: 0 },
    { what: `${name}: script over the network`, value: script / 1000, unit: 'kB', budget: null },
  ];
}

/** Measures navigation to a screen, the first time and then again. */
async function measureNavigations(
  browser: Browser,
  { url, ...phone }: Pick<Visit, 'url' | 'person' | 'slowdown'>,
): Promise<Result[]> {
  const { context, page } = await openPhone(browser, url, phone);
  await page.goto('/');
  await heading(page, /./).waitFor();
  await pause(SETTLED_MS);
  const home = (await page.locator('h1').first().textContent()) ?? '';
  const unvisited = await measureNavigation(page, '/my-notes', 'My Notes');
  await pause(SETTLED_MS);
  await measureNavigation(page, '/', home);
  const visited = await measureNavigation(page, '/my-notes', 'My Notes');
  await context.close();
  return [
    {
      what: 'Home to My Notes, not visited before',
      value: unvisited,
      unit: 'ms',
      budget: BUDGETS.firstNavigation,
    },
    { what: 'Home to My Notes, visited before', value: visited, unit: 'ms', budget: BUDGETS.navigation },
  ];
}

/** Measures the longest delay after a key or tap, with thousands of rows. */
async function measureInteraction(
  browser: Browser,
  visit: Visit,
  act: (page: Page) => Promise<void>,
): Promise<Result[]> {
  const { url, path, title } = visit;
  const { context, page } = await openPhone(browser, url, visit);
  await page.goto(path);
  await heading(page, title).waitFor();
  await pause(SETTLED_MS);
  const { delay, shift } = await observeDelay(page, () => act(page));
  await context.close();
  return [
    {
      what: `${path}: longest wait after a key or tap`,
      value: delay,
      unit: 'ms',
      budget: BUDGETS.interaction,
    },
    { what: `${path}: layout shift meanwhile`, value: shift, unit: '', budget: 0 },
  ];
}

/** Runs all measurements of screens once. */
async function measureScreens(
  browser: Browser,
  { url, author, slowdown }: { url: string; author: Person; slowdown: number },
): Promise<Result[]> {
  const visit = (path: string, title: string | RegExp, person: Person | null = author) => ({
    url,
    path,
    title,
    person,
    slowdown,
  });
  return [
    ...(await measureFirstVisit(browser, visit('/', /./, null))),
    ...(await measureFirstVisit(browser, visit('/', /./))),
    ...(await measureFirstVisit(browser, visit('/submit', /Submit/))),
    ...(await measureFirstVisit(browser, visit('/my-notes', 'My Notes'))),
    ...(await measureFirstVisit(browser, visit('/mail', /Mail/))),
    ...(await measureNavigations(browser, { url, person: author, slowdown })),
    ...(await measureInteraction(browser, visit('/submit', /Submit/), async (page) => {
      await page.getByLabel(/^Description/).pressSequentially(TYPED);
    })),
    ...(await measureInteraction(browser, visit('/my-notes', 'My Notes'), async (page) => {
      await page.mouse.wheel(0, 4_000);
      await page
        .getByRole('button', { name: /^View / })
        .first()
        .tap();
      await page.getByRole('dialog').waitFor();
    })),
    ...(await measureInteraction(browser, visit('/mail', /Mail/), async (page) => {
      await page.mouse.wheel(0, 4_000);
      await page.locator('[id^=message-]').first().tap();
      await page.locator('#conversation').waitFor();
    })),
  ];
}

const onlyInstalled = process.argv[2] === 'installed';

/** Runs all measurements once. */
const measureAll = async (browser: Browser, phone: Parameters<typeof measureScreens>[1]) => [
  ...(onlyInstalled ? [] : await measureScreens(browser, phone)),
  ...(await measureInstalledApp(browser, phone)),
  ...measureSizes(),
];

await runBench({ shared_buffers: '512MB' }, async ({ url, folder }) => {
  const { middle } = await fillDatabase(url, { database: DATABASE, notes: NOTES });
  await assignToAuthor(url(DATABASE), middle, OWN);
  const product = await startServer({ DATABASE_URL: url(DATABASE), DATA_DIR: join(folder, 'data') });
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args });
  try {
    const columns: Result[][] = [];
    for (const slowdown of SLOWDOWNS) {
      const rounds: Result[][] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push(await measureAll(browser, { url: product.url, author: middle.author, slowdown }));
      const medianAt = (index: number) => median(rounds.map((results) => results[index]?.value ?? 0));
      columns.push((rounds[0] ?? []).map((result, index) => ({ ...result, value: medianAt(index) })));
    }
    const rows = formatResults(columns);
    console.log(formatTable(rows));
    if (onlyInstalled) return;
    writeReport(
      'web-results.md',
      'bench:web',
      `Browser, server and database share the processors. The budgets are for a processor that is ${SLOWDOWNS[0]} times slower, on a network of 1.6 Mbit/s with 150 ms round trips and a phone of 390 by 844. Medians of ${ROUNDS} rounds. [How it is measured](web.ts).`,
      formatTable(rows),
    );
  } finally {
    await browser.close();
    await product.end('SIGTERM');
  }
});
