/** Closing periods from payroll and in the settings, and notes in a closed period. */

import type { Page } from '@playwright/test';
import { addDays } from '#platform/contract/days.ts';
import { getDefaultWeek, getPreviousWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { closedPeriodMessage, formatPeriodDay } from '#features/businesses/periodRules.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, choose, createTeam, dialogOf, expectText, press } from '#tests/e2e/steps.ts';
import { field, fillAndSign, submit } from '#tests/e2e/submission/steps.ts';
import { expect, LONG_RUN, openAs, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const today = dayInZone(new Date(), 'America/Chicago');
/** A week that has ended, in which each test has its notes. */
const week = getPreviousWeek(getDefaultWeek(today, []).start, []);
const closed = closedPeriodMessage(week.end);
const REASON = 'The payer asked for it';

const closeThrough = async (product: Product, date: string) => {
  const { token } = await product.admin();
  await product.call(token, 'PUT /api/business/locked-through', { date, pendingConfirmed: true });
};

test(
  'a manager exports a week and closes it, with the undecided notes named [12.periods.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, note } = await createTeam(product);
    await note({ workDate: week.start });
    await openAs(page, product, manager, `/payroll?week=${week.start}`);
    const offer = page.getByRole('button', { name: `Close period through ${formatPeriodDay(week.end)}` });
    await expectText(page, 'Hours by week');
    await expect(offer).toBeHidden();
    await Promise.all([page.waitForEvent('download'), choose(page, 'Export', 'Totals by employee (CSV)')]);
    await expectSound(page);
    await offer.click();
    const dialog = dialogOf(page, 'Close period');
    expectBrowserError(/status of 409 .*\/locked-through/);
    await press(dialog, 'Close period');
    await expectText(
      dialog,
      `1 note with a work date through ${formatPeriodDay(week.end)} has no decision yet.`,
    );
    await expect(dialog.getByRole('link', { name: 'Pending: 1' })).toHaveAttribute(
      'href',
      '/management?status=pending',
    );
    await expectSound(page);
    await press(dialog, 'Close anyway');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('main').getByText(closed)).toBeVisible();
    await expect(offer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
    expect(await product.call(manager.token, 'GET /api/business')).toMatchObject({
      lockedThrough: week.end,
    });
  },
);

test(
  'every manager is offered to close an exported week, also after a reload, until it is closed [12.periods.125]',
  LONG_RUN,
  async ({ page, browser, product }) => {
    const { manager } = await createTeam(product);
    const address = `/payroll?week=${week.start}`;
    const [context, colleague] = [await browser.newContext(), await product.person({ role: 'manager' })];
    const other = await context.newPage();
    const pages = [page, other];
    const offerOn = (one: Page) =>
      one.getByRole('button', { name: `Close period through ${formatPeriodDay(week.end)}` });
    await openAs(page, product, manager, address);
    await openAs(other, product, colleague, address);
    for (const one of pages) {
      await expectText(one, 'By employee');
      await expect(offerOn(one)).toBeHidden();
    }
    await Promise.all([page.waitForEvent('download'), choose(page, 'Export', 'Time entries (CSV)')]);
    for (const one of pages) await expect(offerOn(one)).toBeVisible();
    await page.reload();
    for (const one of pages) await expect(offerOn(one)).toBeVisible();
    await press(page, 'Previous week');
    await expect(page.getByText('This week was exported')).toBeHidden();
    await closeThrough(product, week.end);
    await expect(other.getByText(closed)).toBeVisible();
    await expect(offerOn(other)).toBeHidden();
    await context.close();
  },
);

test(
  'closing a period confirms the notes that are listed: not after Cancel, and not more notes [12.periods.3,120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, note } = await createTeam(product);
    await note({ workDate: week.start });
    await openAs(page, product, manager, '/business-settings');
    const card = cardOf(page, 'Closed period');
    const dialog = dialogOf(page, 'Close period');
    const undecided = (notes: string) =>
      `${notes} through ${formatPeriodDay(week.end)} ${notes.startsWith('1 ') ? 'has' : 'have'} no decision yet.`;
    expectBrowserError(/status of 409 .*\/locked-through/);
    await press(card, 'Close period');
    await dialog.getByLabel('Close through').fill(week.end);
    await press(dialog, 'Close period');
    await expectText(dialog, undecided('1 note with a work date'));
    await press(dialog, 'Cancel');
    await press(card, 'Close period');
    await dialog.getByLabel('Close through').waitFor();
    await expect(dialog.getByText(/no decision yet/)).toBeHidden();
    await dialog.getByLabel('Close through').fill(week.end);
    await press(dialog, 'Close period');
    await expectText(dialog, undecided('1 note with a work date'));
    await note({ workDate: week.end });
    await press(dialog, 'Close anyway');
    await expectText(dialog, undecided('2 notes with work dates'));
    await press(dialog, 'Close anyway');
    await expectText(card, closed);
  },
);

