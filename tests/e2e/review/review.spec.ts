/** The review screen: the queue, one note whole, decisions by keyboard and touch. */

import { addDays } from '#platform/contract/days.ts';
import { formatDay } from '#platform/web/format.ts';
import { expectAccessible, expectOtherTheme } from '#tests/e2e/accessible.ts';
import { CODE, createTeam, fieldOf, press, questionOf } from '#tests/e2e/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { createAuthors, fillQueue, heading, items, submit, VISIT, yesterday } from './steps.ts';

test(
  'a manager reviews fifty notes with the keyboard only [12.review.140]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 40, pairs: 5 });
    await openAs(page, product, admin, '/review');
    await expect(items(page)).toHaveCount(50);
    await expect(heading(page)).toHaveText(/^Writer0 .+ for Maria Lopez$/);
    await expectAccessible(page);
    await expectOtherTheme(page);

    let presses = 0;
    const key = async (name: string) => {
      presses += 1;
      await page.keyboard.press(name);
    };
    await key('Shift+X');
    await expect(page.getByRole('button', { name: 'Approve 40 notes', exact: true })).toBeVisible();
    await key('Shift+A');
    await expect(questionOf(page)).toContainText('40 notes, 160 units, 40 h');
    await key('Tab');
    await key('Enter');
    await expect(items(page)).toHaveCount(10, { timeout: 30_000 });
    // A warning is read before the decision.
    await expect(page.getByText(/also has a note/).first()).toBeVisible();
    await expect(heading(page)).toBeFocused();

    for (let left = 10; left > 6; left -= 1) {
      await key('r');
      await expect(fieldOf(page, 'What to change')).toBeFocused();
      await page.keyboard.type('Both visits are at the same time.');
      await key('Tab');
      await expect(fieldOf(page, 'Comment on a field')).toBeFocused();
      // Selects an option by its first letters.
      await page.keyboard.type('Start');
      await key('Tab');
      await key('Enter');
      await expect(fieldOf(page, 'Comment on Start time')).toBeFocused();
      await page.keyboard.type('When did it begin?');
      await key('Control+Enter');
      await expect(items(page)).toHaveCount(left - 1);
      await expect(heading(page)).toBeFocused();
      await expect(heading(page)).toHaveText(VISIT);
    }
    for (let left = 6; left > 3; left -= 1) {
      await key('d');
      await expect(fieldOf(page, 'Reason for denial')).toBeFocused();
      await page.keyboard.type('A duplicate.');
      await key('Control+Enter');
      await expect(items(page)).toHaveCount(left - 1);
      await expect(heading(page)).toBeFocused();
      await expect(heading(page)).toHaveText(VISIT);
    }
    for (let left = 3; left > 0; left -= 1) {
      await key('h');
      await expect(items(page)).toHaveCount(left - 1);
      if (left > 1) await expect(heading(page)).toHaveText(VISIT);
    }
    await expect(page.getByText('No notes to review')).toBeVisible();
    // The focus of the last note's heading moves to the page.
    await expect(page.getByRole('main')).toBeFocused();
    expect(presses).toBe(4 + 4 * 5 + 3 * 2 + 3);
    expect(await product.call(admin.token, 'GET /api/management/stats')).toMatchObject({
      approved: 40,
      inProgress: 4,
      denied: 3,
      inReview: 3,
      pending: 0,
    });
  },
);

test('notes are approved and sent back by touch [12.review.141]', ON_A_PHONE, async ({ page, product }) => {
  const admin = await fillQueue(product, { clean: 3, pairs: 1 });
  await openAs(page, product, admin, '/review');
  await expect(items(page)).toHaveCount(5);
  await expectAccessible(page);
  await press(page, 'Select 3 notes without warnings');
  await press(page, 'Approve 3 notes');
  await press(questionOf(page), 'Approve');
  await expect(items(page)).toHaveCount(2);
  await items(page).getByRole('link').first().click();
  await expect(heading(page)).toHaveText(/ for Maria Lopez$/);
  await expectAccessible(page);
  await press(page, 'Send back');
  await fieldOf(page, 'What to change').fill('Both visits are at the same time.');
  await page.getByRole('form', { name: 'Send back' }).getByRole('button', { name: 'Send back' }).click();
  // The next note opens.
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await press(page, 'Hold');
  await expect(page.getByText('No notes to review')).toBeVisible();
  await page.getByText('In review', { exact: true }).click();
  await expect(items(page)).toHaveCount(1);
});

