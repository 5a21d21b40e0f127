/** Signatures keep their ink when the screen is rotated, and accept a finger, a pen or the mouse. */

import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/accessible.ts';
import { press } from '#tests/e2e/steps.ts';
import { expect, LONG_RUN, type Product, type SignedIn, test } from '#tests/support/helpers/appFixture.ts';
import { decodeInk, readInk, rotate, strokeOn, type Ink } from './inkSteps.ts';
import { openFilled, PHONE, PHONE_SIDEWAYS, readOnlyNote, sign, signature, submit, unlock } from './steps.ts';

const TABLET = { width: 960, height: 600 };
const TABLET_UPRIGHT = { width: 600, height: 960 };

const group = (page: Page) => signature(page, 'Employee');
const padInForm = (page: Page) => group(page).locator('canvas');
const padOnScreen = (page: Page) => page.getByRole('dialog').locator('canvas');
const done = (page: Page) => page.getByRole('button', { name: 'Done' });

/** Decodes the picture that the form shows instead of the pad. */
const decodeShownInk = async (page: Page): Promise<Ink> =>
  decodeInk(await group(page).locator('img').getAttribute('src'));

/** Opens a form on a screen of this size and fills it in up to the signatures. */
async function openForm(page: Page, product: Product, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  return (await openFilled(page, product)).employee;
}

/** The client signs too, and the note is sent: returns the employee's ink as the server stores it. */
async function submitAndReadInk(page: Page, product: Product, author: SignedIn): Promise<Ink> {
  await unlock(page);
  await sign(page, 'Client');
  await submit(page);
  await expect(page.getByText('Note submitted successfully!').first()).toBeVisible();
  const note = await readOnlyNote<{ employeeSignature: string }>(product, author);
  return decodeInk(note.employeeSignature);
}

test('the pad in the form keeps its ink when a tablet is rotated', LONG_RUN, async ({ page, product }) => {
  const employee = await openForm(page, product, TABLET);
  await strokeOn(page, { pad: padInForm(page), across: 0.3 });
  await strokeOn(page, { pad: padInForm(page), across: 0.4 });
  await expect(group(page).getByRole('status')).toHaveText('Signed');
  const before = await readInk(padInForm(page));
  expect(before.strokes).toBe(2);
  for (const size of [TABLET_UPRIGHT, TABLET, PHONE, TABLET]) {
    await rotate(page, size);
    expect((await readInk(padInForm(page))).strokes, `at ${size.width}`).toBe(2);
  }
  expect((await readInk(padInForm(page))).height).toBeGreaterThan(before.height - 2);

  await rotate(page, TABLET_UPRIGHT);
  await strokeOn(page, { pad: padInForm(page), across: 0.5 });
  await strokeOn(page, { pad: padInForm(page), across: 0.6 });
  await group(page).getByRole('button', { name: 'Undo' }).click();
  expect((await readInk(padInForm(page))).strokes).toBe(3);
  await rotate(page, TABLET);
  expect((await readInk(padInForm(page))).strokes).toBe(3);
  expect((await submitAndReadInk(page, product, employee)).strokes).toBe(3);
});

test('the full-screen pad keeps its ink when a phone is rotated', LONG_RUN, async ({ page, product }) => {
  const employee = await openForm(page, product, PHONE);
  await group(page).getByRole('button', { name: 'Tap to sign' }).click();
  await strokeOn(page, { pad: padOnScreen(page), across: 0.3 });
  await strokeOn(page, { pad: padOnScreen(page), across: 0.4 });
  const before = await readInk(padOnScreen(page));
  expect(before.strokes).toBe(2);
  for (const size of [PHONE_SIDEWAYS, PHONE, PHONE_SIDEWAYS, PHONE]) {
    await rotate(page, size);
    await expect(done(page)).toBeInViewport({ ratio: 1 });
    await expect(padOnScreen(page)).toBeInViewport({ ratio: 1 });
    expect((await readInk(padOnScreen(page))).strokes, `at ${size.width}`).toBe(2);
  }
  expect((await readInk(padOnScreen(page))).height).toBeGreaterThan(before.height - 2);
  await rotate(page, PHONE_SIDEWAYS);
  await strokeOn(page, { pad: padOnScreen(page), across: 0.8 });
  expect((await readInk(padOnScreen(page))).strokes).toBe(3);
  await done(page).click();

  for (const size of [PHONE_SIDEWAYS, PHONE, TABLET, PHONE]) {
    await rotate(page, size);
    await expect(group(page).getByRole('button', { name: 'Sign again' })).toBeVisible();
    expect((await decodeShownInk(page)).strokes, `at ${size.width}`).toBe(3);
  }
  expect((await submitAndReadInk(page, product, employee)).strokes).toBe(3);
});

