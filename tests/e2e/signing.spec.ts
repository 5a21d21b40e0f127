/** Ink is never lost: however the screen is rotated while a person signs, with a finger, a pen or the mouse. */
import type { Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { ON_A_PHONE, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { expectAccessible } from './accessible.ts';
import { createVisit, fillNote, sign, signature, submit, unlock } from './noteSteps.ts';

const PHONE = { width: 390, height: 844 };
const PHONE_SIDEWAYS = { width: 844, height: 390 };
const TABLET = { width: 960, height: 600 };
const TABLET_UPRIGHT = { width: 600, height: 960 };

/** The ink one sees: how many strokes stand side by side, and how high the highest is, in pixels. */
type Ink = { strokes: number; height: number };

const group = (page: Page) => signature(page, 'Employee');
const padInForm = (page: Page) => group(page).locator('canvas');
const padOnScreen = (page: Page) => page.getByRole('dialog').locator('canvas');
const done = (page: Page) => page.getByRole('button', { name: 'Done' });

/** A line from top to bottom, that far across the pad; `half` is called when it is half drawn. */
async function strokeOn(
  page: Page,
  { pad, across, half }: { pad: Locator; across: number; half?: () => Promise<void> },
): Promise<void> {
  // In the middle of the screen no bar and no toast lies over it.
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

/** Of each column how many pixels are inked. */
function inkOf(columns: number[]): Ink {
  const begins = columns.filter((inked, column) => inked > 0 && !columns[column - 1]);
  return { strokes: begins.length, height: Math.max(...columns) };
}

/** What the canvas shows, whose paper is clear. */
async function inkOn(pad: Locator): Promise<Ink> {
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
  return inkOf(columns);
}

/** What a stored picture shows, dark on white. */
function inkIn(picture: string | null | undefined): Ink {
  const base64 = picture?.replace('data:image/png;base64,', '') ?? '';
  const { width, height, data } = PNG.sync.read(Buffer.from(base64, 'base64'));
  const columns = Array.from({ length: width }, (_, x) => {
    const column = Array.from({ length: height }, (_nothing, y) => data[(y * width + x) * 4] ?? 255);
    return column.filter((red) => red < 160).length;
  });
  return inkOf(columns);
}

/** The picture that stands in the form in place of the pad. */
const inkShown = async (page: Page): Promise<Ink> =>
  inkIn(await group(page).locator('img').getAttribute('src'));

/** The size has arrived at the canvas when it has as many pixels as the screen shows of it. */
async function rotate(page: Page, size: { width: number; height: number }): Promise<void> {
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

/** The form of one visit on a screen of that size, up to the signatures. */
async function aFormOn(page: Page, product: Product, size: { width: number; height: number }) {
  const { employee, clientName } = await createVisit(product);
  await page.setViewportSize(size);
  await openAs(page, product, employee, '/submit');
  await fillNote(page, clientName);
  return employee;
}

/** The client signs too, and the note is sent: the employee's ink as the server keeps it. */
async function inkKept(page: Page, product: Product, { token }: SignedIn): Promise<Ink> {
  await unlock(page);
  await sign(page, 'Client');
  await submit(page);
  await expect(page.getByText('Note submitted successfully!').first()).toBeVisible();
  const [row] = await product.call<{ id: number }[]>(token, 'GET /api/notes/my');
  const note = await product.call<{ employeeSignature: string }>(token, `GET /api/notes/${row?.id}`);
  return inkIn(note.employeeSignature);
}

test(
  'ink on the pad in the form stays while a tablet turns, and takes one more stroke',
  ON_A_PHONE,
  async ({ page, product }) => {
    const employee = await aFormOn(page, product, TABLET);
    await strokeOn(page, { pad: padInForm(page), across: 0.3 });
    await strokeOn(page, { pad: padInForm(page), across: 0.4 });
    await expect(group(page).getByRole('status')).toHaveText('Signed');
    const before = await inkOn(padInForm(page));
    expect(before.strokes).toBe(2);
    for (const size of [TABLET_UPRIGHT, TABLET, PHONE, TABLET]) {
      await rotate(page, size);
      expect((await inkOn(padInForm(page))).strokes, `at ${size.width}`).toBe(2);
    }
    expect((await inkOn(padInForm(page))).height).toBeGreaterThan(before.height - 2);

    await rotate(page, TABLET_UPRIGHT);
    await strokeOn(page, { pad: padInForm(page), across: 0.5 });
    await strokeOn(page, { pad: padInForm(page), across: 0.6 });
    await group(page).getByRole('button', { name: 'Undo' }).click();
    expect((await inkOn(padInForm(page))).strokes).toBe(3);
    await rotate(page, TABLET);
    expect((await inkOn(padInForm(page))).strokes).toBe(3);
    expect((await inkKept(page, product, employee)).strokes).toBe(3);
  },
);

test(
  'the whole screen to sign on turns with the phone and wears no ink down',
  ON_A_PHONE,
  async ({ page, product }) => {
    const employee = await aFormOn(page, product, PHONE);
    await group(page).getByRole('button', { name: 'Tap to sign' }).click();
    await strokeOn(page, { pad: padOnScreen(page), across: 0.3 });
    await strokeOn(page, { pad: padOnScreen(page), across: 0.4 });
    const before = await inkOn(padOnScreen(page));
    expect(before.strokes).toBe(2);
    for (const size of [PHONE_SIDEWAYS, PHONE, PHONE_SIDEWAYS, PHONE]) {
      await rotate(page, size);
      await expect(done(page)).toBeInViewport({ ratio: 1 });
      await expect(padOnScreen(page)).toBeInViewport({ ratio: 1 });
      expect((await inkOn(padOnScreen(page))).strokes, `at ${size.width}`).toBe(2);
    }
    expect((await inkOn(padOnScreen(page))).height).toBeGreaterThan(before.height - 2);
    await rotate(page, PHONE_SIDEWAYS);
    await strokeOn(page, { pad: padOnScreen(page), across: 0.8 });
    expect((await inkOn(padOnScreen(page))).strokes).toBe(3);
    await done(page).click();

    for (const size of [PHONE_SIDEWAYS, PHONE, TABLET, PHONE]) {
      await rotate(page, size);
      await expect(group(page).getByRole('button', { name: 'Sign again' })).toBeVisible();
      expect((await inkShown(page)).strokes, `at ${size.width}`).toBe(3);
    }
    expect((await inkKept(page, product, employee)).strokes).toBe(3);
  },
);

test(
  'the whole screen to sign on stays open while it turns into a wide one',
  ON_A_PHONE,
  async ({ page, product }) => {
    await aFormOn(page, product, TABLET_UPRIGHT);
    await group(page).getByRole('button', { name: 'Tap to sign' }).click();
    await strokeOn(page, { pad: padOnScreen(page), across: 0.3 });
    await rotate(page, TABLET);
    await strokeOn(page, { pad: padOnScreen(page), across: 0.7 });
    expect((await inkOn(padOnScreen(page))).strokes).toBe(2);
    await done(page).click();
    expect((await inkShown(page)).strokes).toBe(2);
    await group(page).getByRole('button', { name: 'Sign again' }).click();
    await expect(group(page).getByRole('status')).toHaveText('Not signed yet');
    expect((await inkOn(padInForm(page))).strokes).toBe(0);
  },
);

test(
  'a stroke during which the screen turns ends there, and the pad takes the next one',
  ON_A_PHONE,
  async ({ page, product }) => {
    const employee = await aFormOn(page, product, TABLET);
    const half = () => rotate(page, TABLET_UPRIGHT);
    await strokeOn(page, { pad: padInForm(page), across: 0.3, half });
    await expect(group(page).getByRole('status')).toHaveText('Signed');
    expect((await inkOn(padInForm(page))).strokes).toBe(1);
    await strokeOn(page, { pad: padInForm(page), across: 0.6 });
    expect((await inkOn(padInForm(page))).strokes).toBe(2);
    expect((await inkKept(page, product, employee)).strokes).toBe(2);
  },
);

test('one stroke of a pen is a signature [2.submit.3]', ON_A_PHONE, async ({ page, product }) => {
  const employee = await aFormOn(page, product, TABLET);
  const kinds = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    addEventListener('pointerdown', ({ pointerType }) => seen.add(pointerType));
    return seen;
  });
  await penStrokeOn(page, padInForm(page));
  await expect(group(page).getByRole('status')).toHaveText('Signed');
  expect(await kinds.evaluate((seen) => [...seen])).toEqual(['pen']);
  expect((await inkKept(page, product, employee)).strokes).toBe(1);
});

async function penStrokeOn(page: Page, pad: Locator): Promise<void> {
  await pad.evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }));
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  const pen = await page.context().newCDPSession(page);
  const put = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', part: number) =>
    pen.send('Input.dispatchMouseEvent', {
      type,
      x: box.x + box.width * (0.3 + 0.3 * part),
      y: box.y + box.height * (0.3 + 0.4 * part),
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
      force: 0.5,
    });
  await put('mousePressed', 0);
  for (let step = 1; step <= 12; step += 1) await put('mouseMoved', step / 12);
  await put('mouseReleased', 1);
}

