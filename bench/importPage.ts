/** The page of an import on a phone, with files of the largest size: its preview, taps, and another screen meanwhile. */

import { chromium, type Browser, type Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { buildCsv } from '#tests/support/factories/imports.ts';
import { ensureBrowser } from '#tests/support/helpers/browser.ts';
import type { Cells } from './harness.ts';
import {
  formatResults,
  heading,
  measureNavigation,
  observeDelay,
  openPhone,
  SETTLED_MS,
  SLOWDOWNS,
  type Result,
} from './phone.ts';

const ROWS = 5_000;
/** Milliseconds, as in web.ts. */
const BUDGETS = { interaction: 200, navigation: 300 };
/** Each tap is repeated, and the longest wait counts. */
const TAPS = 3;
const TIMEOUT_MS = 120_000;

/** New clients. @param hasErrors whether every other row has an error, and every fourth one another */
function buildClients(prefix: string, { hasErrors }: { hasErrors: boolean }): Buffer {
  const rows = Array.from({ length: ROWS }, (_, nth) => [
    `${prefix}-${nth}`,
    hasErrors && nth % 4 === 0 ? '' : `Bo Li ${nth}`,
    `code${nth}`,
    hasErrors && nth % 2 === 0 ? 'many' : '400',
    '555 0100',
    `${nth} Main Street`,
  ]);
  return buildCsv(['Client ID', 'Contact name', 'Signature code', 'Units', 'Phone', 'Address'], ...rows);
}

/** Chooses a file. @returns the milliseconds from a tap on 'Preview' until the rows of the file are painted */
async function measurePreview(page: Page, buffer: Buffer): Promise<number> {
  await page.locator('input[type=file]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer });
  return page.getByRole('button', { name: 'Preview', exact: true }).evaluate(
    (button: HTMLElement) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const isShown = () => document.querySelector('section[aria-label="Rows"] td') !== null;
        const finish = () => requestAnimationFrame(() => resolve(performance.now() - started));
        const wait = () => (isShown() ? finish() : requestAnimationFrame(wait));
        button.click();
        wait();
      }),
  );
}

/** The longest waits after taps on the filter and on the next page. */
async function measureTaps(page: Page): Promise<{ filter: number; next: number }> {
  const rows = page.getByRole('region', { name: 'Rows' });
  const filter = await observeDelay(page, async () => {
    for (let tap = 0; tap < TAPS; tap += 1) {
      if (tap > 0) await rows.getByText('All rows').tap();
      await rows.getByText('With errors').tap();
      await rows.getByText(`of ${(ROWS / 2).toLocaleString('en-US')} rows`).waitFor();
    }
  });
  const next = await observeDelay(page, async () => {
    for (let tap = 1; tap <= TAPS; tap += 1) {
      await rows.getByRole('button', { name: 'Next' }).tap();
      await rows.getByText(`Showing ${tap * 20 + 1} to`).waitFor();
    }
  });
  return { filter: filter.delay, next: next.delay };
}

/** Previews a file with errors, and adds one without errors while another screen is opened. */
async function measureImportPage(
  browser: Browser,
  { url, token, slowdown }: { url: string; token: string; slowdown: number },
): Promise<Result[]> {
  const { context, page } = await openPhone(browser, url, { person: { id: 0, token }, slowdown });
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto('/records');
  await heading(page, 'Import and export').waitFor();
  await pause(SETTLED_MS);
  const preview = await measurePreview(page, buildClients('P', { hasErrors: true }));
  await pause(SETTLED_MS);
  const { filter, next } = await measureTaps(page);
  await page.getByRole('link', { name: 'Upload another file' }).tap();
  await measurePreview(page, buildClients(`P${slowdown}`, { hasErrors: false }));
  const clients = `${ROWS.toLocaleString('en-US')} clients`;
  await page.getByRole('button', { name: `Add ${clients}` }).tap();
  await page.getByText(`Adding ${clients}…`).waitFor();
  const navigation = await measureNavigation(page, '/clients', 'Client Management');
  await page.getByText(`${clients} added`).first().waitFor();
  await context.close();
  const wait = (what: string, value: number, budget: number | null) => ({ what, value, unit: 'ms', budget });
  return [
    wait('upload and preview of a file with errors', preview, null),
    wait('longest wait after a tap on ‘With errors’', filter, BUDGETS.interaction),
    wait('longest wait after a tap on ‘Next’', next, BUDGETS.interaction),
    wait('import to clients while rows are added', navigation, BUDGETS.navigation),
  ];
}

/** Measures the page at each slowdown. @param token of an admin */
export async function measureImportPages(url: string, token: string): Promise<Cells[]> {
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args });
  try {
    const columns: Result[][] = [];
    for (const slowdown of SLOWDOWNS)
      columns.push(await measureImportPage(browser, { url, token, slowdown }));
    return formatResults(columns);
  } finally {
    await browser.close();
  }
}
