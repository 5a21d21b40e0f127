/** What must hold of every screen, for every role. */
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type * as Axe from 'axe-core';
import { expect } from '#tests/support/helpers/appFixture.ts';

/** The narrowest phone that is still about. */
const NARROWEST = 360;
/** Below this, as the product sees it, is a phone. */
const PHONE = 640;

/** axe finds nothing, in the theme of now: desktops are looked at in light, phones in dark (playwright.config.ts). */
export const expectAccessible = (page: Page): Promise<void> => expectNothingFound(page, EVERYTHING);

/** axe finds no fault in the colours of the theme that is not worn. Leaves the page as it was. */
export async function expectOtherTheme(page: Page): Promise<void> {
  const now = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  await page.emulateMedia({ colorScheme: now === 'dark' ? 'light' : 'dark' });
  await expectNothingFound(page, COLOURS);
  await page.emulateMedia({ colorScheme: now });
}

async function expectNothingFound(page: Page, options: Axe.RunOptions): Promise<void> {
  await settled(page);
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await expect(page.locator('html')).toHaveAttribute('data-theme', dark ? 'dark' : 'light');
  // Half a megabyte, which takes as long as a look: it comes once into each document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (wanted) => {
    const { violations } = await globalThis.axe.run(document, { ...wanted, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }));
  }, options);
  expect(found, `${page.url()}, ${dark ? 'dark' : 'light'}`).toEqual([]);
}

/** axe's rule `region` is left out: it reports every menu that opens above the page. */
const EVERYTHING: Axe.RunOptions = { rules: { region: { enabled: false } } };
/** For what has been looked at whole in the other theme, which differs in nothing else. */
const COLOURS: Axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

declare global {
  /** Comes into a page that is looked at. */
  var axe: typeof Axe;
}

/** A colour that is on its way from one theme to the other has the contrast of neither: waits for what ends. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The page receives another colour scheme in one frame and wears it in the next.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    // Again and again: a colour that follows its parent's begins to change again while that one changes.
    for (let under = ending(); under.length > 0; under = ending()) {
      await Promise.allSettled(under.map(({ finished }) => finished));
    }
  });
}

/** Nothing is wider than the screen, nor, on a phone, than the narrowest one. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize();
  const narrowed = size && size.width < PHONE && size.width !== NARROWEST;
  if (narrowed) await page.setViewportSize({ width: NARROWEST, height: size.height });
  await settled(page);
  const found = await page.evaluate(tooWide);
  if (narrowed) await page.setViewportSize(size);
  expect(found, `${page.url()} is wider than the screen`).toEqual([]);
}

/** Runs in the page. A phone's `innerWidth` grows with what is too wide, and what is fixed widens no page: both are asked for here. */
function tooWide(): string[] {
  const { clientWidth: screen, scrollWidth: needed } = document.documentElement;
  const found = needed > screen ? [`the page needs ${needed} of ${screen}`] : [];
  for (const over of document.querySelectorAll(
    '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]',
  )) {
    const { left, right, width } = over.getBoundingClientRect();
    const name = over.getAttribute('role');
    if (width > 0 && (left < -1 || right > screen + 1)) found.push(`a ${name} is from ${left} to ${right}`);
    if (over.scrollWidth > over.clientWidth) {
      found.push(`a ${name} needs ${over.scrollWidth} of ${over.clientWidth}`);
    }
  }
  return found;
}

/** Both of the above. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}
