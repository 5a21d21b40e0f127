/** Kept notes that the server refuses. */
import type { Page } from '@playwright/test';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  test,
  type Product,
} from '#tests/support/helpers/appFixture.ts';
import { field, sign, submit } from './noteSteps.ts';
import { expectAlerts, expectText, press } from './steps.ts';
import { expectOneNote, keepNote } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

/** A note that was kept and that the server refused with this body; My Notes is open. */
async function openRefused(page: Page, product: Product, refusal: { status: number; json: object }) {
  allowBrowserError(/status of 4\d\d/);
  const { team, waiting } = await keepNote(page, product);
  await page.context().route('**/api/notes', (route) => route.fulfill(refusal));
  await page.context().setOffline(false);
  await expect(waiting).toContainText('Not sent: the server refused it');
  await page.context().unroute('**/api/notes');
  return { team, waiting };
}

test(
  'a note that the server refuses stays, and is sent again as it was signed [13.offline.12]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const json = { code: 'client_not_assigned', message: 'This client was never assigned to you.' };
    const { team, waiting } = await openRefused(page, product, { status: 403, json });
    await expect(waiting).toContainText('This client was never assigned to you.');
    await press(waiting, 'Send again');
    await expect(waiting).toBeHidden();
    await expectOneNote(product, team);
  },
);

test(
  'a refused note is a draft that shows the issue at its field, in My Notes and in Load Draft [13.offline.16]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const issues = [{ path: ['summary'], message: 'Summary must not repeat the description' }];
    const json = { code: 'invalid_input', message: 'Some fields are invalid.', issues };
    const { team, waiting } = await openRefused(page, product, { status: 400, json });
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await press(page, 'Load Draft');
    await page.getByRole('button', { name: /On this phone · not sent/ }).click();
    await expectAlerts(page, 'Summary must not repeat the description');
    await expect(field(page, 'Summary')).toBeFocused();
    await field(page, 'Summary').fill('Everything was done as it was planned.');
    await expectText(page, 'Both signatures removed');
    await field(page, 'Summary').fill('All done as it was planned.');
    await sign(page, 'Employee');
    await sign(page, 'Client');
    await submit(page);
    await expectOneNote(product, team);
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect(waiting).toBeHidden();
  },
);

test(
  'a refusal without a field is shown above the button of the note that is opened [13.offline.16]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const json = { code: 'client_not_assigned', message: 'This client was never assigned to you.' };
    const { team, waiting } = await openRefused(page, product, { status: 403, json });
    await press(waiting, 'Open');
    const banner = page.getByText(/This client was never assigned to you\./);
    await expect(banner).toBeVisible();
    await submit(page);
    await expectOneNote(product, team);
  },
);
