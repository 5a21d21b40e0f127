/** The note form while it is filled in: encrypted at each change, and never with the code. */

import type { Page } from '@playwright/test';
import {
  CODE,
  createTeam,
  expectText,
  logOut,
  press,
  pressAndConfirm,
  questionOf,
} from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { readStorage, encryptedNames, waitForEncryptedForm } from './offlineSteps.ts';
import { clientField, field, fillAndSign, fillNote, sign, signature, submit, unlock } from './steps.ts';
import { expectOneNote, openPrepared, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const TEXT = 'Cleaned the kitchen together.';
/** How a PNG begins in base64. */
const PNG = 'iVBORw0KGgo';
const SEALED = "The client's code is entered and encrypted. It will be checked when the note is sent.";

/** Expects that nothing this origin has stored contains these texts. */
async function expectHidden(page: Page, ...texts: string[]): Promise<void> {
  const stored = await readStorage(page);
  expect(texts.filter((text) => stored.includes(text))).toEqual([]);
}

test(
  'what was typed survives a killed tab, and storage shows nothing of it [13.offline.21]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    await fillNote(page, team.client.companyName);
    await field(page, 'Summary').pressSequentially(' And more.');
    await sign(page, 'Employee');
    await waitForEncryptedForm(page);
    await expectHidden(page, TEXT, 'And more.', PNG);
    const next = await page.context().newPage();
    await page.close();
    await next.goto(`${product.url}/submit`);
    await expect(field(next, 'Description')).toHaveValue(TEXT);
    await expect(field(next, 'Summary')).toHaveValue('All done as it was planned. And more.');
    await expect(signature(next, 'Employee').getByRole('status')).toHaveText('Signed');
    const account = next.getByRole('button', { name: 'Logout' });
    await logOut(next, account);
    await next.waitForURL(`${product.url}/`);
    await expect.poll(() => encryptedNames(next)).toEqual([]);
  },
);

/** Records the text of the page when the form is rendered for the first time. */
async function recordFirstRender(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('form')) return;
      observer.disconnect();
      Object.assign(globalThis, { firstText: document.body.innerText });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { firstText: string }).firstText);
}

test(
  'an unfinished note is restored with a message in the first render, and can be started over [13.offline.50]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    const readFirst = await recordFirstRender(page);
    const line = page.getByText('We restored your unfinished note.');
    await openAs(page, product, employee, '/submit');
    await fillNote(page, client.companyName);
    await expect(line).toHaveCount(0);
    await waitForEncryptedForm(page);
    await page.reload();
    await expect(line).toBeVisible();
    await expect(clientField(page)).toContainText(client.companyName);
    expect(await readFirst()).toContain('We restored your unfinished note.');
    await press(page, 'Start over');
    await press(questionOf(page), 'Cancel');
    await expect(field(page, 'Description')).toHaveValue(TEXT);
    await pressAndConfirm(page, 'Start over', 'Start over');
    await expect(field(page, 'Description')).toHaveValue('');
    await expect(line).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await expect.poll(() => encryptedNames(page)).not.toContainEqual(expect.stringContaining('form/'));
    await page.reload();
    await expect(clientField(page)).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('');
    await expect(line).toHaveCount(0);
  },
);

test(
  'a code that is entered without a network is sealed at once and survives a reload [13.offline.22]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    await fillNote(page, team.client.companyName);
    await sign(page, 'Employee');
    await page.context().setOffline(true);
    await unlockOffline(page);
    await expectText(page, SEALED);
    await sign(page, 'Client');
    await waitForEncryptedForm(page);
    await expectHidden(page, CODE);
    await page.reload();
    await expectText(page, SEALED);
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    await page.context().setOffline(false);
    await submit(page);
    await expectOneNote(product, team);
  },
);

test(
  'the end of the session keeps the form encrypted until the same user logs in again [13.offline.23]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 401/);
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await waitForEncryptedForm(page);
    await product.call(team.employee.token, 'POST /api/auth/logout');
    await submit(page);
    await page.waitForURL('**/login');
    await expect.poll(() => encryptedNames(page)).toEqual([expect.stringContaining('form/')]);
    await expectHidden(page, TEXT);
    await field(page, 'Username').fill(team.employee.user.username);
    await page.getByLabel('Password').first().fill(team.employee.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await page.goto(`${product.url}/submit`);
    await expect(field(page, 'Description')).toHaveValue(TEXT);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
  },
);

test(
  'an edited note keeps its texts and signatures over a reload, and asks for the code again [13.offline.24]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, note } = await createTeam(product);
    const { id } = await note();
    await openAs(page, product, employee, `/submit?note=${id}`);
    await field(page, 'Summary').fill('All done, and the stairs as well.');
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await waitForEncryptedForm(page);
    await expectHidden(page, CODE);
    await page.reload();
    await expect(field(page, 'Summary')).toHaveValue('All done, and the stairs as well.');
    await unlock(page);
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
  },
);

test(
  'what an earlier release stored in plain text is encrypted when the form opens, without the code [13.offline.25]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/my-notes');
    await page.evaluate(
      ({ key, text, code }) => {
        localStorage.setItem(key, JSON.stringify({ description: text }));
        sessionStorage.setItem(key, JSON.stringify({ clientSignatureCode: code, clientSignature: '' }));
      },
      { key: `form:${employee.user.id}/note`, text: TEXT, code: CODE },
    );
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await expect(field(page, 'Description')).toHaveValue(TEXT);
    await expect(field(page, 'Client verification code')).toHaveValue('');
    await expectHidden(page, TEXT, CODE);
    await page.reload();
    await expect(field(page, 'Description')).toHaveValue(TEXT);
  },
);
