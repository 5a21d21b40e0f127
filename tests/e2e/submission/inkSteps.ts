/** Steps that draw strokes on a pad and count those of a canvas or a stored picture. */

import type { Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { expect } from '#tests/support/helpers/appFixture.ts';

/** The visible ink: the number of strokes side by side, and the height of the highest in pixels. */
export type Ink = { strokes: number; height: number };

/** Draws a line from top to bottom at a part of the width; `half` is called in the middle of it. */
export async function strokeOn(
  page: Page,
  { pad, across, half }: { pad: Locator; across: number; half?: () => Promise<void> },
): Promise<void> {
  // In the middle of the screen no bar or toast covers it.
  await pad.evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }));
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  const at = (down: number): [number, number] => [
    box.x + box.width * across,
    box.y + box.height * (0.2 + 0.6 * down),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) {
    await page.mouse.move(...at(step / 12));
    if (step === 6) await half?.();
  }
  await page.mouse.up();
}

/** The ink of a picture from the number of inked pixels in each column. */
function toInk(columns: number[]): Ink {
  const begins = columns.filter((inked, column) => inked > 0 && !columns[column - 1]);
  return { strokes: begins.length, height: Math.max(...columns) };
}

/** Reads the ink of a transparent canvas. */
export async function readInk(pad: Locator): Promise<Ink> {
  const columns = await pad.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('Not a canvas');
    const { width, height } = element;
    const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    const counted = Array.from({ length: width }, () => 0);
    for (let at = 3; at < pixels.length; at += 4) {
      const column = ((at - 3) / 4) % width;
      if ((pixels[at] ?? 0) > 40) counted[column] = (counted[column] ?? 0) + 1 / devicePixelRatio;
    }
    return counted;
  });
  return toInk(columns);
}

/** Decodes the ink of a stored picture, which is dark on white. */
export function decodeInk(picture: string | null | undefined): Ink {
  const base64 = picture?.replace('data:image/png;base64,', '') ?? '';
  const { width, height, data } = PNG.sync.read(Buffer.from(base64, 'base64'));
  const columns = Array.from({ length: width }, (_, x) => {
    const column = Array.from({ length: height }, (_nothing, y) => data[(y * width + x) * 4] ?? 255);
    return column.filter((red) => red < 160).length;
  });
  return toInk(columns);
}

/** Resizes the screen and waits until the canvas has as many pixels as the screen shows of it. */
export async function rotate(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('canvas')].every(
          ({ width, clientWidth }) => width === Math.round(clientWidth * Math.max(devicePixelRatio, 1)),
        ),
      ),
    )
    .toBe(true);
}
