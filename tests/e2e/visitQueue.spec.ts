/** Notes that wait on the device: opened, thrown away, refused, sent back. */
import type { Page } from '@playwright/test';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  openAs,
  test,
  type Product,
} from '#tests/support/helpers/appFixture.ts';
import { field, fillAndSign, sign, signature, submit } from './noteSteps.ts';
import { readStorage, sealedNames } from './offlineSteps.ts';
import { expectAlerts, expectText, press, questionOf } from './steps.ts';
import { expectOneNote, openPrepared } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'a note that waits can be opened and thrown away, and a logout names how many stay locked [13.offline.11]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await page.context().setOffline(true);
    await submit(page);
    await expectText(page, 'Note kept on this phone');
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await press(waiting, 'Open');
    await expect(field(page, 'Summary')).toHaveValue('All done as it was planned.');
    await expectText(page, "The client's code was entered and sealed. It is checked when the note is sent.");
    await page.getByLabel('End time').fill('00:16');
    await expectText(page, 'Both signatures removed');
    await page.getByLabel('End time').fill('00:15');
    await sign(page, 'Employee');
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Note kept on this phone');
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeHidden();

    await press(page, 'Logout');
    await expect(questionOf(page)).toContainText('Log out with 1 note not sent?');
    await press(questionOf(page), 'Log out');
    await expectText(page, 'Logged out successfully');
    await page.waitForURL(`${product.url}/`);
    await expect.poll(async () => (await sealedNames(page)).length).toBe(1);
    const left = await readStorage(page);
    for (const text of [team.client.companyName, 'Cleaned the kitchen']) expect(left).not.toContain(text);
    await page.context().setOffline(false);
    await openAs(page, product, team.employee, '/my-notes');
    await expectOneNote(product, team);
  },
);

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
  'a note that is sent back when it arrives is not shown as submitted [13.offline.13]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await page.context().route('**/api/notes', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), status: 'in-progress' } });
    });
    await submit(page);
    await expectText(page, 'Note sent back to you');
    await expect(page.getByRole('heading', { name: 'Sent back to you: Maria Lopez' })).toBeVisible();
  },
);

test(
  'an attempt of an earlier release is retried without a capture [13.offline.14]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await page.evaluate(
      (key) => localStorage.setItem(key, JSON.stringify({ key: 'of-an-earlier-release' })),
      `form:${team.employee.user.id}/note:attempt`,
    );
    const request = page.waitForRequest('**/api/notes');
    await submit(page);
    const body = (await request).postDataJSON() as object;
    expect(body).toHaveProperty('description');
    for (const name of ['captureId', 'capture', 'receiptToken']) expect(body).not.toHaveProperty(name);
    await expectOneNote(product, team);
  },
);

test(
  'a kept note that is opened and not changed is sent as it was signed, with the receipt that was scanned [13.offline.15]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    const lost = page.waitForRequest('**/api/notes');
    await page.context().route(
      '**/api/notes',
      async (route) => {
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort();
      },
      { times: 1 },
    );
    await submit(page);
    await expectText(page, 'Note kept on this phone');
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await press(page.getByRole('region', { name: 'Not sent yet' }), 'Open');
    for (const signer of ['Employee', 'Client'])
      await expect(signature(page, signer).getByRole('status')).toHaveText('Signed');
    await page.context().setOffline(false);
    const again = page.waitForResponse('**/api/notes');
    await submit(page);
    const response = await again;
    expect([response.status(), await response.json()]).toEqual([
      200,
      expect.not.objectContaining({ different: true }),
    ]);
    const first = (await lost).postDataJSON() as Record<string, unknown>;
    const second = response.request().postDataJSON() as Record<string, unknown>;
    for (const name of ['captureId', 'receiptToken', 'employeeSignature', 'clientSignature'])
      expect(second[name]).toBe(first[name]);
    await expect(page.getByRole('heading', { name: /^Submitted/ })).toBeVisible();
    await expect(page.getByRole('img', { name: "QR code of the client's receipt" })).toBeHidden();
    await expectOneNote(product, team);
  },
);

/** A note that was kept and that the server refused with this body; My Notes is open. */
async function openRefused(page: Page, product: Product, refusal: { status: number; json: object }) {
  allowBrowserError(/status of 4\d\d/);
  const team = await openPrepared(page, product);
  await fillAndSign(page, team.client.companyName);
  await page.context().setOffline(true);
  await submit(page);
  await expectText(page, 'Note kept on this phone');
  await page.context().route('**/api/notes', (route) => route.fulfill(refusal));
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'My Notes' }).first().click();
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await expect(waiting).toContainText('Not sent: the server refused it');
  await page.context().unroute('**/api/notes');
  return { team, waiting };
}

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
    await expectText(page, 'Employee signature removed');
    await field(page, 'Summary').fill('All done as it was planned.');
    await sign(page, 'Employee');
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
