/** Encrypted copy of an employee's work on the phone, and when it is removed. */

import type { Page } from '@playwright/test';
import { CODE, createTeam, expectText, logOut, press, pressAndConfirm } from '#tests/e2e/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import {
  DESKTOP_ONLY,
  expect,
  ON_A_PHONE,
  openAs,
  test,
  LONG_ON_DESKTOP,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  decryptRecords,
  keptNames,
  readStorage,
  encryptedNames,
  waitForWorker,
  waitForEncryptedForm,
} from './offlineSteps.ts';
import { clientField, field, fillNote, sign, submit, unlock } from './steps.ts';
import { notesOf, openPrepared, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const OFFLINE = /ERR_INTERNET_DISCONNECTED/;
const DRAFT_TEXT = 'Prepared lunch and washed the dishes.';

/** A team whose employee has a note and a draft, and a page that has encrypted them. */
async function openWithCopy(page: Page, product: Parameters<typeof createTeam>[0]) {
  const team = await createTeam(product, { address: '17 Sycamore Lane' });
  await team.note();
  await product.call(team.employee.token, 'POST /api/drafts', {
    draftName: 'Lunch',
    clientId: team.client.id,
    content: DRAFT_TEXT,
    clientSignatureCode: CODE,
  });
  await openAs(page, product, team.employee);
  await waitForWorker(page);
  await page.goto(`${product.url}/my-notes`);
  await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('/api/drafts/:id'));
  await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('/api/clients'));
  await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('/api/notes/my'));
  return team;
}

test(
  'without a network an employee has their clients, drafts and last notes [13.offline.5]',
  ON_A_PHONE,
  async ({ page, product }) => {
    allowBrowserError(OFFLINE);
    const { client } = await openWithCopy(page, product);
    const { description } = buildNoteForm(client.id);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: /^View Maria Lopez/ }).click();
    await expect(page.getByRole('dialog')).toContainText(String(description));
    await page.goto(`${product.url}/submit`);
    await clientField(page).selectOption({ label: `${client.companyName} · Maria Lopez` });
    await press(page, 'Load Draft');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Lunch/ })
      .click();
    await expect(field(page, 'Description')).toHaveValue(DRAFT_TEXT);
    await expect(field(page, 'Client verification code')).toHaveValue('');
  },
);

/** Opens the form with the draft of the list, which is ready to be loaded. */
async function openDrafts(page: Page, url: string) {
  await page.goto(`${url}/submit`);
  await press(page, 'Load Draft');
  return page.getByRole('dialog').getByRole('button', { name: /^Lunch/ });
}

test(
  'a draft that was saved over opens without a network as it was saved last [13.offline.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(OFFLINE);
    await openWithCopy(page, product);
    await (await openDrafts(page, product.url)).click();
    await expect(field(page, 'Description')).toHaveValue(DRAFT_TEXT);
    await field(page, 'Description').fill('Cooked soup.');
    await press(page, 'Save Draft');
    await press(page.getByRole('dialog'), 'Save over draft');
    await expectText(page, 'Draft saved');
    // In the form, in the list of drafts and in the draft.
    await expect.poll(async () => (await decryptRecords(page)).split('Cooked soup.').length - 1).toBe(3);
    await page.context().setOffline(true);
    await page.reload();
    await pressAndConfirm(page, 'Start over', 'Start over');
    await (await openDrafts(page, product.url)).click();
    await expect(field(page, 'Description')).toHaveValue('Cooked soup.');
  },
);

test(
  'a draft that was changed on another device is not loaded in its older version [13.offline.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(OFFLINE);
    const { employee, client } = await openWithCopy(page, product);
    const draft = await openDrafts(page, product.url);
    const [{ id } = { id: 0 }] = await product.call<{ id: number }[]>(employee.token, 'GET /api/drafts');
    const changed = { draftName: 'Lunch at noon', clientId: client.id, content: 'Cooked soup.' };
    await product.call(employee.token, `PUT /api/drafts/${id}`, changed);
    await expect(draft).toContainText('Lunch at noon');
    await page.context().setOffline(true);
    await draft.click();
    await expectText(page, "This device has only an older version of it. Load it when you're online.");
    await page.keyboard.press('Escape');
    await expect(field(page, 'Description')).toHaveValue('');
  },
);

