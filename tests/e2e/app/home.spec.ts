/** Home of a manager: the first steps of a new business, and the notes to review. */

import { addDays } from '#platform/contract/days.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import { assign, cardOf, createClient, createNote } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test, LONG_RUN } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

test(
  'First steps leads a new owner to the first note and then disappears',
  LONG_RUN,
  async ({ page, product }) => {
    const owner = await product.admin();
    await openAs(page, product, owner);
    const steps = page.locator('section').filter({ has: page.getByRole('heading', { name: 'First steps' }) });
    const step = (title: string) => steps.getByRole('listitem').filter({ hasText: title });
    await expect(steps.getByRole('listitem')).toHaveCount(4);
    await expect(step('Add a client')).toHaveAttribute('aria-current', 'step');
    await expectSound(page);
    await step('Add a client').getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Add New Client' })).toBeVisible();

    const client = await createClient(product, owner);
    await page.goto(product.url);
    await expect(step('Add a client')).toContainText('done');
    await step('Add an employee').getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'Add New Employee' })).toBeVisible();
    await expect(page).toHaveURL(/\/employees$/);

    const employee = await product.person();
    await page.goto(product.url);
    await expect(step('Add an employee')).toContainText('done');
    await step('Assign the employee').getByRole('link').click();
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}#assigned-employees`);
    await expect(page.getByRole('button', { name: 'Assign Employee' })).toBeInViewport({ ratio: 1 });

    await assign(product, owner, client, employee);
    await page.goto(product.url);
    await expect(step('Write the first note')).toHaveAttribute('aria-current', 'step');
    const workDate = addDays(dayInZone(new Date(), employee.user.timeZone), -1);
    const note = await createNote(product, employee, client, { workDate });
    // The server sends the change to the open page.
    await expect(page.getByRole('link', { name: '1 note to review', exact: true })).toBeVisible();
    await expect(steps).toHaveCount(0);
    const tools = cardOf(page, 'Management Tools').getByRole('link');
    await expect(tools).toHaveText([/1 note to review$/, /1 client$/, /1 note this week$/]);
    await expectSound(page);
    await page.getByRole('link', { name: '1 note to review', exact: true }).click();
    await expect(page).toHaveURL(/\/review(\?|$)/);
    await expect(page.locator('[data-queue-item]')).toContainText('Maria Lopez');
    await product.call(owner.token, `PATCH /api/management/notes/${note.id}/approve`);
    await page.goto(product.url);
    await expect(page.getByText('You’re all caught up. No notes to review.')).toBeVisible();
  },
);

test(
  'the count of notes to review shows an error when it cannot be loaded',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    expectBrowserError(/ERR_FAILED .*\/api\/management\/stats/);
    await page.route('**/api/management/stats', (route) => route.abort());
    await openAs(page, product, manager);
    await expect(page.getByText('Couldn’t load notes to review.')).toBeVisible();
    await page.unroute('**/api/management/stats');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('First steps')).toBeVisible();
    await expect(page.getByText('Couldn’t load notes to review.')).toHaveCount(0);
  },
);
