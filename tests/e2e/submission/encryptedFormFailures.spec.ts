/** The note form in a browser whose storage is full or blocked. */

import type { Page } from '@playwright/test';
import { createTeam, expectText } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { waitForEncryptedForm } from './offlineSteps.ts';
import { field, fillAndSign, submit } from './steps.ts';

const NOT_ENCRYPTED =
  "This browser couldn't encrypt what you enter. It's kept here without encryption until you submit it.";
const NOT_STORED = "This browser's storage is full or blocked. Submit before you leave this screen.";

/** Lets every write to IndexedDB fail, and also to other storage, until the page is reloaded. */
const fillStorage = (page: Page, isAll: boolean) =>
  page.evaluate((all) => {
    const fail = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    IDBObjectStore.prototype.put = fail;
    if (all) Storage.prototype.setItem = fail;
  }, isAll);

const readLocal = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test(
  'a form that cannot be encrypted shows once that it is kept without encryption, and works on [13.offline.37]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/The quota has been exceeded/);
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await expect(field(page, 'Summary')).toBeVisible();
    await fillStorage(page, false);
    await field(page, 'Summary').fill('All done.');
    await expectText(page, NOT_ENCRYPTED);
    const message = page.getByRole('listitem').filter({ hasText: NOT_ENCRYPTED });
    await message.getByRole('button').click();
    await expect(message).toBeHidden();
    await field(page, 'Research').fill('Read the plan.');
    await expect.poll(() => readLocal(page)).toContain('Read the plan.');
    await expect(message).toBeHidden();
    await page.reload();
    await expect(field(page, 'Summary')).toHaveValue('All done.');
    await expect(field(page, 'Research')).toHaveValue('Read the plan.');
    await fillAndSign(page, client.companyName);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
  },
);

test(
  'a form that no storage keeps shows so, and is submitted [13.offline.37]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/The quota has been exceeded/);
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await expect(field(page, 'Summary')).toBeVisible();
    await fillStorage(page, true);
    await field(page, 'Summary').fill('All done.');
    await expectText(page, NOT_STORED);
    await fillAndSign(page, client.companyName);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
  },
);

test(
  'a form without IndexedDB shows that it is kept without encryption, and works on [13.offline.37]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/The storage is blocked|ERR_INTERNET_DISCONNECTED/);
    const { employee, client } = await createTeam(product);
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The storage is blocked.', 'SecurityError');
      };
    });
    await openAs(page, product, employee, '/submit');
    await expectText(page, NOT_ENCRYPTED);
    await page.context().setOffline(true);
    // Without a promise that notes are kept.
    await expect(page.getByText('No connection.', { exact: true })).toBeVisible();
    await page.context().setOffline(false);
    await field(page, 'Summary').fill('All done.');
    await expect.poll(() => readLocal(page)).toContain('All done.');
    await fillAndSign(page, client.companyName);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
  },
);

test(
  'a form that was encrypted before the storage was full does not return after its note was sent [13.offline.37]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/The quota has been exceeded/);
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await field(page, 'Summary').fill('Not all done.');
    await waitForEncryptedForm(page);
    await fillStorage(page, false);
    await field(page, 'Summary').fill('All done.');
    await expectText(page, NOT_ENCRYPTED);
    await fillAndSign(page, client.companyName);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    await page.reload();
    await expect(field(page, 'Summary')).toHaveValue('');
  },
);