test(
  'business settings close a period, and let an admin reopen it with a reason [12.periods.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.admin();
    await openAs(page, product, admin, '/business-settings');
    const card = cardOf(page, 'Closed period');
    await expectText(card, 'No period is closed.');
    await expect(card.getByRole('button', { name: 'Reopen period' })).toBeHidden();
    await press(card, 'Close period');
    const closing = dialogOf(page, 'Close period');
    const day = closing.getByLabel('Close through');
    await expect(day).toHaveValue(addDays(today, -1));
    await day.fill(today);
    expectBrowserError(/status of 400 .*\/locked-through/);
    await press(closing, 'Close period');
    await expect(closing.getByRole('alert')).toHaveText('Choose a date before today');
    await expect(day).toBeFocused();
    await expectSound(page);
    await day.fill(week.end);
    await press(closing, 'Close period');
    await expectText(card, closed);

    await press(card, 'Reopen period');
    const reopening = dialogOf(page, 'Reopen period');
    await press(reopening, 'Reopen period');
    await expect(reopening.getByRole('alert')).toHaveText('Enter a reason for reopening the period');
    const reason = reopening.getByLabel('Reason');
    await expect(reason).toBeFocused();
    await expectSound(page);
    await reason.fill(REASON);
    await reopening.getByLabel('Keep closed through').fill(week.end);
    await press(reopening, 'Reopen period');
    await expect(reopening.getByRole('alert')).toContainText('Choose a date before the current one.');
    await reopening.getByLabel('Keep closed through').fill(week.start);
    await press(reopening, 'Reopen period');
    await expectText(card, closedPeriodMessage(week.start));
    await press(card, 'Reopen period');
    await reopening.getByLabel('Reason').fill(REASON);
    await press(reopening, 'Reopen period');
    await expectText(card, 'No period is closed.');

    const manager = await product.person({ role: 'manager' });
    await closeThrough(product, week.end);
    await openAs(page, product, manager, '/business-settings');
    await expectText(card, closed);
    await expect(card.getByRole('button', { name: 'Reopen period' })).toBeHidden();
  },
);

test(
  'the note form warns about a closed period, and a note that is refused loses nothing [12.periods.122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await page.getByLabel('Work date').fill(week.start);
    await fillAndSign(page, client.companyName);
    // The page receives the change only after the refusal.
    await page.route('**/api/auth/validate', (route) => route.abort());
    expectBrowserError(/ERR_FAILED/);
    await closeThrough(product, week.end);
    expectBrowserError(/status of 409 .*\/api\/notes/);
    await submit(page);
    await expect(page.getByRole('alert').filter({ hasText: 'This period is closed' })).toContainText(
      `${closed} Ask an admin to reopen it first. Your entries are still in the form.`,
    );
    await expectSound(page);
    await page.unroute('**/api/auth/validate');
    await page.reload();
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await expect(page.getByLabel('Work date')).toHaveValue(week.start);
    const warning = page.getByRole('alert').filter({ hasText: closed });
    await expect(warning).toContainText(`A note for ${formatPeriodDay(week.start)} can't be submitted.`);
    await expectSound(page);
    await page.getByLabel('Work date').fill(addDays(week.end, 1));
    await expect(warning).toBeHidden();
  },
);

test(
  'a note in a closed period has only the approval of an admin, with a reason [12.periods.123]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, note } = await createTeam(product);
    const admin = await product.admin();
    const [first, returned] = [
      await note({ workDate: week.start, title: 'First visit' }),
      await note({ workDate: week.start, title: 'Sent back visit' }),
    ];
    const body = { action: 'return', comment: 'Which bills?' };
    await product.call(manager.token, `PATCH /api/notes/${returned.id}/review`, body);

    await openAs(page, product, employee, `/my-notes?note=${first.id}`);
    const own = dialogOf(page, 'First visit');
    await expect(own.getByRole('link', { name: 'Edit' })).toBeVisible();
    // The period is closed while the note is open.
    await closeThrough(product, week.end);
    await expectText(own, closed);
    await expect(own.getByRole('link', { name: 'Edit' })).toBeHidden();
    await expect(own.getByRole('button', { name: 'Delete' })).toBeHidden();
    await expectSound(page);
    await page.goto(`${product.url}/submit?note=${returned.id}`);
    await expect(page.getByText(`${closed} Ask an admin to reopen it first.`)).toBeVisible();
    await page.goto(`${product.url}/`);
    const card = page.getByRole('region', { name: 'Sent back to you' });
    await expect(card).toContainText(closed);
    await expect(card.getByRole('link', { name: 'Fix and sign again' })).toBeHidden();

    await openAs(page, product, admin, '/management?status=pending');
    await press(page, 'Approve First visit');
    const decision = dialogOf(page, 'Approve note');
    await expectText(decision, closed);
    await expect(decision.getByRole('button', { name: 'Approve' })).toBeDisabled();
    await decision.getByLabel('Reason for approving in a closed period').fill(REASON);
    await expectSound(page);
    await press(decision, 'Approve');
    await expectText(page, 'Note Approved');
    await page.goto(`${product.url}/audit?object=note&objectId=${first.id}`);
    await expect(page.getByText(`Reason: ${REASON}`)).toBeVisible();
  },
);

test(
  'payroll shows denied work with a link to its note [12.periods.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client, note } = await createTeam(product);
    const denied = await note({ workDate: week.start, title: 'Denied visit' });
    const body = { action: 'deny', reason: 'No' };
    await product.call(manager.token, `PATCH /api/notes/${denied.id}/review`, body);
    await openAs(page, product, manager, `/payroll?week=${week.start}`);
    const table = page.getByRole('table', { name: 'Denied work' });
    await expect(table.getByRole('row')).toHaveCount(2);
    for (const text of [employee.user.firstName ?? '', client.companyName, '2.25 h'])
      await expect(table).toContainText(text);
    await expectSound(page);
    await table.getByRole('link', { name: /^View note: / }).click();
    await expect(dialogOf(page, 'Denied visit')).toBeVisible();
    // An open note would be read again.
    await openAs(page, product, manager, `/payroll?week=${week.start}`);
    await product.call(manager.token, `DELETE /api/notes/${denied.id}`);
    await page.reload();
    await expect(table.getByRole('cell', { name: 'Deleted' })).toBeVisible();
    await expect(table.getByRole('link', { name: 'View note' })).toHaveCount(0);
  },
);
