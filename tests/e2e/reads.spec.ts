/** When screens ask for what they read. */
import type { Page, Request } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';

/** Each screen with what it reads ahead. */
const SCREENS: [path: string, read: RegExp][] = [
  ['/', /announcements\?/],
  ['/dashboard', /api\/dashboard/],
  ['/submit', /time-entries\/my/],
  ['/my-notes', /notes\/my\?/],
  ['/mail', /messages\/inbox/],
  ['/announcements', /announcements\?.*when=upcoming/],
  ['/management', /management\/notes/],
  ['/clients', /api\/clients$/],
  ['/employees', /api\/employees$/],
];

test(
  'a link that is pointed at brings its screen and what that reads',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person();
    await openAs(page, product, eve);
    const read = page.waitForRequest(/\/api\/notes\/my\?/);
    await page.getByRole('navigation').getByRole('link', { name: 'My Notes' }).first().hover();
    await read;
    await expect(page).toHaveURL(`${product.url}/`);
  },
);

test('no screen asks for the same thing twice', DESKTOP_ONLY, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager);
  for (const [path, read] of SCREENS) {
    // What the screen before still asks for is not meant.
    await page.goto('about:blank');
    const asked: string[] = [];
    const listen = (request: Request) => {
      if (request.method() === 'GET' && request.url().includes('/api/')) asked.push(request.url());
    };
    page.on('request', listen);
    await page.goto(`${product.url}${path}`);
    await expect(page.getByRole('main')).toBeVisible();
    await expect.poll(() => asked.length, { message: path }).toBeGreaterThan(2);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    page.off('request', listen);
    // Asked for ahead in other words than by the screen it would be there twice.
    expect(
      asked.filter((url) => read.test(url)),
      path,
    ).toHaveLength(1);
    expect(
      asked.filter((url, index) => asked.indexOf(url) !== index),
      path,
    ).toEqual([]);
  }
});

/** The announcement lists that a page requests from now on. */
function collectAnnouncementReads(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/announcements')) urls.push(request.url());
  });
  return urls;
}

async function createAnnouncement(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Announcement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Content').fill('At three.');
  await dialog.getByRole('button', { name: 'Create Announcement' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

test('a write of the own tab reads each list once', DESKTOP_ONLY, async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager, '/announcements');
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const reads = collectAnnouncementReads(page);
  await createAnnouncement(page, 'Fire drill');
  // A second announcement separates the reads of the first from those that would follow later.
  const first = [...reads];
  expect(first.length).toBeGreaterThan(0);
  expect(new Set(first).size).toBe(first.length);
  reads.length = 0;
  await createAnnouncement(page, 'Team meeting');
  expect(new Set(reads).size).toBe(reads.length);
});

test(
  'a write refreshes its own tab when the event stream is down',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    expectBrowserError(/ERR_FAILED .*\/api\/events/);
    await page.route('**/api/events', (route) => route.abort());
    await openAs(page, product, manager, '/announcements');
    await createAnnouncement(page, 'Fire drill');
  },
);
