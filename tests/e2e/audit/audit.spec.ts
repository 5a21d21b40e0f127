/** The audit log of managers. */

import { createClient, createNote, press } from '#tests/e2e/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

test(
  'a manager reads, filters, exports and pages through the audit log [10.6.32]',
  LONG_RUN,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager', firstName: uniqueName('Mona') });
    const client = await createClient(product, manager);
    const { companyName } = client;
    const note = await createNote(product, manager, client, { title: 'The visit' });
    const { title } = note;

    await openAs(page, product, manager, `/management?note=${note.id}`);
    await page.getByRole('dialog').getByRole('link', { name: 'Show this note in the audit log' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
    const row = page.getByRole('row').filter({ hasText: `Submitted note ${title}` });
    await expect(row).toContainText('version 1 · 9.00 units');
    await expect(row).toContainText(String(manager.user.firstName));
    await expect(row).toContainText(/ at \d+:\d\d [AP]M C[SD]T/);
    await expect(row.getByRole('link', { name: title })).toHaveAttribute(
      'href',
      `/management?note=${note.id}`,
    );

    await page.getByLabel('About').selectOption('Client');
    await page.getByLabel('Who').selectOption({ label: `${manager.user.firstName} Worker` });
    await expect(page).toHaveURL(new RegExp(`/audit\\?.*actor=${manager.user.id}`));
    await expect(page.getByRole('row').filter({ hasText: `Created client ${companyName}` })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0);
    const exported = page.getByRole('link', { name: 'Export CSV' });
    await expect(exported).toHaveAttribute(
      'href',
      `/api/audit/export?actor=${manager.user.id}&object=client`,
    );

    // After its first digit, the year is 0002.
    await page.getByLabel('To', { exact: true }).pressSequentially('01012001');
    await expect(page.getByText('No activity matches these filters.')).toBeVisible();
    await press(page, 'Clear filters');
    await expect(page).toHaveURL(/\/audit$/);

    const headers = { authorization: `Bearer ${manager.token}` };
    for (let one = 0; one < 51; one += 1) {
      await page.request.get(`${product.url}/api/audit/export?object=none`, { headers });
    }
    await page.goto(`${product.url}/audit?actor=${manager.user.id}`);
    await press(page, 'Next');
    await expect(page).toHaveURL(/from=51/);
    await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
  },
);
