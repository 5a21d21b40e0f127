/** The line above a note that was restored, and its button. */
import type { Page } from '@playwright/test';
import { expect, LONG_ON_DESKTOP, openAs, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { field, fillAndSign, fillNote, startNextNote, submit } from './noteSteps.ts';
import { waitForEncryptedForm } from './offlineSteps.ts';
import { createTeam, expectText, holdBack, press, questionOf } from './steps.ts';

const TEXT = 'Cleaned the kitchen together.';
const lineOf = (page: Page) => page.getByText('We restored your unfinished note.');
const startOver = (page: Page) => page.getByRole('button', { name: 'Start over', exact: true });

/** Opens the form with an unfinished note that was restored. */
async function openRestored(page: Page, product: Product, fill = fillNote) {
  const team = await createTeam(product);
  await openAs(page, product, team.employee, '/submit');
  await fill(page, team.client.companyName);
  await waitForEncryptedForm(page);
  await page.reload();
  await expect(lineOf(page)).toBeVisible();
  return team;
}

test(
  'a restored note cannot be started over while it is sent, and the next note is kept [13.offline.51]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    // The question has not appeared yet when the note is submitted.
    const showQuestion = await holdBack(page, /\/assets\/ConfirmDialog-/);
    await openRestored(page, product, fillAndSign);
    const release = await holdBack(page, '**/api/notes');
    const sent = page.waitForRequest('**/api/notes');
    const bar = lineOf(page).locator('..');
    await expect(bar).not.toHaveAttribute('inert');
    await startOver(page).click();
    await submit(page);
    await sent;
    await expect(bar).toHaveAttribute('inert');
    showQuestion();
    await press(questionOf(page), 'Start over');
    await expect(field(page, 'Description')).toHaveValue(TEXT);
    release();
    await expectText(page, 'Note submitted successfully!');
    await startNextNote(page);
    await expect(lineOf(page)).toHaveCount(0);
    await field(page, 'Description').fill('The next visit.');
    await waitForEncryptedForm(page);
    await page.reload();
    await expect(field(page, 'Description')).toHaveValue('The next visit.');
  },
);
