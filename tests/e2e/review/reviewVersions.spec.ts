/** The review screen decides only what the manager has read and chosen. */

import { addDays } from '#platform/contract/days.ts';
import { enter } from '#tests/e2e/keyboardSteps.ts';
import { CODE, press } from '#tests/e2e/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { createAuthors, fillQueue, heading, items, submit, VISIT, yesterday } from './steps.ts';

test(
  'a note that is signed again is no longer selected, and none of a closed period can be [12.review.145]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await product.admin();
    const [author] = await createAuthors(product, admin, 1);
    if (!author) throw new Error('No author');
    const times = { startTime: '09:00', endTime: '10:00' };
    await submit(product, author, { ...times, workDate: addDays(yesterday, -1) });
    const { id } = await submit(product, author, times);
    const events = page.waitForResponse('**/api/events*');
    await openAs(page, product, admin, '/review');
    await events;
    await press(page, 'Select 2 notes without warnings');
    await expect(page.getByRole('button', { name: 'Approve 2 notes' })).toBeVisible();
    const changed = { ...times, workDate: yesterday, summary: 'Bills are paid, next visit on Monday.' };
    await product.call(
      author.author.token,
      `PUT /api/notes/${id}`,
      buildNoteForm(author.clientId, { clientSignatureCode: CODE, ...changed }),
    );
    await expect(page.getByRole('button', { name: 'Approve 1 note' })).toBeVisible();
    await product.call(admin.token, 'PUT /api/business/locked-through', {
      date: addDays(yesterday, -1),
      pendingConfirmed: true,
    });
    await page.reload();
    await press(page, 'Select 1 note without warnings');
    await expect(page.getByRole('button', { name: 'Approve 1 note' })).toBeVisible();
  },
);

test(
  'a version signed meanwhile is decided only after the manager continues with it [12.review.147]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await product.admin();
    const [author] = await createAuthors(product, admin, 1);
    if (!author) throw new Error('No author');
    const times = { startTime: '09:00', endTime: '10:00' };
    const { id } = await submit(product, author, times);
    expectBrowserError(/status of 409 .*\/review/);
    const events = page.waitForResponse('**/api/events*');
    await openAs(page, product, admin, `/review?note=${id}`);
    await events;
    const approve = page.getByRole('button', { name: /^Approve( A)?$/ }).last();
    await expect(approve).toBeVisible();
    const changed = { ...times, workDate: yesterday, summary: 'Bills are paid, next visit on Monday.' };
    await product.call(
      author.author.token,
      `PUT /api/notes/${id}`,
      buildNoteForm(author.clientId, { clientSignatureCode: CODE, ...changed }),
    );
    await expect(page.getByText('This note was signed again while you had it open')).toBeVisible();
    await approve.click();
    await expect(page.getByText('The author changed this note after you opened it').first()).toBeVisible();
    expect(await product.call(admin.token, 'GET /api/management/stats')).toMatchObject({ pending: 1 });
    await press(page, 'Continue with the new version');
    await approve.click();
    await expect(page.getByText('Note Approved').first()).toBeVisible();
  },
);

test(
  'an approval and a hold are undone from their message [12.review.153]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 2, pairs: 0 });
    await openAs(page, product, admin, '/review');
    await expect(heading(page)).toHaveText(VISIT);
    const stats = () => product.call(admin.token, 'GET /api/management/stats');
    for (const { key, done } of [
      { key: 'a', done: { approved: 1, pending: 1 } },
      { key: 'h', done: { inReview: 1, pending: 1 } },
    ]) {
      await page.keyboard.press(key);
      await expect(items(page)).toHaveCount(1);
      expect(await stats()).toMatchObject(done);
      // The key of the messages.
      await page.keyboard.press('F8');
      await enter(page, page.getByRole('button', { name: 'Undo', exact: true }));
      await expect(page.getByText('Decision undone').first()).toBeVisible();
      await expect(items(page)).toHaveCount(2);
      await expect(heading(page)).toHaveText(VISIT);
      expect(await stats()).toMatchObject({ pending: 2, approved: 0, inReview: 0 });
    }
  },
);
