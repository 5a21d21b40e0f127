/** The note form in two tabs, and what happens to a note while another one is being sent. */

import type { Page, Route } from '@playwright/test';
import { createTeam, expectText, press, questionOf } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { keptNames, waitForEncryptedForm } from './offlineSteps.ts';
import { field, fillAndSign, fillNote, sign, signature, startNextNote, submit, unlock } from './steps.ts';
import {
  collectSent,
  expectOneNote,
  FIRST,
  focus,
  keepAnother,
  keepNote,
  notesOf,
  openPrepared,
  SECOND,
  submitOffline,
  submitSecond,
} from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const elsewhere = (page: Page) => page.getByText('This form is open in another tab');

test(
  'one tab at a time has the note form; another takes it over, or follows when the first has left it [13.offline.42]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, client.companyName);
    await sign(page, 'Employee');
    await waitForEncryptedForm(page);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/submit`);
    await expect(elsewhere(second)).toBeVisible();
    await expect(field(second, 'Description')).toBeHidden();
    await press(second, 'Continue here');
    await expect(field(second, 'Description')).toHaveValue(FIRST);
    await expect(signature(second, 'Employee').getByRole('status')).toHaveText('Signed');
    await expect(elsewhere(page)).toBeVisible();
    await field(second, 'Description').fill(`${FIRST} Then we cooked.`);
    await waitForEncryptedForm(second);
    await second.getByRole('link', { name: 'My Notes' }).first().click();
    await expect(field(page, 'Description')).toHaveValue(`${FIRST} Then we cooked.`);
    await page.reload();
    await expect(field(page, 'Description')).toHaveValue(`${FIRST} Then we cooked.`);
  },
);

test(
  'a kept note is not opened or discarded while another tab has the form [13.offline.42]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/submit`);
    await field(second, 'Description').fill('Another visit.');
    await press(waiting, 'Open');
    await expectText(page, 'The form is open in another tab');
    await second.close();
    await press(waiting, 'Open');
    await press(questionOf(page), 'Replace');
    await expect(field(page, 'Description')).toHaveValue(FIRST);
    await page.context().setOffline(false);
    await submit(page);
    await expectOneNote(product, team);
  },
);

/** Holds the first note that is sent until it is released, and cuts the second. */
async function holdFirst(page: Page) {
  const held: Route[] = [];
  const sent = await collectSent(page.context(), async (route, attempt) => {
    if (attempt === 1) held.push(route);
    else await (attempt === 2 ? route.abort() : route.continue());
  });
  return { sent, release: async () => held[0]?.continue() };
}

test(
  'a note that is kept while another one is being sent follows it [13.offline.43]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/ERR_FAILED/);
    const { team, waiting } = await keepNote(page, product);
    const { sent, release } = await holdFirst(page);
    await page.context().setOffline(false);
    await expect.poll(() => sent).toEqual([FIRST]);
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await submitSecond(page, team, unlock);
    await expectText(page, 'Saved on this device');
    await release();
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(sent).toEqual([FIRST, SECOND, SECOND]);
    await expect(waiting).toBeHidden();
    expect(await notesOf(product, team.employee)).toHaveLength(2);
  },
);

test(
  'nothing in the form can be changed while it is being sent, and a proxy without a server has it kept [13.offline.44]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 504/);
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    const held: Route[] = [];
    await page.context().route('**/api/notes', async (route) => {
      if (held.length > 0) await route.continue();
      else held.push(route);
    });
    await submit(page);
    await expect.poll(() => held.length).toBe(1);
    const description = page.locator('textarea[name=description]');
    await expect(description).toBeVisible();
    expect(
      await description.evaluate((element) => (element.focus(), document.activeElement === element)),
    ).toBe(false);
    await held[0]?.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' });
    // The kept note may be sent before it is shown.
    await expect(page.getByRole('heading', { name: /^(Saved on this device|Sent)$/ })).toBeVisible();
    await focus(page);
    await expectOneNote(product, team);
    await startNextNote(page);
    await field(page, 'Description').fill('The next visit.');
  },
);

test(
  'a proxy that refuses one note does not stop the others [13.offline.45]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 403/);
    const { team } = await keepNote(page, product);
    await keepAnother(page, team);
    let isBlocked = true;
    const sent = await collectSent(page.context(), async (route) => {
      const isFirst = route.request().postData()?.includes(FIRST) === true;
      if (isFirst && isBlocked)
        await route.fulfill({ status: 403, contentType: 'text/html', body: 'Blocked' });
      else await route.continue();
    });
    await page.context().setOffline(false);
    await expect.poll(() => keptNames(page)).toHaveLength(1);
    expect(sent).toEqual([FIRST, SECOND]);
    isBlocked = false;
    await focus(page);
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(await notesOf(product, team.employee)).toHaveLength(2);
  },
);

test(
  'a note that is discarded while it is open is gone from the form too [13.offline.46]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    await press(waiting, 'Open');
    await expect(field(page, 'Description')).toHaveValue(FIRST);
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await press(waiting, 'Discard');
    await press(questionOf(page), 'Discard');
    await expect(waiting).toBeHidden();
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await expect(field(page, 'Description')).toHaveValue('');
    await expect(signature(page, 'Employee').getByRole('status')).not.toHaveText('Signed');
    await page.context().setOffline(false);
    await page.reload();
    await expect(field(page, 'Description')).toHaveValue('');
    expect(await notesOf(product, team.employee)).toEqual([]);
  },
);

test(
  'a note that one tab keeps while another tab sends is sent by that tab [13.offline.43]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/ERR_FAILED/);
    const { team } = await keepNote(page, product);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/submit`);
    const { sent, release } = await holdFirst(page);
    await page.context().setOffline(false);
    await expect.poll(() => sent).toEqual([FIRST]);
    await submitSecond(second, team, unlock);
    await expectText(second, 'Saved on this device');
    await release();
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(sent).toEqual([FIRST, SECOND, SECOND]);
    expect(await notesOf(product, team.employee)).toHaveLength(2);
  },
);

test(
  'the screen of a note that was kept shows that another tab has discarded it [13.offline.123]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await submitOffline(page, product);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/my-notes`);
    const waiting = second.getByRole('region', { name: 'Not sent yet' });
    await press(waiting, 'Discard');
    await press(questionOf(second), 'Discard');
    await expect(page.getByRole('heading', { name: 'Discarded' })).toBeVisible();
    await expectText(page, 'Your note for Maria Lopez was discarded in another tab.');
    await expect(page.getByRole('img', { name: "QR code of the client's receipt" })).toBeHidden();
  },
);