test('a signature that goes and comes back with its draft shows', ON_A_PHONE, async ({ page, product }) => {
  const employee = await aFormOn(page, product, TABLET);
  await strokeOn(page, { pad: padInForm(page), across: 0.3 });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await dialog.getByRole('textbox', { name: 'Draft name' }).fill('Signed');
  await dialog.getByRole('button', { name: 'Save Draft' }).click();
  await expect(dialog).toBeHidden();
  await product.call(employee.token, 'POST /api/drafts', { draftName: 'Blank' });
  for (const [name, state] of [
    ['Blank', 'Not signed yet'],
    ['Signed', 'Signed'],
  ] as const) {
    await page.getByRole('button', { name: 'Load Draft' }).click();
    await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await expect(dialog).toBeHidden();
    await expect(group(page).getByRole('status')).toHaveText(state);
  }
  expect((await inkShown(page)).strokes).toBe(1);
});

test('the whole screen to sign on, light and dark', ON_A_PHONE, async ({ page, product }) => {
  await aFormOn(page, product, PHONE);
  await group(page).getByRole('button', { name: 'Tap to sign' }).click();
  await expect(padOnScreen(page)).toBeVisible();
  await expectAccessible(page);
});

test(
  'nothing is signed with an empty screen, nor with one that was cleared',
  ON_A_PHONE,
  async ({ page, product }) => {
    await aFormOn(page, product, PHONE);
    const empty = page.getByText('Nothing to save yet. Sign in the box, or tap × to go back.');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await group(page).getByRole('button', { name: 'Tap to sign' }).click();
    await done(page).click();
    await expect(empty).toBeVisible();
    await strokeOn(page, { pad: padOnScreen(page), across: 0.4 });
    await expect(empty).toHaveCount(0);
    await done(page).click();
    await expect(group(page).getByRole('status')).toHaveText('Signed');

    await button('Sign again').click();
    await strokeOn(page, { pad: padOnScreen(page), across: 0.6 });
    await button('Clear').click();
    await done(page).click();
    await expect(empty).toBeVisible();
    await button('Close').click();
    await expect(group(page).getByRole('status')).toHaveText('Not signed yet');
  },
);
