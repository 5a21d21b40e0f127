/** Where the capture of a note begins and ends. */

import type { Page } from '@playwright/test';
import { assign, CODE, createClient, createTeam, expectText, press, questionOf } from '#tests/e2e/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  clientField,
  drawOn,
  emptyForm,
  field,
  fillAndSign,
  fillNote,
  replaceWithDraft,
  sign,
  signature,
  submit,
} from './steps.ts';

type Body = {
  captureId: string;
  receiptToken: string;
  capture: { begunAt: string; employeeSignedAt: string; clientSignedAt: string };
};

/** Submits the note in the form. Returns what was sent. */
async function sendNote(page: Page): Promise<Body> {
  const request = page.waitForRequest('**/api/notes');
  await submit(page);
  return (await request).postDataJSON() as Body;
}

async function startForClient(page: Page, { url, otherId }: { url: string; otherId: number }): Promise<void> {
  await page.goto(`${url}/submit?client=${otherId}`);
  await press(questionOf(page), 'Start new note');
  await expect(field(page, 'Description')).toHaveValue('');
}

for (const [when, abandon] of [
  ['the form is emptied', emptyForm],
  ['a draft is loaded', (page: Page) => replaceWithDraft(page, 'Thursday')],
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

test(
  'a loaded draft that is signed on the signing screen keeps its capture and moments when it is sent again [13.offline.28]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 502/);
    const { employee, client } = await createTeam(product);
    const { description: content, clientSignature: _, ...note } = buildNoteForm(client.id);
    const draft = { ...note, draftName: 'Thursday', content, clientSignatureCode: CODE };
    await product.call(employee.token, 'POST /api/drafts', draft);
    await openAs(page, product, employee, '/submit');
    await press(page, 'Load Draft');
    await page.getByRole('button', { name: /^Thursday/ }).click();
    await expectText(page, 'Draft loaded');
    const loadedAt = new Date().toISOString();
    await press(page, 'Verify code');
    await press(page, 'Show to the client');
    await drawOn(page, page.getByRole('dialog').getByRole('img'));
    await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    const signedAt = new Date().toISOString();
    // The server stores the note, and its answer is lost in a proxy.
    await page.route(
      '**/api/notes',
      async (route) => {
        await route.fetch();
        await route.fulfill({ status: 502 });
      },
      { times: 1 },
    );
    const sent: Body[] = [];
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (!response.url().endsWith('/api/notes')) return;
      sent.push(response.request().postDataJSON() as Body);
      statuses.push(response.status());
    });
    const first = await sendNote(page);
    expect(first.capture.begunAt < loadedAt).toBe(true);
    expect(first.capture.employeeSignedAt < loadedAt).toBe(true);
    expect(first.capture.clientSignedAt > loadedAt).toBe(true);
    expect(first.capture.clientSignedAt < signedAt).toBe(true);
    // The form has kept it on the device, which sends it again: the server has it already.
    await expectText(page, 'Sent');
    expect(statuses).toEqual([502, 200]);
    const { captureId, receiptToken, capture } = first;
    const { begunAt, employeeSignedAt, clientSignedAt } = capture;
    expect(sent[1]).toMatchObject({
      captureId,
      receiptToken,
      capture: { begunAt, employeeSignedAt, clientSignedAt },
    });
    expect(await product.call<object[]>(employee.token, 'GET /api/notes/my')).toHaveLength(1);
  },
);

test(
  'the capture of a note that is begun from a link begins with the link [13.offline.28]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, `/submit?client=${client.id}`);
    await expect(clientField(page)).toHaveValue(String(client.id));
    const openedAt = new Date().toISOString();
    await fillAndSign(page, client.companyName);
    const { capture } = await sendNote(page);
    expect(capture.begunAt < openedAt).toBe(true);
    await expectText(page, 'Note submitted successfully!');
  },
);
