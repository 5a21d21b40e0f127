/** What a person does on the note form. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

/** The signature code of the clients in these tests. */
export const CODE = '482913';

/** An employee with one client, of 40 units unless the fields change it. */
export async function createVisit(
  product: Product,
  fields: { totalTimeUnits?: number; signatureCode?: string | null } = {},
): Promise<{
  employee: SignedIn;
  client: { id: number };
  clientName: string;
}> {
  const { token } = await product.admin();
  const employee = await product.person({ firstName: 'Ben' });
  const clientName = uniqueName('Maple');
  const form = {
    companyName: clientName,
    contactName: 'Maria Lopez',
    totalTimeUnits: 40,
    signatureCode: CODE,
    ...fields,
  };
  const client = await product.call<{ id: number }>(token, 'POST /api/clients', form);
  const assigned = { clientId: client.id, employeeId: employee.user.id };
  await product.call(token, 'POST /api/client-assignments', assigned);
  return { employee, client, clientName };
}

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const signature = (page: Page, whose: string) =>
  page.getByRole('group', { name: `${whose} signature` });

export async function drawOn(page: Page, canvas: Locator): Promise<void> {
  // In the middle of the screen no bar and no toast lies over it.
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  const at = (part: number): [number, number] => [
    box.x + box.width * (0.2 + 0.5 * part),
    box.y + box.height * (0.5 + 0.2 * Math.sin(part * 12)),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1) await page.mouse.move(...at(step / 24));
  await page.mouse.up();
}

/** Signs in place, or on the whole screen of a phone. */
export async function sign(page: Page, whose: string): Promise<void> {
  const group = signature(page, whose);
  const opener = group.getByRole('button', { name: 'Tap to sign' });
  await expect(opener.or(group.getByRole('img'))).toBeVisible();
  if (await opener.isVisible()) {
    await opener.click();
    await expect(page.getByRole('dialog')).toContainText(/I, .+ on /);
    await drawOn(page, page.getByRole('dialog').getByRole('img'));
    await page.getByRole('button', { name: 'Done' }).click();
  } else {
    await drawOn(page, group.getByRole('img'));
  }
  await expect(group.getByRole('status')).toHaveText('Signed');
}

export async function fillNote(page: Page, clientName: string): Promise<void> {
  await page
    .getByRole('combobox', { name: 'Client', exact: true })
    .selectOption({ label: `${clientName} · Maria Lopez` });
  await page.getByRole('combobox', { name: 'Services' }).selectOption('sustaining');
  await page.getByLabel('Start time').fill('22:00');
  await page.getByLabel('End time').fill('00:15');
  await field(page, 'Description').fill('Cleaned the kitchen together.');
  await field(page, 'Research').fill('Read the care plan again.');
  await field(page, 'Summary').fill('All done as it was planned.');
}

export async function unlock(page: Page): Promise<void> {
  await field(page, 'Client verification code').fill(CODE);
  await field(page, 'Client verification code').press('Enter');
  await expect(
    page.getByText('Client verification successful. Signature pad is now active.').first(),
  ).toBeVisible();
}

/** A whole note of this visit, signed by both, up to its last button. */
export async function fillAndSign(page: Page, clientName: string): Promise<void> {
  await fillNote(page, clientName);
  await sign(page, 'Employee');
  await unlock(page);
  await sign(page, 'Client');
}

export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Note' }).click();

/** Expects a toast with that title and description. */
export async function toasted(page: Page, title: string, description: string): Promise<void> {
  const toast = page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

/** The first request of this method is served and its answer lost. Answers the idempotency keys, as they come. */
export async function loseFirstAnswer(page: Page, method: string, url: string): Promise<string[]> {
  const keys: string[] = [];
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return keys;
}
