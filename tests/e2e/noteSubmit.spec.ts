import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { ON_A_PHONE, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { SignedIn } from '#tests/support/helpers/appFixture.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expectAccessible } from './accessible.ts';
import {
  createVisit,
  CODE,
  field,
  fillAndSign,
  fillNote,
  loseFirstAnswer,
  sign,
  signature,
  submit,
  toasted,
  unlock,
} from './noteSteps.ts';

test(
  'an empty submit shows everything that is missing and focuses the first field [5.note.17]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, clientName } = await createVisit(product);
    await openAs(page, product, employee, '/submit');
    // Until the clients have come, the first field that can be filled in is another.
    const client = page.getByRole('combobox', { name: 'Client', exact: true });
    await client.waitFor();
    await submit(page);
    const employeeMissing = 'Please provide your signature before submitting the note.';
    for (const message of [
      'Please select a client',
      'Please select a service',
      'Start time is required',
      'End time is required',
      'Description must be at least 10 characters',
      'Client verification code must be at least 4 characters',
      employeeMissing,
      "Please obtain the client's signature before submitting the note.",
    ]) {
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    }
    await expect(client).toBeFocused();
    await expect(page.getByText('Missing Employee Signature')).toHaveCount(0);
    await expect(page.getByText('10 things are missing or incorrect').filter({ visible: true })).toHaveCount(
      1,
    );
    await expectAccessible(page);

    await fillNote(page, clientName);
    await submit(page);
    await toasted(page, 'Missing Employee Signature', employeeMissing);
    await sign(page, 'Employee');
    await expect(page.getByText('Missing Employee Signature').filter({ visible: true })).toHaveCount(0);
  },
);

test(
  'the edit form counts the units that the note has already deducted once',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { token } = await product.admin();
    const { employee, client } = await createVisit(product, { totalTimeUnits: 192 });
    const write = (workDate: string, startTime: string, endTime: string) =>
      product.call<{ id: number }>(
        employee.token,
        'POST /api/notes',
        buildNoteForm(client.id, { workDate, startTime, endTime, clientSignatureCode: CODE }),
      );
    await write('2026-03-02', '06:00', '22:00');
    await write('2026-03-03', '06:00', '22:00');
    await write('2026-03-04', '06:00', '19:00');
    const note = await write('2026-03-05', '09:00', '11:15');
    const comment = 'Please add who you spoke to at the county.';
    await product.call(token, `PATCH /api/notes/${note.id}/review`, { action: 'return', comment });
    const [stored] = await product.call<Record<string, string>[]>(token, 'GET /api/clients');
    expect(stored).toMatchObject({ totalTimeUnits: '192.00', usedTimeUnits: '189.00' });

    await openAs(page, product, employee, `/submit?note=${note.id}`);
    await expect(page.getByRole('heading', { name: 'Edit note' })).toBeVisible();
    await expect(page).toHaveTitle(/^Edit note/);
    const left = page.getByRole('progressbar');
    await expect(left).toHaveAttribute('aria-valuetext', '3 of 192 units left');
    await expect(signature(page, 'Client')).toContainText('This uses 9 units; 3 will be left.');
    await page.getByLabel('End time').fill('12:30');
    await expect(left).toHaveAttribute('aria-valuetext', '2 units over (192 bought)');
  },
);

test(
  'a client without a signature code is named before the note is written',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, client, clientName } = await createVisit(product, { signatureCode: null });
    const manager = await product.person({ role: 'manager', firstName: 'Ada' });
    await openAs(page, product, employee, '/submit');
    await page
      .getByRole('combobox', { name: 'Client', exact: true })
      .selectOption({ label: `${clientName} · Maria Lopez · no signature code yet` });
    await expect(page.getByText('Maria Lopez has no signature code yet')).toBeVisible();
    await expect(field(page, 'Client verification code')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Verify code' })).toHaveCount(0);
    await expect(signature(page, 'Client')).toContainText('The client can sign once a code is set.');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Ask a manager for a code' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Subject')).toHaveValue(`Signature code for ${clientName}`);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Message sent successfully').first()).toBeVisible();
    const asked = await product.call<{ subject: string }[]>(employee.token, 'GET /api/messages/sent');
    expect(asked.map(({ subject }) => subject)).toEqual([`Signature code for ${clientName}`]);

    await product.call(manager.token, `PUT /api/clients/${client.id}`, { signatureCode: CODE });
    await expect(field(page, 'Client verification code')).toBeVisible();
    await expect(page.getByText('has no signature code yet')).toHaveCount(0);
  },
);

