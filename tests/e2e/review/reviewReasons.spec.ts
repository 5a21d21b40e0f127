/** The review screen asks for a reason to approve in a closed period, and to approve one's own note. */

import { addDays } from '#platform/contract/days.ts';
import { closedPeriodMessage } from '#features/businesses/periodRules.ts';
import { createClient, createNote, expectAlerts, expectText, fieldOf, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { createAuthors, heading, items, submit, VISIT, yesterday } from './steps.ts';

const REASON = 'The payer asked for it.';

test(
  'an admin approves a note of a closed period on the review screen with a reason; a manager cannot decide it [12.review.158]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const admin = await product.admin();
    const [author] = await createAuthors(product, admin, 1);
    if (!author) throw new Error('No author');
    const workDate = addDays(yesterday, -1);
    const { id } = await submit(product, author, { workDate, startTime: '09:00', endTime: '10:00' });
    await openAs(page, product, admin, '/review');
    await expect(heading(page)).toHaveText(VISIT);
    // The page receives the change only after the refusal.
    await page.route('**/api/auth/validate', (route) => route.abort());
    await page.route('**/api/notes/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    expectBrowserError(/ERR_FAILED/);
    await product.call(admin.token, 'PUT /api/business/locked-through', {
      date: workDate,
      pendingConfirmed: true,
    });
    expectBrowserError(/status of 4\d\d .*\/review/);
    await page.keyboard.press('a');
    await expect(page.getByText('Failed to approve note').first()).toBeVisible();
    await page.unrouteAll();
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/review');
    await expect(heading(page)).toHaveText(VISIT);
    await expect(page.getByRole('button', { name: /^(Approve|Deny|Send back|Hold)/ })).toHaveCount(0);
    await openAs(page, product, admin, '/review');
    await expect(heading(page)).toHaveText(VISIT);
    await expect(page.getByRole('button', { name: /^(Deny|Send back|Hold)/ })).toHaveCount(0);
    await page.keyboard.press('a');
    const form = page.getByRole('form', { name: 'Approve note' });
    const reason = fieldOf(form, 'Reason for approving in a closed period');
    await expect(reason).toBeFocused();
    await expect(form).toContainText(closedPeriodMessage(workDate));
    await page.keyboard.press('Control+Enter');
    await expectAlerts(form, 'Enter a reason for approving this note');
    await expect(reason).toBeFocused();
    await page.keyboard.type(REASON);
    await page.keyboard.press('Control+Enter');
    await expectText(page, 'Note Approved');
    // Reopening it would be refused.
    const toast = page.getByRole('listitem').filter({ hasText: 'Note Approved' });
    expect(await toast.getByRole('button').allInnerTexts()).toEqual(['']);
    const note = { status: 'resolved', reviewComment: REASON };
    expect(await product.call(admin.token, `GET /api/notes/${id}`)).toMatchObject(note);
  },
);

test(
  'the only manager approves an own note on the review screen with a reason, and can undo it [12.review.159]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const owner = await product.admin();
    const own = await createNote(product, owner, await createClient(product, owner));
    await openAs(page, product, owner, '/review');
    await expect(heading(page)).toHaveText(VISIT);
    await expect(page.getByRole('checkbox', { name: /^Select / })).toHaveCount(0);
    await press(page, 'Approve');
    const form = page.getByRole('form', { name: 'Approve note' });
    await expectAlerts(form, 'Enter a reason for approving your own note');
    await fieldOf(form, 'Reason for approving your own note').fill('I am the only manager.');
    await press(form, 'Approve');
    await expectText(page, 'Note Approved');
    await expect(items(page)).toHaveCount(0);
    const read = () => product.call(owner.token, `GET /api/notes/${own.id}`);
    expect(await read()).toMatchObject({ status: 'resolved', reviewComment: 'I am the only manager.' });
    await press(page, 'Undo');
    await expectText(page, 'Decision undone');
    expect(await read()).toMatchObject({ status: 'pending' });
  },
);
