/** The client's code after it was verified: however it stops matching, the pad locks and the ink is gone. */

import type { Page } from '@playwright/test';
import { CODE, expectText } from '#tests/e2e/steps.ts';
import { DESKTOP_ONLY, expect, LONG_ON_DESKTOP, LONG_RUN, test } from '#tests/support/helpers/appFixture.ts';
import { clientGroup, openForm, openClientSigning, clientSigning } from './clientSigningSteps.ts';
import { field, PHONE, sign, submit, unlock } from './steps.ts';

const code = (page: Page) => field(page, 'Client verification code');

/** A form with the client's signature; the code field has the focus, with its content selected. */
async function openSigned(page: Page, product: Parameters<typeof openForm>[1]): Promise<void> {
  await openForm(page, product);
  await unlock(page);
  await sign(page, 'Client');
  await code(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
}

/** Expects a locked pad without ink, with the reason for a screen reader, and the focus still in the field. */
async function expectLocked(page: Page, reason: string): Promise<void> {
  await expect(clientGroup(page).getByRole('status')).toHaveText('Locked');
  await expect(clientGroup(page)).toContainText(reason);
  await expect(
    page.getByRole('status').filter({ hasText: `Signature pad locked. ${reason}` }),
  ).toBeAttached();
  await expectText(
    page,
    'Client signature removed',
    'The verification code was changed. Enter it again, then sign.',
  );
  await expect(code(page)).toBeFocused();
  await expect(clientGroup(page).locator('canvas')).toHaveCount(0);
  await expect(clientGroup(page).locator('img')).toHaveCount(0);
}

const EMPTY = "Enter the client's verification code to unlock the pad.";
const OTHER = 'The pad unlocks once the code is verified.';

/** Sets the value as browsers and their extensions do, without keys. */
const setValue = (page: Page, value: string, inputType: string) =>
  code(page).evaluate(
    (input, [text, type]) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: type, data: text }));
    },
    [value, inputType] as const,
  );

const ways: Record<string, { change: (page: Page) => Promise<void>; reason: string }> = {
  'is selected and deleted': { change: (page) => page.keyboard.press('Delete'), reason: EMPTY },
  'is erased by Backspace': { change: (page) => page.keyboard.press('Backspace'), reason: EMPTY },
  'is pasted over': {
    change: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(() => navigator.clipboard.writeText('777777'));
      await page.keyboard.press('ControlOrMeta+v');
    },
    reason: OTHER,
  },
  'is undone': { change: (page) => page.keyboard.press('ControlOrMeta+z'), reason: EMPTY },
  'is replaced by autofill': {
    change: (page) => setValue(page, 'hunter22', 'insertReplacementText'),
    reason: OTHER,
  },
  'is emptied by a button of the browser': {
    change: (page) => setValue(page, '', 'deleteContent'),
    reason: EMPTY,
  },
  'is replaced by voice input': {
    change: (page) => page.keyboard.insertText('four eight two'),
    reason: OTHER,
  },
  'is replaced through an input method': {
    change: async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: 'よん', selectionStart: 2, selectionEnd: 2 });
      await session.send('Input.insertText', { text: '四' });
    },
    reason: OTHER,
  },
};

for (const [way, { change, reason }] of Object.entries(ways)) {
  test(
    `a verified code that ${way} locks the pad and removes the ink, with the reason [4.pad.3]`,
    way === 'is selected and deleted' ? DESKTOP_ONLY : LONG_ON_DESKTOP,
    async ({ page, product }) => {
      await openSigned(page, product);
      await change(page);
      await expectLocked(page, reason);
    },
  );
}

test(
  'on a phone a verified code that is emptied after the client signed on the signing screen locks the pad; entered again, they sign again [4.pad.3]',
  LONG_RUN,
  async ({ page, product }) => {
    await page.setViewportSize(PHONE);
    await openSigned(page, product);
    await page.keyboard.press('Delete');
    await expectLocked(page, EMPTY);
    await openClientSigning(page);
    await clientSigning(page).getByLabel('Your code').fill(CODE);
    // It was verified before, so that the pad takes the place of the field at once.
    await expect(clientSigning(page).getByRole('img')).toHaveAccessibleName(/empty/);
    await page.keyboard.press('Escape');
    await expect(clientGroup(page).getByRole('status')).toHaveText('Not signed yet');
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
  },
);

test(
  'a code that is emptied a second time, without keys, removes the new signature as well [4.pad.3]',
  LONG_RUN,
  async ({ page, product }) => {
    await openSigned(page, product);
    await page.keyboard.press('Delete');
    await code(page).fill(CODE);
    await code(page).press('Enter');
    await sign(page, 'Client');
    await code(page).fill('');
    await expect(clientGroup(page).getByRole('status')).toHaveText('Locked');
    await expect(clientGroup(page).locator('img, canvas')).toHaveCount(0);
    await code(page).fill(CODE);
    // It was verified before.
    await expect(clientGroup(page).getByRole('status')).toHaveText('Not signed yet');
  },
);
