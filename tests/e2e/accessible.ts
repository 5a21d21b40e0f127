/** What must hold of every screen, whoever opens it. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '../world/server.ts';

/**
 * axe finds nothing. Its rule `region` is left out: it reports every menu that opens above the page.
 * @param of `colours` for what has been looked at whole in the other theme, which differs in nothing else
 */
export async function expectAccessible(
  page: Page,
  of: 'everything' | 'colours' = 'everything',
): Promise<void> {
  await settled(page);
  const axe = new AxeBuilder({ page });
  if (of === 'colours') axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.disableRules(['region']);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target) }))).toEqual([]);
}

/** axe finds nothing on what shows now, light or dark. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A colour that is on its way from one theme to the other has the contrast of neither: waits for what ends. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The page hears of another colour scheme in one frame and wears it in the next.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Both of the above. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Collects what a person never sees but a browser complains about: errors and refused content. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`));
  return heard;
}
