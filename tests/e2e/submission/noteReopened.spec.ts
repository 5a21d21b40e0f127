/** A note whose form is left, and perhaps opened again, while it is being sent. */

import type { Page, Route } from '@playwright/test';
import { collectRequests, expectText, press, questionOf } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, test, type Product } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { keptNames } from './offlineSteps.ts';
import { expectToast, field, fillAndSign, signature, startNextNote, submit } from './steps.ts';
import { expectOneNote, FIRST, openPrepared } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const openFromMenu = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click();

/** Submits a signed note whose request is held; later ones are not. */
async function submitHeld(page: Page, product: Product) {
  const team = await openPrepared(page, product);
  await fillAndSign(page, team.client.companyName);
  const held: Route[] = [];
  const ids: unknown[] = [];
  await page.context().route('**/api/notes', async (route) => {
    ids.push((route.request().postDataJSON() as { captureId: unknown }).captureId);
    if (held.length > 0) await route.continue();
    else held.push(route);
  });
  await submit(page);
  await expect.poll(() => held.length).toBe(1);
  return { team, route: held[0] as Route, ids };
}

/** Leaves the form by way of Home and opens it again, which shows the note that is being sent. */
async function leaveAndOpen(page: Page): Promise<void> {
  await openFromMenu(page, 'Home');
  await expect(page.getByRole('heading', { name: 'Recent Announcements' })).toBeVisible();
  await openFromMenu(page, 'Submit Note');
  const description = page.locator('textarea[name=description]');
  await expect(description).toHaveValue(FIRST);
  expect(await description.evaluate((element) => (element.focus(), document.activeElement === element))).toBe(
    false,
  );
  await expect(page.getByRole('button', { name: 'Submitting…' })).toBeVisible();
}

/** Nothing of the note is in the form, also after a reload. */
async function expectEmpty(page: Page): Promise<void> {
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(field(page, 'Description')).toHaveValue('');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Not signed yet');
  }
}

test(
  'a form that is reopened while its note is being sent shows the outcome, and the note is stored once [13.offline.53]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, route, ids } = await submitHeld(page, product);
    await leaveAndOpen(page);
    // By the keyboard, as far as it can.
    await page.getByRole('button', { name: 'Submitting…' }).press('Enter');
    await route.continue();
    await expect(page.getByRole('heading', { name: 'Submitted: Maria Lopez' })).toBeVisible();
    await expect(page.getByRole('img', { name: "QR code of the client's receipt" })).toBeVisible();
    await startNextNote(page);
    await expectEmpty(page);
    await expectOneNote(product, team);
    expect(ids).toHaveLength(1);
  },
);

test(
  'a note that is kept while its form was left and opened again is sent once, by itself [13.offline.53]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 504/);
    const { team, route, ids } = await submitHeld(page, product);
    await leaveAndOpen(page);
    // It has arrived, and the answer is lost.
    await route.fetch();
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' });
    await startNextNote(page);
    await expectEmpty(page);
    await expect.poll(() => keptNames(page)).toEqual([]);
    await expectOneNote(product, team);
    expect(new Set(ids).size).toBe(1);
  },
);

test(
  'a note that is kept while its form is not on the screen is announced, and the form is empty [13.offline.53]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 504/);
    const { team, route } = await submitHeld(page, product);
    await openFromMenu(page, 'Home');
    await expect(page.getByRole('heading', { name: 'Recent Announcements' })).toBeVisible();
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' });
    await expectToast(page, 'Saved on this device', "Your note will be sent when you're back online.");
    await openFromMenu(page, 'Submit Note');
    await expectEmpty(page);
    await expectOneNote(product, team);
  },
);