test(
  'what is encrypted cannot be read in the storage, and a logout removes it [13.offline.6]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { client, employee } = await openWithCopy(page, product);
    const needles = [client.companyName, 'Maria Lopez', 'Sycamore', DRAFT_TEXT, CODE, 'Cleaned the kitchen'];
    const encrypted = await readStorage(page);
    expect(encrypted).toContain('/api/clients');
    for (const needle of needles) expect(encrypted, needle).not.toContain(needle);
    const decrypted = await decryptRecords(page);
    expect(decrypted).toContain(DRAFT_TEXT);
    expect(decrypted).not.toContain(CODE);
    await page.goto(`${product.url}/submit`);
    await fillNote(page, client.companyName);
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await waitForEncryptedForm(page);
    const typed = await readStorage(page);
    for (const needle of needles) expect(typed.includes(needle), needle).toBe(false);

    await logOut(page, page.getByRole('button', { name: 'Logout' }));
    await expect.poll(() => encryptedNames(page)).toEqual([]);
    await page.waitForURL(`${product.url}/`);
    const left = await readStorage(page);
    expect(left).toContain('/index.html');
    const names = [employee.user.username, employee.user.firstName];
    for (const needle of [...needles, ...names]) expect(left, String(needle)).not.toContain(needle);
    // A drawing is larger than any picture of the app.
    expect(left).not.toMatch(/data:image\/png;base64,[\w+/]{500}/);
  },
);

test(
  'the end of the session on the server removes what is encrypted [13.offline.7]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const { employee } = await openWithCopy(page, product);
    await product.call(employee.token, 'POST /api/auth/logout', {});
    await page.reload();
    await page.waitForURL(/\/login/);
    await expect.poll(() => encryptedNames(page)).toEqual([]);
  },
);

test(
  'after 72 hours without contact nothing encrypted opens [13.offline.8]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(OFFLINE);
    await openWithCopy(page, product);
    const row = page.getByRole('button', { name: /^View Maria Lopez/ });
    await page.context().setOffline(true);
    await page.clock.setSystemTime(Date.now() + 71 * 3_600_000);
    await page.reload();
    await expect(row).toBeVisible();
    await page.clock.setSystemTime(Date.now() + 73 * 3_600_000);
    await page.reload();
    await expect(page.getByText('Failed to fetch notes')).toBeVisible();
    await expect(row).toBeHidden();
    expect(await encryptedNames(page)).toEqual([]);
  },
);

test(
  'a note whose code is entered after the encrypted copy has outlived its hours is kept and sent [13.offline.47]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await openPrepared(page, product);
    await fillNote(page, client.companyName);
    await sign(page, 'Employee');
    await page.context().setOffline(true);
    await page.clock.setSystemTime(Date.now() + 73 * 3_600_000);
    // A list that cannot be fetched looks for the encrypted one, which is removed now.
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect.poll(() => encryptedNames(page)).not.toContainEqual(expect.stringContaining('/api/'));
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await unlockOffline(page);
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Saved on this device');
    await page.context().setOffline(false);
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(await notesOf(product, employee)).toHaveLength(1);
  },
);

test(
  'an empty list of clients of a manager is an error without a network, not an empty list [13.offline.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(OFFLINE);
    const { manager, client } = await createTeam(product);
    await product.call(manager.token, `DELETE /api/clients/${client.id}`);
    await openAs(page, product, manager, '/clients');
    await expectText(page, 'No clients yet');
    await waitForWorker(page);
    // Encrypted answers are written after half a second, in their order.
    await page.reload();
    await expectText(page, 'No clients yet');
    await page.goto(`${product.url}/submit`);
    await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('/api/drafts'));
    expect(await encryptedNames(page)).not.toContainEqual(expect.stringContaining('/api/clients'));
    await page.context().setOffline(true);
    await page.goto(`${product.url}/clients`);
    await expectText(page, "Couldn't load clients");
  },
);
