/** Two-factor authentication: setup, login, and the reset by a manager. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  dialogOf,
  expectText,
  fillFields,
  logIn,
  press,
  pressAndConfirm,
  questionOf,
} from '#tests/e2e/steps.ts';
import { generateTotp } from '#tests/support/factories/twoFactor.ts';
import {
  LONG_ON_DESKTOP,
  LONG_RUN,
  expect,
  openAs,
  test,
  type Product,
  type SignedIn,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

test(
  'two-factor authentication is set up, required at login, and turned off [10.2.36 10.8.9]',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/status of 401 .*\/api\/auth\/login/, /status of 400 .*\/api\/auth\/totp\/disable/);
    const eve = await product.person();
    await openAs(page, product, eve, '/profile');
    await press(page, 'Set up');
    const setup = dialogOf(page, 'Two-factor authentication');
    await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expectSound(page);
    const secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
    await press(setup, 'Turn on');
    await expectText(setup, 'Enter the 6-digit code from your authenticator app');
    await setup.getByLabel(/Code shown in the app/).fill(generateTotp(secret));
    await press(setup, 'Turn on');
    const codes = setup.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recovery = await codes.first().innerText();
    await expectSound(page);
    await press(setup, "I've saved them");
    await expect(page.getByText('10 recovery codes left.')).toBeVisible();

    await openCodeForm(page, product, eve);
    const field = page.getByLabel('Authentication code');
    await expectSound(page);
    await field.press('Enter');
    await expectText(page, 'Authentication code is required');
    await field.fill('000000');
    await field.press('Enter');
    await expect(page.getByText(/This code is not correct/)).toBeVisible();
    await logInWithCode(page, generateTotp(secret, 30));
    await openCodeForm(page, product, eve);
    await logInWithCode(page, recovery);
    await page.goto(`${product.url}/profile`);
    await expect(page.getByText('9 recovery codes left.')).toBeVisible();
    await press(page, 'Turn off');
    const off = dialogOf(page, 'Turn off two-factor authentication');
    await fillFields(off, { 'Your password': 'wrong' });
    await press(off, 'Turn off');
    await expectText(off, 'The current password is not correct');
    await fillFields(off, { 'Your password': eve.password });
    await press(off, 'Turn off');
    await expectText(page, 'Two-factor authentication is off');
    await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  },
);

/** Logs in with the password up to the form for the code. */
async function openCodeForm(page: Page, product: Product, who: SignedIn): Promise<void> {
  // The app would store the validated user again: the storage is cleared from an address without it.
  await page.goto(`${product.url}/api/config`);
  await page.evaluate(() => localStorage.clear());
  await logIn(page, product, { username: who.user.username, password: who.password });
  await expect(page.getByLabel('Authentication code')).toBeFocused();
}

async function logInWithCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Authentication code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

test(
  'a manager turns two-factor authentication off for an employee without phone and codes',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const eve = await product.person();
    const { secret } = await product.call<{ secret: string }>(eve.token, 'POST /api/auth/totp/setup');
    await openAs(page, product, manager, `/profile/${eve.user.id}`);
    const credentials = page.getByRole('region', { name: 'Login Credentials' });
    await expectText(credentials, 'Off');
    await product.call(eve.token, 'POST /api/auth/totp/enable', { code: generateTotp(secret) });
    await page.reload();
    await expectText(credentials, 'On');
    await expectSound(page);
    const offLabel = 'Turn off two-factor authentication';
    await press(page, offLabel);
    await expect(questionOf(page)).toContainText(`you're sure ${eve.user.firstName} is the one asking`);
    await press(questionOf(page), 'Cancel');
    await expectText(credentials, 'On');
    await pressAndConfirm(page, offLabel, 'Turn off');
    await expectText(page, 'Two-factor authentication is off');
    await expectText(credentials, 'Off');
    await expect(page.getByRole('button', { name: offLabel })).toHaveCount(0);

    await expect(product.call(eve.token, 'GET /api/auth/validate')).rejects.toThrow('401');
    const { username } = eve.user;
    const credential = { username, password: eve.password };
    const { token } = await product.call<SignedIn>(null, 'POST /api/auth/login', credential);
    const [message] = await product.call<{ subject: string }[]>(token, 'GET /api/messages/inbox');
    expect(message?.subject).toBe('Two-factor authentication was turned off for you');
  },
);
