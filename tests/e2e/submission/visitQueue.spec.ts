/** Notes that wait on the device: opened, discarded, refused, sent back. */

import type { Locator, Page } from '@playwright/test';
import { collectRequests, createTeam, expectText, logIn, press, questionOf } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  openAs,
  test,
  type Product,
  type SignedIn,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { keptNames, readEncrypted, readStorage, encryptedNames } from './offlineSteps.ts';
import { field, fillAndSign, sign, signature, submit } from './steps.ts';
import { expectOneNote, focus, keepNote, openPrepared } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens the note that waits in the form. */
async function openKept(page: Page, waiting: Locator): Promise<void> {
  await press(waiting, 'Open');
  await expect(field(page, 'Summary')).toHaveValue('All done as it was planned.');
}

/** The server answers as for a note that it sends back. */
const sendBack = (page: Page) =>
  page.context().route('**/api/notes', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: 'in-progress' } });
  });

/** Logs out although one note waits. */
async function logOutWithOne(page: Page): Promise<void> {
  await press(page, 'Logout');
  await expect(questionOf(page)).toContainText('Log out with 1 note not sent?');
  await press(questionOf(page), 'Log out');
}

/** The author logs in again after a logout that ended their session, and the notes that wait are sent. */
async function logInAgain<Team extends { employee: SignedIn }>(page: Page, product: Product, team: Team) {
  const credentials = { username: team.employee.user.username, password: team.employee.password };
  await logIn(page, product, credentials);
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  await expect.poll(() => keptNames(page)).toEqual([]);
  const employee = await product.call<SignedIn>(null, 'POST /api/auth/login', credentials);
  return { ...team, employee };
}

test(
  'a note that waits can be opened and discarded, and a logout shows how many stay locked [13.offline.11]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const { team, waiting } = await keepNote(page, product);
    await openKept(page, waiting);
    await expectText(
      page,
      "The client's code is entered and encrypted. It will be checked when the note is sent.",
    );
    await page.getByLabel('End time').fill('00:16');
    await expectText(page, 'Both signatures removed');
    await page.getByLabel('End time').fill('00:15');
    await sign(page, 'Employee');
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Saved on this device');
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeHidden();

    await logOutWithOne(page);
    await expectText(page, 'Logged out successfully');
    await page.waitForURL(`${product.url}/`);
    await expect.poll(async () => (await encryptedNames(page)).length).toBe(1);
    const left = await readStorage(page);
    for (const text of [team.client.companyName, 'Cleaned the kitchen']) expect(left).not.toContain(text);
    await page.context().setOffline(false);
    await expectOneNote(product, await logInAgain(page, product, team));
  },
);

test(
  'a note that is sent back when it arrives is not shown as submitted [13.offline.13]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await sendBack(page);
    await submit(page);
    await expectText(page, 'Note sent back to you');
    await expect(page.getByRole('heading', { name: 'Sent back to you: Maria Lopez' })).toBeVisible();
  },
);

test(
  'an attempt of an earlier release is retried without a capture [13.offline.14]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await createTeam(product);
    await openAs(page, product, team.employee, '/my-notes');
    await page.evaluate(
      (key) => localStorage.setItem(key, JSON.stringify({ key: 'of-an-earlier-release' })),
      `form:${team.employee.user.id}/note:attempt`,
    );
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await fillAndSign(page, team.client.companyName);
    const request = page.waitForRequest('**/api/notes');
    await submit(page);
    const body = (await request).postDataJSON() as object;
    expect(body).toHaveProperty('description');
    for (const name of ['captureId', 'capture', 'receiptToken']) expect(body).not.toHaveProperty(name);
    await expectOneNote(product, team);
  },
);

