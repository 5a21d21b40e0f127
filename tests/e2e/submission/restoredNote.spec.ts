/** The line above a note that was restored, and its button. */

import type { Page } from '@playwright/test';
import {
  assign,
  createClient,
  createTeam,
  expectText,
  holdBack,
  press,
  pressAndConfirm,
  questionOf,
} from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { waitForEncryptedForm } from './offlineSteps.ts';
import { field, fillAndSign, fillNote, replaceWithDraft, startNextNote, submit } from './steps.ts';

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

test(
  'a note for another client that replaces a restored one has no line above it [13.offline.51]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee } = await openRestored(page, product);
    const other = await createClient(product, manager);
    await assign(product, manager, other, employee);
    await page.goto(`${product.url}/submit?client=${other.id}`);
    await expect(lineOf(page)).toBeVisible();
    await press(questionOf(page), 'Start new note');
    await expect(field(page, 'Description')).toHaveValue('');
    await expect(lineOf(page)).toHaveCount(0);
    await expect(startOver(page)).toHaveCount(0);
    await field(page, 'Description').fill('For the other client.');
    await waitForEncryptedForm(page);
    await page.goto(`${product.url}/submit`);
    await expect(field(page, 'Description')).toHaveValue('For the other client.');
    await expect(lineOf(page)).toBeVisible();
  },
);

test(
  'the line of a restored note does not come back when the draft that replaced it is deleted, nor before drafts load [13.offline.51]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await openRestored(page, product);
    const draft = { draftName: 'Thursday', content: 'Cleaned.' };
    await product.call(employee.token, 'POST /api/drafts', draft);
    await page.reload();
    await replaceWithDraft(page, 'Thursday');
    const source = page.getByText("From the draft 'Thursday'");
    await expect(source).toBeVisible();
    await expect(startOver(page)).toHaveCount(0);
    await waitForEncryptedForm(page);
    const release = await holdBack(page, '**/api/drafts');
    await page.reload();
    await expect(field(page, 'Description')).toHaveValue('Cleaned.');
    await expect(lineOf(page)).toHaveCount(0);
    await expect(startOver(page)).toHaveCount(0);
    release();
    await expect(source).toBeVisible();
    await expect(startOver(page)).toBeVisible();
    await press(page, 'Load Draft');
    await page.getByRole('button', { name: /^Thursday/ }).click();
    await expect(startOver(page)).toHaveCount(0);
    await press(page, 'Load Draft');
    await pressAndConfirm(page, 'Delete draft Thursday', 'Delete');
    await expectText(page, 'Draft deleted');
    await page.keyboard.press('Escape');
    await expect(source).toHaveCount(0);
    await expect(lineOf(page)).toHaveCount(0);
  },
);
