/** Screens on paper: printed by Chromium on both sizes, and read by another PDF library. */

import type { Page } from '@playwright/test';
import { PAPER_SIZES, type PaperSize } from '#platform/contract/paper.ts';
import {
  createData,
  DIALOGS,
  goTo,
  MANAGERS,
  PEOPLE,
  RECORD,
  RECORD_OF_MANAGERS,
  title,
  WORK,
} from '#tests/e2e/screens.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { readPlacedTexts } from '#tests/support/helpers/pdf.ts';

test.describe.configure({ timeout: 300_000 });

/** Points, 72 to the inch. */
const SIZES = { letter: [612, 792], a4: [595, 842] } as const;

type Pages = Awaited<ReturnType<typeof readPlacedTexts>>;

const choosePaper = (product: Product, { token }: SignedIn, paperSize: PaperSize) =>
  product.call(token, 'PUT /api/business', { paperSize });

/** Prints the open screen once it has loaded. */
async function print(page: Page): Promise<Pages> {
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await expect(page.locator('[data-printed-heading]')).toBeAttached();
  return readPlacedTexts(await page.pdf({ preferCSSPageSize: true }));
}

const countTerms = ({ texts }: Pages[number]): number =>
  texts.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0);

const joinTexts = ({ texts }: Pages[number]): string => texts.map(({ text }) => text).join(' ');

/** No empty page, nothing beyond the edge, and the content begins on the first page. */
function expectSoundPages(pages: Pages, paperSize: PaperSize, address: string): void {
  const counts = pages.map(countTerms);
  const name = `${address} on ${paperSize}: ${counts.join(', ')} terms`;
  expect.soft(Math.min(...counts), name).toBeGreaterThan(0);
  // The heading alone has about 15.
  const all = counts.reduce((sum, count) => sum + count, 0);
  expect.soft(counts[0], name).toBeGreaterThanOrEqual(Math.min(all, 30));
  for (const { width, height, texts } of pages) {
    expect.soft([Math.round(width), Math.round(height)], name).toEqual(SIZES[paperSize]);
    const cut = texts.filter(({ left, right }) => left < 0 || right > width);
    expect.soft(cut, name).toEqual([]);
  }
}

/** Loads a screen with the setting of the business. */
async function openOnPaper(
  page: Page,
  product: Product,
  user: SignedIn,
  paperSize: PaperSize,
): Promise<void> {
  await openAs(page, product, user);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['paper'])).toBe(paperSize);
}

test(
  'long lists print on Letter and A4 with table heads on each page, and no card is split [15.paper.120]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const admin = await product.admin();
    const names = Array.from({ length: 30 }, (_, index) => `Client-${100 + index}`);
    for (const companyName of names)
      await product.call(admin.token, 'POST /api/clients', {
        companyName,
        contactName: `Agnes ${companyName}`,
        phone: '612 555 0100',
        address: '12 Long Street, Minneapolis',
        totalTimeUnits: 40,
      });
    for (const paperSize of PAPER_SIZES) {
      await choosePaper(product, admin, paperSize);
      await openOnPaper(page, product, admin, paperSize);
      await goTo(page, '/audit');
      await expect(page.getByRole('columnheader').first()).toBeVisible();
      const log = await print(page);
      expectSoundPages(log, paperSize, '/audit');
      const heads = await page.getByRole('columnheader').allInnerTexts();
      expect(log.length).toBeGreaterThan(1);
      expect(heads.length).toBeGreaterThan(3);
      for (const one of log) for (const head of heads) expect(joinTexts(one)).toContain(head);

      await goTo(page, '/clients');
      await expect(page.getByText('Agnes Client-129')).toBeVisible();
      const cards = await print(page);
      expectSoundPages(cards, paperSize, '/clients');
      expect(cards.length).toBeGreaterThan(1);
      for (const one of cards) {
        const text = joinTexts(one);
        // The first and the last line of a card.
        expect(text.match(/Agnes Client-/g)?.length).toBe(text.match(/Added /g)?.length);
      }
    }
  },
);

for (const role of ['manager', 'employee'] as const) {
  test(
    `every screen of the role ${role} prints whole on Letter and A4 [15.paper.120]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      const data = await createData(product, role);
      const addresses = [...WORK, ...PEOPLE(data), ...RECORD(data)];
      if (role === 'manager') addresses.push(...MANAGERS, ...RECORD_OF_MANAGERS(data));
      for (const paperSize of PAPER_SIZES) {
        await choosePaper(product, data.manager, paperSize);
        await openOnPaper(page, product, data[role], paperSize);
        for (const address of addresses) {
          await goTo(page, address);
          await expect(title(page)).toBeVisible();
          expectSoundPages(await print(page), paperSize, address);
        }
      }
    },
  );
}

test(
  'an open dialog prints whole, without the screen behind it [15.paper.121]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const data = await createData(product, 'manager');
    await openOnPaper(page, product, data.manager, 'letter');
    for (const address of DIALOGS(data)) {
      await expect(title(page)).toBeVisible();
      await goTo(page, address);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const pages = await print(page);
      expectSoundPages(pages, 'letter', address);
      const text = pages.map(joinTexts).join(' ').replaceAll(/\s/g, '');
      const heading = await dialog.getByRole('heading').first().innerText();
      expect(text).toContain(heading.replaceAll(/\s/g, ''));
      expect(text).not.toContain('printedon');
      await goTo(page, '/');
      await expect(dialog).toHaveCount(0);
    }
  },
);