test(
  'a disputed note without warnings is not selected for approval with others [12.review.141 13.dispute.6]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 3, pairs: 0 });
    const queue = await product.call<{ id: number }[]>(admin.token, 'GET /api/review/queue');
    const disputed = queue[0]?.id ?? 0;
    const receipt = await product.call<{ url: string }>(admin.token, `POST /api/notes/${disputed}/receipt`);
    await product.call(null, `POST /api/receipts/${receipt.url.split('/').at(-1)}/dispute`, {
      reason: 'not_here',
    });
    await openAs(page, product, admin, '/review');
    await expect(items(page)).toHaveCount(3);
    await press(page, 'Select 2 notes without warnings');
    await expect(items(page).getByRole('checkbox', { checked: true })).toHaveCount(2);
    const row = page.locator(`[data-queue-item="${disputed}"]`);
    await expect(row.getByText('Disputed')).toBeVisible();
    await expect(row.getByRole('checkbox', { disabled: false })).toHaveCount(0);
  },
);

test(
  'a held note is listed under In review before the pending notes were fetched again [12.review.141]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await fillQueue(product, { clean: 1, pairs: 0 });
    await openAs(page, product, admin, '/review');
    await items(page).getByRole('link').first().click();
    const hold = page.getByRole('button', { name: /^Hold/ });
    await expect(hold).toBeVisible();
    const isOfPending = ({ pathname, search }: URL) =>
      pathname === '/api/review/queue' && !search.includes('in-review');
    await page.route(isOfPending, () => undefined);
    await hold.click();
    await expect(page.getByText('No notes to review')).toBeVisible();
    await page.getByText('In review', { exact: true }).click();
    await expect(items(page)).toHaveCount(1);
    await page.getByRole('group', { name: 'Status' }).getByText('Pending', { exact: true }).click();
    await expect(page.getByText('No notes to review')).toBeVisible();
  },
);

test(
  'the open note stays open when an older one arrives or another manager decides [12.review.142,146]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await product.admin();
    const [author] = await createAuthors(product, admin, 1);
    if (!author) throw new Error('No author');
    const first = await submit(product, author, { startTime: '09:00', endTime: '10:00' });
    const events = page.waitForResponse('**/api/events*');
    await openAs(page, product, admin, `/review?note=${first.id}`);
    await events;
    await expect(page.getByRole('button', { name: /^Approve/ }).last()).toBeVisible();
    const older = await submit(product, author, {
      workDate: addDays(yesterday, -1),
      startTime: '09:00',
      endTime: '10:00',
    });
    await expect(items(page)).toHaveCount(2);
    await expect(items(page).first()).toHaveAttribute('data-queue-item', String(older.id));
    for (const [day, id] of [
      [addDays(yesterday, -1), older.id],
      [yesterday, first.id],
    ] as const) {
      const visits = page.getByRole('list', { name: `Visits on ${formatDay(day)}` });
      await expect(visits.locator('[data-queue-item]')).toHaveAttribute('data-queue-item', String(id));
    }
    await expect(items(page).getByRole('link').nth(1)).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(new RegExp(`note=${first.id}`));

    await product.call(admin.token, `PATCH /api/notes/${first.id}/review`, { action: 'hold' });
    await expect(items(page)).toHaveCount(1);
    await expect(page.getByText('This note is no longer in the queue: in review.')).toBeVisible();
    await page.keyboard.press('k');
    await expect(page).toHaveURL(new RegExp(`note=${older.id}`));
  },
);

test(
  'a note that was signed again shows what changed, word by word [12.review.143,146]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee, client, note } = await createTeam(product);
    const { id } = await note({ summary: 'Bills are paid, next visit on Friday.' });
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, {
      action: 'return',
      comment: 'On which day?',
    });
    await product.call(
      employee.token,
      `PUT /api/notes/${id}`,
      buildNoteForm(client.id, {
        clientSignatureCode: CODE,
        summary: 'Bills are paid, next visit on Monday.',
      }),
    );
    await openAs(page, product, manager, `/review?note=${id}&resubmitted=true`);
    await expect(items(page)).toHaveCount(1);
    await expect(items(page)).toContainText('Sent back and signed again');
    await expect(items(page)).toContainText('Bills are paid, next visit on Monday.');
    await expect(page.locator('ins')).toContainText('Monday');
    await expect(page.locator('del')).toContainText('Friday');
    await expect(page.getByText('Messages about this note')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Sent back: Maria Lopez/ })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessible(page);
  },
);
