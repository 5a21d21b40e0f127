/** A phone without a network whose clock is wrong, or that is turned while a note is signed. */

import type { Capture } from '#features/notes/captureContract.ts';
import { expectText, descriptionOf } from '#tests/e2e/steps.ts';
import { expect, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { collectInks } from './cutSteps.ts';
import { fillNote, PHONE, PHONE_SIDEWAYS, readOnlyNote, sign, signature, submit } from './steps.ts';
import { openPrepared, setClockOff, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const DAY_MS = 24 * 3_600_000;

interface ArrivedNote {
  id: number;
  capture: Capture;
  checks: { code: string; level: string; message: string }[];
  employeeSignature: string;
  clientSignature: string;
}

const CLOCKS = [
  ['fast', DAY_MS],
  ['slow', -DAY_MS],
] as const;

for (const [direction, off] of CLOCKS) {
  test(
    `a note from a phone whose clock is a day ${direction} is flagged, with its moments in order [13.offline.32 13.capture.30]`,
    LONG_RUN,
    async ({ page, product, browser }) => {
      await setClockOff(page, off);
      const { client, employee, manager } = await openPrepared(page, product);
      await page.context().setOffline(true);
      await fillNote(page, client.companyName);
      await sign(page, 'Employee');
      await unlockOffline(page);
      await sign(page, 'Client');
      await submit(page);
      await expectText(page, 'Saved on this device');
      await page.context().setOffline(false);

      const note = await readOnlyNote<ArrivedNote>(product, employee, manager);
      const { begunAt, employeeSignedAt, clientSignedAt, submittedAt, elapsedMs } = note.capture;
      const moments = [begunAt, employeeSignedAt, clientSignedAt, submittedAt].map((at) =>
        Date.parse(at ?? ''),
      );
      const { begun, employeeSigned, clientSigned, submitted } = elapsedMs;
      for (const order of [moments, [begun, employeeSigned, clientSigned, submitted].map(Number)]) {
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect(new Set(order).size).toBe(4);
      }
      expect(Math.abs(note.capture.clockDifferenceMs - off)).toBeLessThan(60_000);
      const evidence = await product.call<{ matches: boolean; canonical: string }>(
        manager.token,
        `GET /api/notes/${note.id}/evidence`,
      );
      expect(evidence.matches).toBe(true);
      expect(JSON.parse(evidence.canonical)).toMatchObject({ capture: note.capture });
      const message = `The clock of the device was 24 h ${direction}.`;
      expect(note.checks).toContainEqual(
        expect.objectContaining({ code: 'device_clock', level: 'warning', message }),
      );

      const review = await browser.newPage();
      await openAs(review, product, manager, `/review?note=${note.id}`);
      await expectText(review, message);
      await expect(descriptionOf(review, 'Written offline')).toContainText('This time counts');
      await review.close();
    },
  );
}

test(
  'rotating the phone without a network keeps both signatures [13.offline.33]',
  LONG_RUN,
  async ({ page, product }) => {
    const { client, employee, manager } = await openPrepared(page, product);
    const inks = collectInks(page.context());
    await page.setViewportSize(PHONE);
    await page.context().setOffline(true);
    await fillNote(page, client.companyName);
    await sign(page, 'Employee');
    const employeeSignature = await signature(page, 'Employee').locator('img').getAttribute('src');
    await page.setViewportSize(PHONE_SIDEWAYS);
    await unlockOffline(page);
    await sign(page, 'Client');
    await page.setViewportSize(PHONE);
    await submit(page);
    await expectText(page, 'Saved on this device');
    await page.context().setOffline(false);
    // A tablet keeps the pad in the form, whose drawing has no address: what was submitted without a network.
    const [{ clientSignature } = { clientSignature: '' }] = inks;
    const ink = { employeeSignature, clientSignature };
    expect(inks[0]).toEqual(ink);
    expect(await readOnlyNote(product, employee, manager)).toMatchObject(ink);
  },
);
