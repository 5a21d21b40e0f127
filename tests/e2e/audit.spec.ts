/** The audit log as a manager reads it. */
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

test('a manager reads who did what, narrows it down, takes it along and pages through it [10.6.32]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager', firstName: uniqueName('Mona') });
  const companyName = uniqueName('Cedar');
  const client = await product.call<{ id: number }>(manager.token, 'POST /api/clients', {
    companyName,
    contactName: 'Maria Lopez',
    totalTimeUnits: 40,
    signatureCode: '4711ab',
  });
  const title = uniqueName('Visit');
  const note = await product.call<{ id: number }>(
    manager.token,
    'POST /api/notes',
    buildNoteForm(client.id, { title }),
  );

  await openAs(page, product, manager, `/management?note=${note.id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Show this note in the audit log' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
  const row = page.getByRole('row').filter({ hasText: `Submitted note ${title}` });
  await expect(row).toContainText('version 1 · 9.00 units');
  await expect(row).toContainText(String(manager.user.firstName));
  await expect(row).toContainText(/ at \d+:\d\d [AP]M C[SD]T/);
  await expect(row.getByRole('link', { name: title })).toHaveAttribute('href', `/management?note=${note.id}`);

  await page.getByLabel('About').selectOption('Client');
  await page.getByLabel('Who').selectOption({ label: `${manager.user.firstName} Worker` });
  await expect(page).toHaveURL(new RegExp(`/audit\\?.*actor=${manager.user.id}`));
  await expect(page.getByRole('row').filter({ hasText: `Created client ${companyName}` })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0);
  const exported = page.getByRole('link', { name: 'Export CSV' });
  await expect(exported).toHaveAttribute('href', `/api/audit/export?actor=${manager.user.id}&object=client`);

  await page.getByLabel('To', { exact: true }).fill('2001-01-01');
  await expect(page.getByText('No activity matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/audit$/);

  const headers = { authorization: `Bearer ${manager.token}` };
  for (let one = 0; one < 51; one += 1) {
    await page.request.get(`${product.url}/api/audit/export?object=none`, { headers });
  }
  await page.goto(`${product.url}/audit?actor=${manager.user.id}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/from=51/);
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
});
