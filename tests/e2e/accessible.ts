/** Checks of every screen: accessibility with axe, and width. */

import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type * as Axe from 'axe-core';
import { expect } from '#tests/support/helpers/appFixture.ts';

/** The narrowest supported phone. */
const NARROWEST = 360;
/** Screens below this width use the layout for phones. */
const PHONE = 640;

/** Expects no violation in the current theme: light on desktops, dark on phones (playwright.config.ts). */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, EVERYTHING);

/** Expects no violation of contrast in the other theme, and restores the current one. */
export async function expectOtherTheme(page: Page): Promise<void> {
  const now = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  await page.emulateMedia({ colorScheme: now === 'dark' ? 'light' : 'dark' });
  await expectNoViolations(page, COLORS);
  await page.emulateMedia({ colorScheme: now });
}

async function expectNoViolations(page: Page, options: Axe.RunOptions): Promise<void> {
  // A screen that is still loading has no heading; below an open dialog it is hidden.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await waitForAnimations(page);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await expect(page.locator('html')).toHaveAttribute('data-theme', dark ? 'dark' : 'light');
  // Adding axe takes as long as running it: each document receives it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const results = await page.evaluate(async (runOptions) => {
    const { violations } = await globalThis.axe.run(document, { ...runOptions, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }));
  }, options);
  expect(results, `${page.url()}, ${dark ? 'dark' : 'light'}`).toEqual([]);
}

/** Without the rule `region`, which reports every menu that opens above the page. */
const EVERYTHING: Axe.RunOptions = { rules: { region: { enabled: false } } };
/** The rules on which the themes can differ. */
const COLORS: Axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

declare global {
  /** Added to each page that is checked. */
  var axe: typeof Axe;
}

/** Waits for animations: during a change of theme, colors have the contrast of neither theme. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The page applies another color scheme one frame after it receives it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = () =>
      document.getAnimations().filter(
        // Except scroll-driven animations.
        ({ playState, effect, timeline }) =>
          timeline === document.timeline &&
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Infinity,
      );
    // An inherited color starts to change again while the color of its parent changes.
    for (let running = ending(); running.length > 0; running = ending()) {
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
}

/** Expects nothing to be wider than the screen; on phones, than the narrowest one. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  const narrowed = size && size.width < PHONE && size.width !== NARROWEST;
  if (narrowed) await page.setViewportSize({ width: NARROWEST, height: size.height });
  await waitForAnimations(page);
  const problems = await page.evaluate(listTooWide);
  if (narrowed) await page.setViewportSize(size);
  expect(problems, `${page.url()} is wider than the screen`).toEqual([]);
}

/** Runs in the page: `innerWidth` of a phone grows with its content, and fixed elements do not widen the page. */
function listTooWide(): string[] {
  const { clientWidth: screen, scrollWidth: needed } = document.documentElement;
  const problems = needed > screen ? [`the page needs ${needed} of ${screen}`] : [];
  for (const over of document.querySelectorAll(
    '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]',
  )) {
    const { left, right, width } = over.getBoundingClientRect();
    const name = over.getAttribute('role');
    if (width > 0 && (left < -1 || right > screen + 1))
      problems.push(`a ${name} is from ${left} to ${right}`);
    if (over.scrollWidth > over.clientWidth) {
      problems.push(`a ${name} needs ${over.scrollWidth} of ${over.clientWidth}`);
    }
  }
  return problems;
}

/** Expects a screen to be accessible and not too wide. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}
