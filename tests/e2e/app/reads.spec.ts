/** The requests that screens send: prefetched, once, and again after a write. */

import type { Page, Request } from '@playwright/test';
import { press } from '#tests/e2e/steps.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** Each screen with a request that is prefetched. */
const SCREENS: [path: string, read: RegExp][] = [
  ['/', /announcements\?/],
  ['/dashboard', /api\/dashboard/],
  ['/submit', /time-entries\/my/],
  ['/my-notes', /notes\/my\?limit=/],
  ['/mail', /messages\/inbox/],
  ['/announcements', /announcements\?.*when=upcoming/],
  ['/management', /management\/notes/],
  ['/clients', /api\/clients$/],
  ['/employees', /api\/employees$/],
];

test('hovering a link prefetches the data of its screen', LONG_ON_DESKTOP, async ({ page, product }) => {
  const eve = await product.person();
  await openAs(page, product, eve);
  const read = page.waitForRequest(/\/api\/notes\/my\?/);
  await page.getByRole('navigation').getByRole('link', { name: 'My Notes' }).first().hover();
  await read;
  await expect(page).toHaveURL(`${product.url}/`);
});

test('no screen sends the same request twice', LONG_ON_DESKTOP, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  // A page refetches what has changed shortly before its event stream opens, here the list of people.
  expectBrowserError(/ERR_FAILED .*\/api\/events/);
  await page.route('**/api/events*', (route) => route.abort());
  await openAs(page, product, manager);
  for (const [path, read] of SCREENS) {
    // Requests of the screen before do not count.
    await page.goto('about:blank');
    const urls: string[] = [];
    const listen = (request: Request) => {
      if (request.method() === 'GET' && request.url().includes('/api/')) urls.push(request.url());
    };
    page.on('request', listen);
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('main')).toBeVisible();
    await expect.poll(() => urls.length, { message: path }).toBeGreaterThan(2);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    page.off('request', listen);
    // A prefetch with other parameters than those of the screen would be a second request.
    expect(
      urls.filter((url) => read.test(url)),
      path,
    ).toHaveLength(1);
    expect(
      urls.filter((url, index) => urls.indexOf(url) !== index),
      path,
    ).toEqual([]);
  }
});

/** The lists on Announcements: the next seven days, and all others. */
const LISTS = 2;

/** The announcement lists that a page requests from now on. */
function collectAnnouncementReads(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/announcements')) urls.push(request.url());
  });
  return urls;
}

async function createAnnouncement(page: Page, title: string): Promise<void> {
  await press(page, 'Create Announcement');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Content').fill('At three.');
  await press(dialog, 'Create Announcement');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

test('a write reads each list once in the same tab', LONG_ON_DESKTOP, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  const reads = collectAnnouncementReads(page);
  await openAs(page, product, manager, '/announcements');
  await expect.poll(() => new Set(reads).size).toBe(LISTS);
  // A second announcement separates the reads of the first from those that would follow later.
  for (const title of ['Fire drill', 'Team meeting']) {
    reads.length = 0;
    await createAnnouncement(page, title);
    await expect.poll(() => new Set(reads).size).toBe(LISTS);
    expect(reads).toHaveLength(LISTS);
  }
});

test(
  'a write refreshes its own tab when the event stream is down',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    expectBrowserError(/ERR_FAILED .*\/api\/events/);
    await page.route('**/api/events*', (route) => route.abort());
    await openAs(page, product, manager, '/announcements');
    await createAnnouncement(page, 'Fire drill');
  },
);

/** Displays the announcements of a page that receives no change event until `release`. */
async function openWithoutEvents(page: Page, open: () => Promise<unknown>, file: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    await released;
    await route.continue();
  });
  const request = page.waitForRequest(file);
  await open();
  await request;
  await expect(page.getByRole('heading', { name: 'All Announcements' })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  return release;
}

test(
  'a change between the first reads of a page and its event stream is displayed',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const title = uniqueName('Fire drill');
    const manager = await product.person({ role: 'manager' });
    const open = () => openAs(page, product, manager, '/announcements');
    const release = await openWithoutEvents(page, open, '**/api/events*');
    await product.call(manager.token, 'POST /api/announcements', buildAnnouncementForm({ title }));
    release();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  },
);

test(
  'a change between the first reads of a second tab and its first change event is displayed there',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const title = uniqueName('Fire drill');
    const manager = await product.person({ role: 'manager' });
    const events = page.waitForResponse('**/api/events*');
    await openAs(page, product, manager, '/announcements');
    await events;
    const second = await page.context().newPage();
    const open = () => second.goto(`${product.url}/announcements`);
    const release = await openWithoutEvents(second, open, '**/assets/liveChanges-*.js');
    await product.call(manager.token, 'POST /api/announcements', buildAnnouncementForm({ title }));
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    release();
    await expect(second.getByRole('heading', { name: title })).toBeVisible();
  },
);
