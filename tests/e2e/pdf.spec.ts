import { readFile } from 'node:fs/promises';
import { expect, DESKTOP_ONLY, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { createVisit, fillAndSign, submit } from './noteSteps.ts';

test('the author takes the signed note as a PDF', DESKTOP_ONLY, async ({ page, product }) => {
  const { employee, clientName } = await createVisit(product);
  await openAs(page, product, employee, '/submit');
  await fillAndSign(page, clientName);
  await submit(page);
  await expect(page.getByText('Note submitted successfully!').first()).toBeVisible();
  const [note] = await product.call<{ id: number }[]>(employee.token, 'GET /api/notes/my');
  await openAs(page, product, employee, `/my-notes?note=${note?.id}`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('link', { name: 'Signed note as PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`note-${note?.id}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});
