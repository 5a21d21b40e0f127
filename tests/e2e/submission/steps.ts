/** Steps on the note form. */

import type { Locator, Page } from '@playwright/test';
import { CODE, createTeam, expectText, press, questionOf } from '#tests/e2e/steps.ts';
import { expect, openAs, type Product, type SignedIn } from '#tests/support/helpers/appFixture.ts';

export const PHONE = { width: 390, height: 844 };
export const PHONE_SIDEWAYS = { width: 844, height: 390 };

export const clientField = (page: Page) => page.getByRole('combobox', { name: 'Client', exact: true });
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const signature = (page: Page, signer: string) =>
  page.getByRole('group', { name: `${signer} signature` });

export async function drawOn(page: Page, canvas: Locator, waves = 12): Promise<void> {
  // In the middle of the screen no bar or toast covers it.
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  const at = (part: number): [number, number] => [
    box.x + box.width * (0.2 + 0.5 * part),
    box.y + box.height * (0.5 + 0.2 * Math.sin(part * waves)),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1) await page.mouse.move(...at(step / 24));
  await page.mouse.up();
}

/** Signs in the form, or in the full-screen dialog of a phone; `waves` changes the drawing. */
export async function sign(page: Page, signer: string, waves = 12): Promise<void> {
  const group = signature(page, signer);
  const opener = group.getByRole('button', { name: 'Tap to sign' });
  await expect(opener.or(group.getByRole('img'))).toBeVisible();
  if (await opener.isVisible()) {
    await opener.click();
    const dialog = page.getByRole('dialog');
    const isClientSigning = signer === 'Client';
    await expect(dialog).toContainText(isClientSigning ? /I, .+, confirm this visit/ : /I, .+ on /);
    await drawOn(page, dialog.getByRole('img'), waves);
    await dialog.getByRole('button', { name: isClientSigning ? 'Sign' : 'Done', exact: true }).click();
  } else {
    await drawOn(page, group.getByRole('img'), waves);
  }
  await expect(group.getByRole('status')).toHaveText('Signed');
}

export async function fillNote(page: Page, clientName: string): Promise<void> {
  await clientField(page).selectOption({ label: `${clientName} · Maria Lopez` });
  await page.getByRole('combobox', { name: 'Services' }).selectOption('sustaining');
  await page.getByLabel('Start time').fill('22:00');
  await page.getByLabel('End time').fill('00:15');
  await field(page, 'Description').fill('Cleaned the kitchen together.');
  await field(page, 'Research').fill('Read the care plan again.');
  await field(page, 'Summary').fill('All done as it was planned.');
}

/** Empties the fields of the form that count as entered. */
export async function emptyForm(page: Page): Promise<void> {
  for (const label of ['Start time', 'End time']) await page.getByLabel(label).fill('');
  for (const name of ['Description', 'Research', 'Summary']) await field(page, name).fill('');
}

/** Loads a draft in place of what was entered. */
export async function replaceWithDraft(page: Page, draftName: string): Promise<void> {
  await press(page, 'Load Draft');
  await page.getByRole('button', { name: new RegExp(`^${draftName}`) }).click();
  await press(questionOf(page), 'Replace');
  await expectText(page, 'Draft loaded');
}

/** Opens the form as the employee of a new team, filled in up to the signatures; the fields are the client's. */
export async function openFilled(page: Page, product: Product, fields: object = {}) {
  const team = await createTeam(product, fields);
  await openAs(page, product, team.employee, '/submit');
  await fillNote(page, team.client.companyName);
  return team;
}

/** The only note of its author, once it has arrived, as the reader sees it. */
export async function readOnlyNote<Note = Record<string, unknown>>(
  product: Product,
  author: SignedIn,
  reader = author,
): Promise<Note> {
  const list = () => product.call<{ id: number }[]>(author.token, 'GET /api/notes/my');
  await expect.poll(async () => (await list()).length).toBe(1);
  const [row] = await list();
  return product.call(reader.token, `GET /api/notes/${row?.id}`);
}

export async function unlock(page: Page): Promise<void> {
  await field(page, 'Client verification code').fill(CODE);
  await field(page, 'Client verification code').press('Enter');
  await expectText(page, 'Client verification successful. Signature pad is now active.');
}

/** Fills in a whole note and signs it for both, without submitting it. */
export async function fillAndSign(page: Page, clientName: string): Promise<void> {
  await fillNote(page, clientName);
  await sign(page, 'Employee');
  await unlock(page);
  await sign(page, 'Client');
}

export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Note' }).click();

/** Submits the note. @returns the token of its receipt link */
export async function submitForToken(page: Page): Promise<string> {
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/notes'),
  );
  await submit(page);
  return ((await sent).postDataJSON() as { receiptToken: string }).receiptToken;
}

/** Leaves the screen after a submitted note for an empty form. */
export const startNextNote = (page: Page) => page.getByRole('button', { name: 'New note' }).click();

/** Expects a toast with that title and description. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast.getByText(description, { exact: true })).toBeVisible();
}

/** Loses the response of the first request of this method. Returns the idempotency keys as they arrive. */
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