test('the full-screen pad stays open when the screen becomes wide', LONG_RUN, async ({ page, product }) => {
  await openForm(page, product, TABLET_UPRIGHT);
  await group(page).getByRole('button', { name: 'Tap to sign' }).click();
  await strokeOn(page, { pad: padOnScreen(page), across: 0.3 });
  await rotate(page, TABLET);
  await strokeOn(page, { pad: padOnScreen(page), across: 0.7 });
  expect((await readInk(padOnScreen(page))).strokes).toBe(2);
  await done(page).click();
  expect((await decodeShownInk(page)).strokes).toBe(2);
  await group(page).getByRole('button', { name: 'Sign again' }).click();
  await expect(group(page).getByRole('status')).toHaveText('Not signed yet');
  expect((await readInk(padInForm(page))).strokes).toBe(0);
});

test(
  'a stroke ends when the screen is rotated, and the pad accepts the next one',
  LONG_RUN,
  async ({ page, product }) => {
    const employee = await openForm(page, product, TABLET);
    const half = () => rotate(page, TABLET_UPRIGHT);
    await strokeOn(page, { pad: padInForm(page), across: 0.3, half });
    await expect(group(page).getByRole('status')).toHaveText('Signed');
    expect((await readInk(padInForm(page))).strokes).toBe(1);
    await strokeOn(page, { pad: padInForm(page), across: 0.6 });
    expect((await readInk(padInForm(page))).strokes).toBe(2);
    expect((await submitAndReadInk(page, product, employee)).strokes).toBe(2);
  },
);

test('one stroke of a pen is a signature [2.submit.3]', LONG_RUN, async ({ page, product }) => {
  const employee = await openForm(page, product, TABLET);
  const kinds = await page.evaluateHandle(() => {
    const types = new Set<string>();
    addEventListener('pointerdown', ({ pointerType }) => types.add(pointerType));
    return types;
  });
  await penStrokeOn(page, padInForm(page));
  await expect(group(page).getByRole('status')).toHaveText('Signed');
  expect(await kinds.evaluate((types) => [...types])).toEqual(['pen']);
  expect((await submitAndReadInk(page, product, employee)).strokes).toBe(1);
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

test('a draft restores the signature of the employee', LONG_RUN, async ({ page, product }) => {
  const employee = await openForm(page, product, TABLET);
  await strokeOn(page, { pad: padInForm(page), across: 0.3 });
  const dialog = page.getByRole('dialog');
  await press(page, 'Save Draft');
  await dialog.getByRole('textbox', { name: 'Draft name' }).fill('Signed');
  await press(dialog, 'Save Draft');
  await expect(dialog).toBeHidden();
  await product.call(employee.token, 'POST /api/drafts', { draftName: 'Blank' });
  for (const [name, state] of [
    ['Blank', 'Not signed yet'],
    ['Signed', 'Signed'],
  ] as const) {
    await press(page, 'Load Draft');
    await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await expect(dialog).toBeHidden();
    await expect(group(page).getByRole('status')).toHaveText(state);
  }
  expect((await decodeShownInk(page)).strokes).toBe(1);
});

test('the full-screen pad is accessible and uses most of the screen', LONG_RUN, async ({ page, product }) => {
  await openForm(page, product, PHONE);
  await group(page).getByRole('button', { name: 'Tap to sign' }).click();
  await expect(padOnScreen(page)).toBeVisible();
  expect((await padOnScreen(page).boundingBox())?.height).toBeGreaterThan(PHONE.height / 2);
  await expectAccessible(page);
});

test('an empty or cleared full-screen pad is not a signature', LONG_RUN, async ({ page, product }) => {
  await openForm(page, product, PHONE);
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
});
