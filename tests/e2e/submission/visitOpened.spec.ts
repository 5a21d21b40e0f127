/** Kept notes that were opened in the form, which then leaves them without submitting them. */

import type { Page } from '@playwright/test';
import { assign, createClient, expectText, press, questionOf } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, test } from '#tests/support/helpers/appFixture.ts';
import { removeEncryptedForms, encryptedNames, waitForEncryptedForm } from './offlineSteps.ts';
import { emptyForm, field, fillNote, replaceWithDraft, sign, submit } from './steps.ts';
import { BAR, expectOneNote, keepNote, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const SUMMARY = 'All done as it was planned.';

async function loadDraft(page: Page, { url }: { url: string }): Promise<void> {
  // The list of drafts is newer than the one that was kept.
  await page.goto(`${url}/submit`);
  await replaceWithDraft(page, 'Thursday');
}

async function startForClient(page: Page, { url, otherId }: { url: string; otherId: number }): Promise<void> {
  await page.goto(`${url}/submit?client=${otherId}`);
  await press(questionOf(page), 'Start new note');
}

/** As when the tab is killed after the form was encrypted for another note, and before the kept one was released. */
async function loseForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'My Notes' }).first().click();
  await waitForEncryptedForm(page);
  await removeEncryptedForms(page);
  await page.reload();
}

for (const [when, leave] of [
  ['the form is emptied', emptyForm],
  ['a draft is loaded', loadDraft],
  ['a note for another client is begun', startForClient],
  ['the form is found without it', loseForm],
] as const) {
  test(
    `a kept note that was opened is sent as it was signed when ${when} [13.offline.27]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      const { team, waiting } = await keepNote(page, product);
      const other = await createClient(product, team.manager);
      await assign(product, team.manager, other, team.employee);
      const draft = { draftName: 'Thursday', content: 'Cleaned.' };
      await product.call(team.employee.token, 'POST /api/drafts', draft);
      await press(waiting, 'Open');
      await expect(field(page, 'Summary')).toHaveValue(SUMMARY);
      await expect(page.getByText('We restored your unfinished note.')).toHaveCount(0);
      await field(page, 'Summary').fill('Changed after it was signed.');
      await page.context().setOffline(false);
      await leave(page, { url: product.url, otherId: other.id });
      await expectOneNote(product, team);
      await expect.poll(() => encryptedNames(page)).not.toContainEqual(expect.stringContaining('unsent/'));
    },
  );
}

test(
  'a kept note that was opened is sent as it was signed when another kept note is opened [13.offline.27]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { team, waiting } = await keepNote(page, product);
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await fillNote(page, team.client.companyName);
    await field(page, 'Summary').fill('The second visit.');
    await sign(page, 'Employee');
    await unlockOffline(page);
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, `${BAR} 2 notes are not sent yet.`);
    for (const [index, summary] of [SUMMARY, 'The second visit.'].entries()) {
      await page.getByRole('link', { name: 'My Notes' }).first().click();
      await waiting
        .getByRole('button', { name: /^(Open|Continue editing)$/ })
        .nth(index)
        .click();
      if (index > 0) await press(questionOf(page), 'Replace');
      await expect(field(page, 'Summary')).toHaveValue(summary);
    }
    await page.context().setOffline(false);
    await expectOneNote(product, team);
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect(waiting.getByRole('button', { name: 'Continue editing' })).toHaveCount(1);
    await expect(waiting.getByRole('button', { name: 'Open' })).toBeHidden();
  },
);
