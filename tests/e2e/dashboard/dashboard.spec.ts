/** The dashboard of employees and managers. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, createTeam } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const tile = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Notes by status' }).getByRole('link', { name: label });

const yesterday = () => new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

test(
  'the tiles of an employee change with the review and link to the notes [2.routes.5 2.dashboard.3,5,11,20]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, note } = await createTeam(product);
    await openAs(page, product, employee, '/dashboard');
    await expect(tile(page, 'Total Notes')).toContainText('0');
    await expect(tile(page, 'Pending Review')).toContainText('All caught up');
    await expect(page.getByText('No notes found. Start by submitting your first note!')).toBeVisible();
    await expect(cardOf(page, 'Hours by Week')).toContainText('No hours yet');
    await expect(page.getByRole('heading', { name: 'Client Management' })).toHaveCount(0);

    const { id, title } = await note({ title: 'The visit', workDate: yesterday() });
    await expect(tile(page, 'Pending Review')).toContainText('Needs attention');
    await expect(tile(page, 'Total Notes')).toContainText('+1 this week');
    await expect(cardOf(page, 'Recent Notes').getByRole('listitem').filter({ hasText: title })).toContainText(
      'Pending',
    );
    await expect(cardOf(page, 'Hours by Week')).toContainText('2.3');
    await product.call(manager.token, `PATCH /api/management/notes/${id}/approve`);
    await expect(tile(page, 'Resolved')).toContainText('+1 this month');
    await expect(tile(page, 'In Progress')).toContainText('No active work');
    await expectSound(page);

    await tile(page, 'Resolved').click();
    await expect(page).toHaveURL(/\/my-notes\?status=resolved$/);
    await expect(page.getByText(title).first()).toBeVisible();
    await page.goBack();
    await cardOf(page, 'Recent Notes').getByRole('link', { name: title }).click();
    await expect(page.getByRole('dialog')).toContainText(title);
  },
);

test(
  'the dashboard of a manager links to notes, clients and payroll [1.managers.16 2.routes.18 2.dashboard.2,20,21]',
  LONG_RUN,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const home = async () => openAs(page, product, manager, '/dashboard');
    await home();
    await tile(page, 'Pending Review').click();
    await expect(page).toHaveURL(/\/management\?status=pending$/);
    await home();
    await cardOf(page, 'Recent Notes').getByRole('link', { name: 'Manage All' }).click();
    await expect(page).toHaveURL(/\/management$/);
    await home();
    await page.getByRole('link', { name: 'Manage All Clients' }).click();
    await expect(page).toHaveURL(/\/clients$/);
    await home();
    await page.getByRole('link', { name: 'Add New Client' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Client' })).toBeVisible();
    await home();
    await page.getByRole('link', { name: 'Review All Notes' }).click();
    await expect(page).toHaveURL(/\/management$/);
    await home();
    await cardOf(page, 'Employee Management').getByRole('link', { name: 'Payroll & Time' }).click();
    await expect(page).toHaveURL(/\/payroll/);
    await openAs(page, product, manager);
    await page.getByRole('link', { name: 'Analytics' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  },
);

test(
  'client and date replace an automatic title in lists, search results, payroll and dialogs',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee, client, note } = await createTeam(product);
    const { title } = await note({ workDate: yesterday() });
    const dialog = page.getByRole('dialog', { name: /^Maria Lopez, \w+ \d+, \d+$/ });
    await openAs(page, product, manager, '/dashboard');
    await cardOf(page, 'Recent Notes')
      .getByRole('link', { name: /^Maria Lopez, / })
      .first()
      .click();
    await expect(dialog).toBeVisible();
    await page.goto(`${product.url}/search?q=${client.companyName}`);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(/^Maria Lopez, /);
    await expect(page.getByText(title)).toHaveCount(0);
    await openAs(page, product, employee, '/payroll');
    await expect(page.getByRole('cell', { name: 'Sustaining', exact: true })).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Screen, client, person or note' }).fill(client.companyName);
    await page.getByRole('option', { name: /^Maria Lopez, / }).click();
    await expect(dialog).toBeVisible();
  },
);

test('totals and notes that fail to load can be retried', LONG_ON_DESKTOP, async ({ page, product }) => {
  const employee = await product.person();
  const calls = /\/api\/(dashboard|notes\?)/;
  expectBrowserError(/ERR_FAILED/);
  await page.route(calls, (route) => route.abort());
  // A live change would load the failed lists again.
  await page.route('**/api/events*', (route) => route.abort());
  await openAs(page, product, employee, '/dashboard');
  await expect(page.getByText("Couldn't load totals")).toBeVisible();
  await expect(page.getByText("Couldn't load notes")).toBeVisible();
  await page.unroute(calls);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.first().click();
  await expect(tile(page, 'Total Notes')).toContainText('None yet');
  await retry.first().click();
  await expect(page.getByText('No notes found. Start by submitting your first note!')).toBeVisible();
});
