/** Where the capture of a note begins and ends. */
import type { Page } from '@playwright/test';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { field, fillAndSign, fillNote, sign, submit } from './noteSteps.ts';
import { assign, CODE, createClient, createTeam, expectText, press, questionOf } from './steps.ts';

type Body = { captureId: string; receiptToken: string; capture: { begunAt: string } };

/** Submits the note in the form. Returns what was sent. */
async function sendNote(page: Page): Promise<Body> {
  const request = page.waitForRequest('**/api/notes');
  await submit(page);
  return (await request).postDataJSON() as Body;
}

async function emptyForm(page: Page): Promise<void> {
  for (const label of ['Start time', 'End time']) await page.getByLabel(label).fill('');
  for (const name of ['Description', 'Research', 'Summary']) await field(page, name).fill('');
}

async function loadDraft(page: Page): Promise<void> {
  await press(page, 'Load Draft');
  await page.getByRole('button', { name: /^Thursday/ }).click();
  await press(questionOf(page), 'Replace');
  await expectText(page, 'Draft loaded');
}

async function startForClient(page: Page, { url, otherId }: { url: string; otherId: number }): Promise<void> {
  await page.goto(`${url}/submit?client=${otherId}`);
  await press(questionOf(page), 'Start new note');
  await expect(field(page, 'Description')).toHaveValue('');
}

for (const [when, abandon] of [
  ['the form is emptied', emptyForm],
  ['a draft is loaded', loadDraft],
  ['a note for another client is begun', startForClient],
] as const) {
  test(`a new capture begins when ${when} [13.offline.20]`, LONG_ON_DESKTOP, async ({ page, product }) => {
    allowBrowserError(/status of 409/);
    const { manager, employee, client } = await createTeam(product);
    const other = await createClient(product, manager);
    await assign(product, manager, other, employee);
    await product.call(employee.token, 'POST /api/drafts', { draftName: 'Thursday', content: 'Cleaned.' });
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    const refusal = { status: 409, json: { code: 'client_inactive', message: 'The client is inactive.' } };
    await page.route('**/api/notes', (route) => route.fulfill(refusal), { times: 1 });
    const first = await sendNote(page);
    await expect(page.getByText(/The client is inactive\./).first()).toBeVisible();
    const abandonedAt = new Date().toISOString();
    await abandon(page, { url: product.url, otherId: other.id });
    await fillNote(page, client.companyName);
    await sign(page, 'Employee');
    // Without waiting for a message: this page may have verified it before.
    await field(page, 'Client verification code').fill(CODE);
    await field(page, 'Client verification code').press('Enter');
    await sign(page, 'Client');
    const second = await sendNote(page);
    expect(second.captureId).not.toBe(first.captureId);
    expect(second.receiptToken).not.toBe(first.receiptToken);
    expect(second.capture.begunAt > abandonedAt).toBe(true);
    await expect(page.getByRole('heading', { name: /^Submitted/ })).toBeVisible();
  });
}
