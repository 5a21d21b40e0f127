import { expectAccessible } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, nameOf } from '#tests/e2e/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

const DAY = '2026-03-02';

test('the form warns about other work in the same time', LONG_RUN, async ({ page, product }) => {
  const { employee, client } = await createTeam(product);
  const written = buildNoteForm(client.id, {
    workDate: DAY,
    startTime: '09:00',
    endTime: '11:15',
    clientSignatureCode: '482913',
  });
  await product.call(employee.token, 'POST /api/notes', written);
  await openAs(page, product, employee, '/submit');
  await page.getByLabel('Work date').fill(DAY);
  await page.getByLabel('Start time').fill('11:00');
  await page.getByLabel('End time').fill('12:00');
  const hint = page.getByText(
    `You already have work within this time: ${client.companyName}, Mar 2, 2026, 9:00 – 11:15 AM.`,
  );
  await expect(hint).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Start time').fill('11:15');
  await expectText(page, '45 min = 3 units');
  await expect(hint).toHaveCount(0);
});

test('the review warns about other work in the same time', LONG_ON_DESKTOP, async ({ page, product }) => {
  const admin = await product.admin();
  const { employee, client } = await createTeam(product);
  const write = (title: string, startTime: string, endTime: string) =>
    product.call<{ id: number }>(
      employee.token,
      'POST /api/notes',
      buildNoteForm(client.id, { title, workDate: DAY, startTime, endTime, clientSignatureCode: '482913' }),
    );
  await write('The first visit', '09:00', '11:15');
  const second = await write('The second visit', '11:00', '12:00');
  await openAs(page, product, admin, `/management?status=pending&clientId=${client.id}&note=${second.id}`);
  const dialog = page.getByRole('dialog', { name: 'The second visit' });
  const check = `${nameOf(employee)} also has a note from 9:00 AM to 11:15 AM for ${client.contactName}.`;
  await expect(dialog.getByText(check)).toBeVisible();
  await expectAccessible(page);
});
