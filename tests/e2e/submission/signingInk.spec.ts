/** Strokes of a client on the signing screen: kept when the phone is rotated and when the tab is killed. */

import type { Locator, Page } from '@playwright/test';
import { expectText, press } from '#tests/e2e/steps.ts';
import { expect, LONG_PHONE_ONLY, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { button, openForm, openClientSigning, clientSigning } from './clientSigningSteps.ts';
import { crashTab } from './cutSteps.ts';
import { decodeInk, readInk, rotate, strokeOn } from './inkSteps.ts';
import { waitForEncryptedForm } from './offlineSteps.ts';
import { PHONE, PHONE_SIDEWAYS, readOnlyNote, signature, submit, unlock } from './steps.ts';

const SUBMITTED = 'Note submitted successfully!';
const STROKES = [0.3, 0.5, 0.7];
const NARROW = { width: 320, height: 568 };

interface Signatures {
  employeeSignature: string;
  clientSignature: string;
}

const pad = (page: Page) => clientSigning(page).locator('canvas');
const pictureOf = (page: Page, signer: string) => signature(page, signer).locator('img').getAttribute('src');

test(
  'the server gets each stroke that the client drew before and after the phone was rotated [13.sheet.124]',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product);
    await unlock(page);
    await openClientSigning(page);
    for (const across of STROKES.slice(0, 2)) await strokeOn(page, { pad: pad(page), across });
    const { height } = await readInk(pad(page));
    for (const size of [PHONE_SIDEWAYS, NARROW, PHONE_SIDEWAYS, PHONE]) {
      await rotate(page, size);
      expect((await readInk(pad(page))).strokes, `at ${size.width}`).toBe(2);
    }
    expect((await readInk(pad(page))).height).toBeGreaterThan(height - 2);
    await rotate(page, PHONE_SIDEWAYS);
    await strokeOn(page, { pad: pad(page), across: 0.9 });
    expect((await readInk(pad(page))).strokes).toBe(3);
    await press(clientSigning(page), 'Sign');
    const drawn = decodeInk(await pictureOf(page, 'Client'));
    await rotate(page, PHONE);
    await submit(page);
    await expectText(page, SUBMITTED);
    const { clientSignature } = await readOnlyNote<Signatures>(product, employee);
    expect(decodeInk(clientSignature)).toEqual({ ...drawn, strokes: 3 });
  },
);

test(
  'what employee and client drew is the same after the tab was killed, and on the server [13.offline.63]',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product);
    await unlock(page);
    await openClientSigning(page);
    for (const across of STROKES) await strokeOn(page, { pad: pad(page), across });
    await press(clientSigning(page), 'Sign');
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    const [employeeSignature, clientSignature] = [
      await pictureOf(page, 'Employee'),
      await pictureOf(page, 'Client'),
    ];
    expect(decodeInk(clientSignature).strokes).toBe(STROKES.length);
    await waitForEncryptedForm(page);

    await crashTab(page);
    const next = await page.context().newPage();
    await openAs(next, product, employee, '/submit');
    for (const signer of ['Employee', 'Client'])
      await expect(signature(next, signer).getByRole('status')).toHaveText('Signed');
    const after = [await pictureOf(next, 'Employee'), await pictureOf(next, 'Client')];
    expect(after).toEqual([employeeSignature, clientSignature]);
    await submit(next);
    await expectText(next, SUBMITTED);
    expect(await readOnlyNote<Signatures>(product, employee)).toMatchObject({
      employeeSignature,
      clientSignature,
    });
  },
);

test(
  'what a client drew before signing is on the signing screen again after the tab was killed [13.offline.64]',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product);
    await unlock(page);
    await openClientSigning(page);
    for (const across of STROKES) await strokeOn(page, { pad: pad(page), across });
    await waitForEncryptedForm(page);
    await crashTab(page);
    const next = await page.context().newPage();
    await openAs(next, product, employee, '/submit');
    await expect(signature(next, 'Client').getByRole('status')).toHaveText('Not signed yet');
    await openClientSigning(next);
    expect((await readInk(pad(next))).strokes).toBe(3);
    await strokeOn(next, { pad: pad(next), across: 0.9 });
    await press(clientSigning(next), 'Sign');
    await submit(next);
    await expectText(next, SUBMITTED);
    const { clientSignature } = await readOnlyNote<Signatures>(product, employee);
    expect(decodeInk(clientSignature).strokes).toBe(4);
  },
);

/** The positions of the end of the signing screen, from the statement to the last button; all are on the screen. */
async function measureClientSigning(page: Page) {
  const measure = async (part: Locator) => {
    // Scrolling stops at a whole pixel.
    await expect(part).toBeInViewport({ ratio: 0.99 });
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { left: x, right: x + width, top: y, bottom: y + height, height };
  };
  await clientSigning(page).evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  return {
    statement: await measure(clientSigning(page).getByText('I, Maria Lopez, confirm this visit.')),
    // The frame of the canvas.
    pad: await measure(pad(page).locator('..')),
    clear: await measure(button(clientSigning(page), 'Clear')),
    sign: await measure(button(clientSigning(page), 'Sign')),
    dispute: await measure(button(clientSigning(page), 'This is not right')),
  };
}

/** The most space between two parts of the signing screen, and between them and its edges. */
const GAP = 16;

for (const { size, smallest } of [
  { size: PHONE, smallest: 150 },
  { size: NARROW, smallest: 96 },
]) {
  test(
    `the pad fills the rest of the client's signing screen at ${size.width} by ${size.height}, above buttons of full width at its end [13.sheet.129]`,
    LONG_PHONE_ONLY,
    async ({ page, product }) => {
      await page.setViewportSize(size);
      await openForm(page, product);
      await unlock(page);
      await openClientSigning(page);
      const parts = await measureClientSigning(page);
      expect(parts.pad.height).toBeGreaterThanOrEqual(smallest);
      expect(parts.pad.top - parts.statement.bottom).toBeLessThanOrEqual(GAP);
      expect(parts.clear.top - parts.pad.bottom).toBeLessThanOrEqual(GAP);
      for (const { left, right } of [parts.pad, parts.sign, parts.dispute])
        expect([left, right]).toEqual([GAP, size.width - GAP]);
      const below = size.height - parts.dispute.bottom;
      // The end of a scrolled screen may be less than a pixel below the screen.
      expect(below).toBeGreaterThan(GAP - 1);
      expect(below).toBeLessThanOrEqual(GAP);
      expect(parts.sign.top).toBeGreaterThan(size.height / 2);

      // Space that the screen has in addition goes to the pad alone.
      const isScrolled = await clientSigning(page).evaluate(
        (dialog) => dialog.scrollHeight > dialog.clientHeight,
      );
      expect(isScrolled).toBe(size === NARROW);
      const { width } = size;
      const whole = await clientSigning(page).evaluate((dialog) => dialog.scrollHeight);
      await rotate(page, { width, height: whole + 100 });
      const { pad: before } = await measureClientSigning(page);
      await rotate(page, { width, height: whole + 200 });
      expect(Math.round((await measureClientSigning(page)).pad.height - before.height)).toBe(100);
    },
  );
}
