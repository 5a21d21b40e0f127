/** Two versions of one note: the first was sent, the second was signed and kept on the device later. */

import type { Locator, Page } from '@playwright/test';
import { expectText, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';
import { encryptedNames } from './offlineSteps.ts';
import { field, sign, signature, submit } from './steps.ts';
import { expectOneNote, keepNote } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const SECOND = 'The windows as well.';
const ALREADY_SENT =
  'An earlier version of this note was already sent. Edit that version in My Notes, or discard this one.';

const openMyNotes = (page: Page) => page.getByRole('link', { name: 'My Notes' }).first().click();
const openForm = (page: Page) => page.getByRole('link', { name: 'Submit Note' }).first().click();

/** Changes the note in the form and signs it again. */
async function signSecondVersion(page: Page): Promise<void> {
  await field(page, 'Summary').fill(SECOND);
  await expectText(page, 'Both signatures removed');
  await sign(page, 'Employee');
  await sign(page, 'Client');
}

async function keepSecondVersion(page: Page): Promise<void> {
  await signSecondVersion(page);
  await submit(page);
  await expectText(page, 'Saved on this device');
}

/** Expects that the second version is a draft on the device, also after a reload, and that it opens. */
async function expectDraft(page: Page, waiting: Locator): Promise<void> {
  await openMyNotes(page);
  await expectText(waiting, "Couldn't be sent", ALREADY_SENT);
  await page.reload();
  await expectText(waiting, ALREADY_SENT);
  await expect(waiting.getByRole('button', { name: 'Try again' })).toBeHidden();
  await press(waiting, 'Open');
  await expect(field(page, 'Summary')).toHaveValue(SECOND);
  expect((await encryptedNames(page)).filter((name) => name.includes('unsent/'))).toHaveLength(1);
}

test(
  'a second version stays as a draft on the device when the first has arrived [13.offline.29]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    // The server stores the first version, and its answer is lost.
    await page.context().route(
      '**/api/notes',
      async (route) => {
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort();
      },
      { times: 1 },
    );
    await page.context().setOffline(false);
    await expectOneNote(product, team);
    await press(waiting, 'Open');
    await keepSecondVersion(page);
    await page.context().setOffline(false);
    await expectDraft(page, waiting);
    await expectOneNote(product, team);
  },
);

test(
  'a second version that is submitted after the first has arrived stays as a draft on the device, with its signatures [13.offline.29]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    await page.context().route(
      '**/api/notes',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.context().setOffline(false);
    await expectOneNote(product, team);
    await press(waiting, 'Open');
    await signSecondVersion(page);
    await submit(page);
    await expect(page.getByRole('heading', { level: 2, name: "Couldn't be sent" })).toBeVisible();
    await expect(page.getByRole('img', { name: "QR code of the client's receipt" })).toBeHidden();
    await expectDraft(page, waiting);
    for (const name of ['Employee', 'Client'] as const)
      await expect(signature(page, name).getByRole('status')).toHaveText('Signed');
    await expectOneNote(product, team);
  },
);

test(
  'a second version that is kept while the first is being sent stays as a draft on the device [13.offline.29]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    await press(waiting, 'Open');
    await expect(field(page, 'Summary')).toHaveValue('All done as it was planned.');
    await openMyNotes(page);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    let requests = 0;
    await page.context().route('**/api/notes', async (route) => {
      requests += 1;
      if (requests === 1) await isReleased;
      return requests === 2 && route.request().postData()?.includes(SECOND)
        ? route.abort()
        : route.continue();
    });
    await page.context().setOffline(false);
    const first = page.context().waitForEvent('request', (one) => one.url().endsWith('/api/notes'));
    await press(waiting, 'Send without changes');
    await first;
    await openForm(page);
    await keepSecondVersion(page);
    release();
    await expectOneNote(product, team);
    await expectDraft(page, waiting);
  },
);