test(
  "a submit without the client's signature shows a toast [5.note.18]",
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, clientName } = await createVisit(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, clientName);
    await sign(page, 'Employee');
    await submit(page);
    const clientMissing = "Please obtain the client's signature before submitting the note.";
    await toasted(page, 'Missing Client Signature', clientMissing);
  },
);

test('a note survives a reload and a lost answer, and is one note in the end [2.submit.2,3 4.draft.4 8.notes.5 10.1.39 10.4.9 R-2]', async ({
  page,
  product,
}) => {
  expectBrowserError(/ERR_FAILED .*\/api\/notes$/);
  const { employee, clientName } = await createVisit(product);
  await openAs(page, product, employee, '/submit');
  await fillNote(page, clientName);
  await expect(page.getByRole('status', { name: 'Time units' })).toContainText('2 h 15 min = 9 units');
  await expect(page.getByRole('status', { name: 'Time units' })).toContainText('ends the next day');
  // It ends past midnight, whenever this runs.
  await expect(page.getByRole('status', { name: 'Time units' })).toContainText('This visit is not over yet.');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '31 of 40 units left');
  await sign(page, 'Employee');
  await unlock(page);
  await sign(page, 'Client');

  await page.reload();
  await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
  await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
  await expect(signature(page, 'Client').getByRole('button', { name: 'Sign again' })).toBeVisible();

  const keys = await loseFirstAnswer(page, 'POST', '**/api/notes');
  await submit(page);
  await expect(page.getByText('Note not sent')).toBeVisible();
  await submit(page);
  await toasted(page, 'Success!', 'Note submitted successfully!');
  expect(keys).toEqual([expect.stringMatching(/^\w{32}$/), keys[0]]);
  await expect(field(page, 'Description')).toHaveValue('');
  await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Not signed yet');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const notes = await product.call<{ timeUnitsUsed: string }[]>(employee.token, 'GET /api/notes/my');
  expect(notes.map((note) => note.timeUnitsUsed)).toEqual(['9.00']);
});

test(
  "the client's pad locks with a wrong code, another code or another client [4.pad.1,2 8.notes.10,11 9.texts.8 10.5.10]",
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, clientName } = await createVisit(product);
    await openAs(page, product, employee, '/submit');
    const asked: unknown[] = [];
    page.on(
      'request',
      (request) => request.url().endsWith('/verify-code') && asked.push(request.postDataJSON()),
    );
    await fillNote(page, clientName);
    await field(page, 'Client verification code').fill('482');
    await field(page, 'Client verification code').press('Enter');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Client verification code must be at least 4 characters' }),
    ).toBeVisible();
    await field(page, 'Client verification code').fill('');
    await field(page, 'Client verification code').pressSequentially('111111');
    expect(asked).toEqual([]);
    await field(page, 'Client verification code').press('Enter');
    await expect(page.getByText('Invalid Code', { exact: true })).toBeVisible();
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Locked');
    await unlock(page);
    const pad = signature(page, 'Client').getByRole('img').or(page.getByText('Tap to sign').last());
    await expect(pad).toBeInViewport({ ratio: 1 });
    // The code is the client's: who holds the phone does not read it.
    await expect(field(page, 'Client verification code')).toHaveCSS('-webkit-text-security', 'disc');
    await sign(page, 'Client');
    await field(page, 'Client verification code').fill('4829');
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Locked');
    await unlockAgain(page);
    expect(asked).toEqual([{ code: '111111' }, { code: CODE }]);
  },
);