for (const { outcome, status, isUnsent } of [
  { outcome: 'sent', status: 201, isUnsent: false },
  { outcome: 'kept', status: 504, isUnsent: true },
]) {
  test(
    `the receipt of a note that is ${outcome} while its form is not on the screen is offered on every screen [13.receipt.129]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      allowBrowserError(/status of 504/);
      const { route } = await submitHeld(page, product);
      const { receiptToken } = route.request().postDataJSON() as { receiptToken: string };
      await openFromMenu(page, 'Home');
      await expect(page.getByRole('heading', { name: 'Recent Announcements' })).toBeVisible();
      await (isUnsent ? route.fulfill({ status, contentType: 'text/html', body: '' }) : route.continue());
      await expectText(page, "The client hasn't seen the receipt for your last note.");
      await openFromMenu(page, 'My Notes');
      await press(page, 'Show receipt');
      const receipt = page.getByRole('dialog', { name: "The client's receipt" });
      await expect(receipt.getByRole('img', { name: "QR code of the client's receipt" })).toBeVisible();
      await expect(receipt).toContainText(`${product.url}/r/${receiptToken}`);
      const opensLater = receipt.getByText('The receipt opens after the note is sent.');
      await expect(opensLater).toBeVisible({ visible: isUnsent });
      await press(receipt, 'Done');
      await expect(receipt).toBeHidden();
      await expect(page.getByRole('button', { name: 'Show receipt' })).toBeHidden();
    },
  );
}

test(
  'a visit that ends while a note is being sent changes nothing of that note, and fills in the next one [13.clock.45]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, route } = await submitHeld(page, product);
    await openFromMenu(page, 'Home');
    const clock = page.getByRole('region', { name: 'Visit clock' });
    for (const name of ['Start visit', 'End visit']) await press(clock, name);
    await expect(page).toHaveURL(/\/submit$/);
    await expect(page.getByRole('button', { name: 'Submitting…' })).toBeVisible();
    await expect(page.getByLabel('Start time')).toHaveValue('22:00');
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    await route.continue();
    await expect(page.getByRole('heading', { name: 'Submitted: Maria Lopez' })).toBeVisible();
    await startNextNote(page);
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await expect(questionOf(page)).toBeHidden();
    await expectOneNote(product, team);
  },
);

const REFUSED = {
  code: 'invalid_request',
  message: 'Some fields are missing or invalid.',
  issues: [{ path: 'summary', message: 'Write more about the visit.' }],
  requestId: 'test',
};

test(
  'a refusal is shown in the form that is opened again, before or after it arrived [13.offline.53]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 400/);
    const { team, route } = await submitHeld(page, product);
    await leaveAndOpen(page);
    await route.fulfill({ status: 400, json: REFUSED });
    await expectText(page, 'Write more about the visit.');
    await expect(field(page, 'Summary')).toBeFocused();

    let left: Route | undefined;
    await page.context().route('**/api/notes', (next) => void (left = next), { times: 1 });
    await submit(page);
    await expect.poll(() => left).toBeDefined();
    await openFromMenu(page, 'Home');
    await expect(page.getByRole('heading', { name: 'Recent Announcements' })).toBeVisible();
    await left?.fulfill({ status: 400, json: REFUSED });
    await expectToast(page, 'Failed to submit note. Please try again.', REFUSED.message);
    await openFromMenu(page, 'Submit Note');
    await expectText(page, 'Write more about the visit.');
    await submit(page);
    await expectToast(page, 'Success!', 'Note submitted successfully!');
    await expectOneNote(product, team);
  },
);

/** Submits the note of a page, logs out in a tab meanwhile, and expects that the server gets the note before. */
async function expectNoteBeforeLogout(
  product: Product,
  { manager, client }: Awaited<ReturnType<typeof openPrepared>>,
  { page, tab, logouts }: { page: Page; tab: Page; logouts: unknown[] },
): Promise<void> {
  let held: Route | undefined;
  await page.context().route('**/api/notes', (next) => void (held = next), { times: 1 });
  await submit(page);
  await expect.poll(() => held).toBeDefined();
  const logout = tab.getByRole('button', { name: 'Logout', exact: true });
  await logout.click();
  await expect(logout).toHaveAttribute('aria-busy', 'true');
  await expectToast(tab, 'Submitting your note', "You'll be logged out when it's done.");
  const response = await held?.fetch();
  expect([response?.status(), logouts]).toEqual([201, []]);
  if (response) await held?.fulfill({ response });
  await expectText(tab, 'Logged out successfully');
  const stored = await product.call<object[]>(manager.token, `GET /api/clients/${client.id}/notes`);
  expect(stored).toHaveLength(1);
}

test(
  'a logout waits for the note that is being submitted, and asks when it was refused [13.offline.54]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of (400|401)/);
    const { team, route } = await submitHeld(page, product);
    const logouts = collectRequests(page, ({ pathname }) => pathname === '/api/auth/logout');
    const logout = page.getByRole('button', { name: 'Logout', exact: true });
    await logout.click();
    await expect(logout).toHaveAttribute('aria-busy', 'true');
    await expectToast(page, 'Submitting your note', "You'll be logged out when it's done.");
    await route.fulfill({ status: 400, json: REFUSED });
    await expect(questionOf(page)).toContainText('Log out without submitting your note?');
    await press(questionOf(page), 'Cancel');
    await expect(field(page, 'Description')).toHaveValue(FIRST);
    expect(logouts).toEqual([]);

    await expectNoteBeforeLogout(product, team, { page, tab: page, logouts });
  },
);

test(
  'a logout in another tab waits for the note that is being submitted, and asks when it was refused [13.offline.54]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of (400|401)/);
    const { team, route } = await submitHeld(page, product);
    const other = await page.context().newPage();
    await other.goto(product.url);
    const logouts = collectRequests(other, ({ pathname }) => pathname === '/api/auth/logout');
    const logout = other.getByRole('button', { name: 'Logout', exact: true });
    await logout.click();
    await expectToast(other, 'Submitting your note', "You'll be logged out when it's done.");
    await route.fulfill({ status: 400, json: REFUSED });
    await expect(questionOf(other)).toContainText('Log out without submitting your note?');
    await press(questionOf(other), 'Cancel');

    await expectNoteBeforeLogout(product, team, { page, tab: other, logouts });
  },
);