test(
  'an unsent note that is opened and not changed is sent as it was signed, with the receipt that was scanned [13.offline.15]',
  LONG_ON_DESKTOP,
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
    await expectText(page, 'Saved on this device');
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

test(
  'a note that is open in one tab is sent by no other [13.offline.17]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/my-notes`);
    const waitingThere = second.getByRole('region', { name: 'Not sent yet' });
    await expect(waitingThere).toBeVisible();
    await openKept(page, waiting);
    await expectText(second, 'Being edited, not sent yet');
    const sent = collectRequests(second, (url, method) => method === 'POST' && url.pathname === '/api/notes');
    await page.context().setOffline(false);
    await focus(second);
    await submit(page);
    await expectOneNote(product, team);
    expect(sent).toEqual([]);
    await expect(waitingThere).toBeHidden();
  },
);

test(
  'an unsent note that is open in the form stays as it was signed, over changes and a logout [13.offline.26]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const { team, waiting } = await keepNote(page, product);
    await openKept(page, waiting);
    await field(page, 'Summary').fill('Changed after it was signed.');
    await expectText(page, 'Both signatures removed');
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expectText(page, 'Being edited, not sent yet');
    await press(waiting, 'Continue editing');
    await expect(field(page, 'Summary')).toHaveValue('Changed after it was signed.');

    await logOutWithOne(page);
    await page.waitForURL(`${product.url}/`);
    await page.context().setOffline(false);
    await expectOneNote(product, await logInAgain(page, product, team));
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect(waiting).toBeHidden();
  },
);

test(
  'a note that one tab has sent is no longer listed in another [13.offline.17]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/my-notes`);
    await expect(second.getByRole('region', { name: 'Not sent yet' })).toBeVisible();
    await page.context().setOffline(false);
    await expectOneNote(product, team);
    for (const tab of [waiting, second.getByRole('region', { name: 'Not sent yet' })])
      await expect(tab).toBeHidden();
  },
);

test(
  'a note that is discarded while it is being sent is not stored again when it is refused [13.offline.17]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 4\d\d/);
    const { waiting } = await keepNote(page, product);
    let answer = () => {};
    const isDiscarded = new Promise<void>((resolve) => (answer = resolve));
    await page.context().route('**/api/notes', async (route) => {
      await isDiscarded;
      await route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not yours.' } });
    });
    const request = page.context().waitForEvent('request', (one) => one.url().endsWith('/api/notes'));
    await page.context().setOffline(false);
    await request;
    await press(waiting, 'Discard');
    await press(questionOf(page), 'Discard');
    const response = page.context().waitForEvent('response', (one) => one.url().endsWith('/api/notes'));
    answer();
    await response;
    await focus(page);
    await expect(waiting).toBeHidden();
    await expect.poll(() => keptNames(page)).toEqual([]);
  },
);

test(
  'a note waits as long as the server asks to, also when the window gets the focus [13.offline.18]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 429/);
    const { team } = await keepNote(page, product);
    const json = { code: 'too_many', message: 'Too many wrong codes. Try again later.' };
    await page
      .context()
      .route(
        '**/api/notes',
        (route) => route.fulfill({ status: 429, json, headers: { 'retry-after': '8' } }),
        { times: 1 },
      );
    const before = await readEncrypted(page, 'unsent/');
    await page.context().setOffline(false);
    await expect.poll(() => readEncrypted(page, 'unsent/')).not.toBe(before);
    const startedAt = Date.now();
    await page.reload();
    const again = page.context().waitForEvent('request', (one) => one.url().endsWith('/api/notes'));
    await focus(page);
    await again;
    expect(Date.now() - startedAt).toBeGreaterThan(7_000);
    await expectOneNote(product, team);
  },
);

test(
  'a note that is sent in the background and sent back shows a toast that opens it [13.offline.19]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await keepNote(page, product);
    await sendBack(page);
    await page.context().setOffline(false);
    await expectText(page, 'Note sent back to you');
    await press(page.getByRole('listitem').filter({ hasText: 'Note sent back to you' }), 'Open');
    await expect(page).toHaveURL(/note=\d+/);
  },
);