test('what is signed does not change under its signatures', ON_A_PHONE, async ({ page, product }) => {
  const { employee, clientName } = await createVisit(product);
  await openAs(page, product, employee, '/submit');
  await fillAndSign(page, clientName);
  const states = [
    signature(page, 'Employee').getByRole('status'),
    signature(page, 'Client').getByRole('status'),
  ];
  const expectStates = async (...wanted: [employee: string, client: string]) => {
    for (const [at, state] of states.entries()) await expect(state).toHaveText(wanted[at] ?? '');
  };
  const again = 'The note changed after it was signed. Please sign again.';
  await page.getByRole('combobox', { name: 'Services' }).selectOption('transitional');
  await expectStates('Signed', 'Signed');
  await page.getByLabel('End time').fill('00:30');
  await toasted(page, 'Both signatures removed', again);
  await expectStates('Not signed yet', 'Not signed yet');
  await sign(page, 'Employee');
  await sign(page, 'Client');
  // The client has signed the time, not the text.
  await field(page, 'Summary').fill('All done, and a little more.');
  await toasted(page, 'Employee signature removed', again);
  await expectStates('Not signed yet', 'Signed');
  await submit(page);
  await toasted(
    page,
    'Missing Employee Signature',
    'Please provide your signature before submitting the note.',
  );
  await sign(page, 'Employee');
  await field(page, 'Client verification code').fill('4829');
  await toasted(page, 'Client signature removed', again);
  await unlockAgain(page);
  await sign(page, 'Client');
  await submit(page);
  await toasted(page, 'Success!', 'Note submitted successfully!');
});

/** The right code typed back: the pad is open, and empty. */
async function unlockAgain(page: Page): Promise<void> {
  await field(page, 'Client verification code').fill(CODE);
  await expect(signature(page, 'Client').getByRole('status')).toHaveText('Not signed yet');
}

test(
  'a draft is saved, saved over, loaded by its address and deleted [1.employees.3 2.submit.7 4.draft.1 5.draft.1 8.notes.1]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, clientName } = await createVisit(product);
    await openAs(page, product, employee, '/submit');
    await fillNote(page, clientName);
    await sign(page, 'Employee');
    await page.getByRole('button', { name: 'Save Draft' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save Draft' }).click();
    await expect(page.getByText('Please enter a name for your draft').first()).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Draft name' }).fill('Kitchen');
    await dialog.getByRole('button', { name: 'Save Draft' }).click();
    await expect(page.getByText('Draft saved').first()).toBeVisible();
    await field(page, 'Description').fill('Cleaned the kitchen and the stairs.');
    await sign(page, 'Employee');
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await dialog.getByRole('button', { name: 'Save over draft' }).click();
    await expect(dialog).toBeHidden();

    const drafts = await product.call<{ id: number; draftName: string }[]>(employee.token, 'GET /api/drafts');
    expect(drafts.map((draft) => draft.draftName)).toEqual(['Kitchen']);
    await page.goto(`${product.url}/icon.svg`);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('form:')) localStorage.removeItem(key);
    });
    await page.goto(`${product.url}/submit?draft=${drafts[0]?.id}`);
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen and the stairs.');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
    await field(page, 'Description').fill('Something else instead.');
    await page.getByRole('button', { name: 'Load Draft' }).click();
    await dialog.getByRole('button', { name: /^Kitchen/ }).click();
    await page
      .getByRole('alertdialog')
      .or(dialog.last())
      .getByRole('button', { name: 'Replace', exact: true })
      .click();
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen and the stairs.');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Load Draft' }).click();
    await dialog.getByRole('button', { name: 'Delete draft Kitchen' }).click();
    await page
      .getByRole('alertdialog')
      .or(dialog.last())
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await expect(page.getByText('No saved drafts found')).toBeVisible();
  },
);

test(
  'an ended session shows a message, opens the login after a while and keeps the text [2.submit.8 8.notes.9]',
  ON_A_PHONE,
  async ({ page, product }) => {
    expectBrowserError(/status of 401/);
    const { employee, clientName } = await createVisit(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, clientName);
    await product.call(employee.token, 'POST /api/auth/logout');
    await submit(page);
    await expect(page.getByText('Please log in again to continue.').first()).toBeVisible();
    await page.waitForURL('**/login');
    const { username } = employee.user;
    const again = { username, password: employee.password };
    const session = await product.call<SignedIn>(null, 'POST /api/auth/login', again);
    await openAs(page, product, session, '/submit');
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
  },
);
