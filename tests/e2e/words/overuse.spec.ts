/** More units than were bought: how that looks, and what the form does when the business does not allow it. */
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { CODE, field, fillAndSign, fillNote, signature, submit } from '#tests/e2e/noteSteps.ts';
import { aClient } from './steps.ts';

const isRed = (color: string) => {
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  return red > 1.5 * green && red > 1.5 * blue;
};

test('more used than bought is red, and the bar stops at 100 percent [10.4.11,19]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await aClient(product, manager, { totalTimeUnits: 4 });
  await product.call(manager.token, 'POST /api/notes', buildNoteForm(client.id));
  await openAs(page, product, manager, '/clients');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: client.contactName }) });
  await expect(card).toContainText('5 units more used than bought');
  const left = card.getByText('-5', { exact: true }).or(card.getByText('−5', { exact: true }));
  // Colours may be written in any colour space: a pixel shows what is seen.
  const ink = await left.evaluate((element) => {
    const canvas = document.createElement('canvas');
    const paint = canvas.getContext('2d');
    if (!paint) return '';
    paint.fillStyle = getComputedStyle(element).color;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data].join(' ');
  });
  expect([ink, isRed(ink)]).toEqual([ink, true]);
  const bar = card.getByRole('progressbar');
  const [whole, filled] = await Promise.all([
    bar.boundingBox(),
    bar.locator(':scope > *').first().boundingBox(),
  ]);
  expect(filled?.width).toBeLessThanOrEqual((whole?.width ?? 0) + 1);
});

test('a note that needs too many units is refused, and the form keeps everything typed [10.4.13]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 409 .*\/api\/notes$/);
  const { token } = await product.admin();
  await product.call(token, 'PUT /api/business', { overusePolicy: 'block' });
  const manager = await product.person({ role: 'manager' });
  const names = { companyName: 'Maple', contactName: 'Maria Lopez' };
  await aClient(product, manager, { ...names, totalTimeUnits: 4, signatureCode: CODE });
  await openAs(page, product, manager, '/submit');
  await fillAndSign(page, 'Maple');
  await submit(page);
  await expect(page.getByText('Not enough units').first()).toBeVisible();
  await expect(page.getByText(/9.00 needed, 4.00 available/).first()).toBeVisible();
  await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
  for (const whose of ['Employee', 'Client']) {
    await expect(signature(page, whose).getByRole('status')).toHaveText('Signed');
  }
  const notes = await product.call<unknown[]>(manager.token, 'GET /api/notes/my');
  expect(notes).toEqual([]);
});

test('a client without a code cannot sign: a manager has to be asked for one [10.5.12]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await aClient(product, manager, { contactName: 'Maria Lopez', signatureCode: '' });
  // Of an employee with one client: managers type the name once there are many.
  const employee = await product.person();
  const assigned = { clientId: client.id, employeeId: employee.user.id };
  await product.call(manager.token, 'POST /api/client-assignments', assigned);
  await openAs(page, product, employee, '/submit');
  await fillNote(page, client.companyName);
  await expect(
    page.getByText('This client has no verification code yet. Ask a manager for one.').first(),
  ).toBeVisible();
  await expect(signature(page, 'Client').getByRole('status')).toHaveText('Locked');
});
