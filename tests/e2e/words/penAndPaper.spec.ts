/** What is stored of a signature, and how high a list opens over a form. */
import { PNG } from 'pngjs';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { createVisit, fillAndSign, submit } from '#tests/e2e/noteSteps.ts';
import { aClient, expectText } from './steps.ts';

test('a signature is stored as 400 by 128 pixels of dark ink on white [9.pictures.1]', async ({
  page,
  product,
}) => {
  // Of an employee with one client: managers type the name once there are many.
  const { employee, clientName } = await createVisit(product);
  await openAs(page, product, employee, '/submit');
  await fillAndSign(page, clientName);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/notes'),
  );
  await submit(page);
  const body = (await sent).postDataJSON() as Record<'employeeSignature' | 'clientSignature', string>;
  await expectText(page, 'Note submitted successfully!');
  for (const picture of [body.employeeSignature, body.clientSignature]) {
    const png = PNG.sync.read(Buffer.from(picture.replace('data:image/png;base64,', ''), 'base64'));
    expect([png.width, png.height]).toEqual([400, 128]);
    expect([...png.data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    expect(png.data.some((value) => value < 60)).toBe(true);
  }
});

test('a list to choose from is at most 16rem high [9.counts.12]', async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  const worker = await product.person({ firstName: uniqueName('Eve') });
  for (let made = 0; made < 12; made += 1) await aClient(product, manager);
  await openAs(page, product, manager, `/profile/${worker.user.id}`);
  await page.getByRole('button', { name: 'Assign Client' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^Client/ })
    .click();
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).not.toHaveCount(0);
  const rem = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const box = await list.boundingBox();
  expect(box?.height).toBeGreaterThan(8 * rem);
  expect(box?.height).toBeLessThanOrEqual(16 * rem + 2);
});
