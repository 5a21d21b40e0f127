/** The note form: fields, signatures, drafts, and input that survives failures. */

import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/accessible.ts';
import {
  CODE,
  collectRequests,
  createTeam,
  expectAlerts,
  expectText,
  fillFields,
  press,
  pressAndConfirm,
} from '#tests/e2e/steps.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { waitForEncryptedForm } from './offlineSteps.ts';
import {
  clientField,
  expectToast,
  field,
  fillAndSign,
  fillNote,
  loseFirstAnswer,
  sign,
  signature,
  submit,
  unlock,
} from './steps.ts';

const EMPLOYEE_MISSING = 'Please provide your signature before submitting the note.';
const CLIENT_MISSING = "Please obtain the client's signature before submitting the note.";

test(
  'an empty submit shows all that is missing and focuses the first field [5.note.17,18]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    // The client field is the first one that can be filled in once the clients are loaded.
    await clientField(page).waitFor();
    await submit(page);
    await expectAlerts(
      page,
      'Please select a client',
      'Please select a service',
      'Start time is required',
      'End time is required',
      'Description must be at least 10 characters',
      'Client verification code must be at least 4 characters',
      EMPLOYEE_MISSING,
      CLIENT_MISSING,
    );
    await expect(clientField(page)).toBeFocused();
    await expect(page.getByText('Missing Employee Signature')).toHaveCount(0);
    await expect(page.getByText('10 fields are missing or incorrect').filter({ visible: true })).toHaveCount(
      1,
    );
    await expectAccessible(page);

    await fillNote(page, client.companyName);
    await submit(page);
    await expectToast(page, 'Missing Employee Signature', EMPLOYEE_MISSING);
    await sign(page, 'Employee');
    await expect(page.getByText('Missing Employee Signature').filter({ visible: true })).toHaveCount(0);
    await submit(page);
    await expectToast(page, 'Missing Client Signature', CLIENT_MISSING);
  },
);

test(
  'the edit form counts the units that the note has already deducted once',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, manager, note } = await createTeam(product, { totalTimeUnits: 192 });
    for (const [workDate, startTime, endTime] of [
      ['2026-03-02', '06:00', '22:00'],
      ['2026-03-03', '06:00', '22:00'],
      ['2026-03-04', '06:00', '19:00'],
    ])
      await note({ workDate, startTime, endTime });
    const { id } = await note({ workDate: '2026-03-05' });
    const comment = 'Please add who you spoke to at the county.';
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'return', comment });
    const [stored] = await product.call<object[]>(manager.token, 'GET /api/clients');
    expect(stored).toMatchObject({ totalTimeUnits: '192.00', usedTimeUnits: '189.00' });

    await openAs(page, product, employee, `/submit?note=${id}`);
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
  'a client without a signature code is named before the note is written [10.5.12]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, manager, client } = await createTeam(product, { signatureCode: null });
    await openAs(page, product, employee, '/submit');
    await clientField(page).selectOption({
      label: `${client.companyName} · Maria Lopez · no signature code yet`,
    });
    await expect(page.getByText('Maria Lopez has no signature code yet')).toBeVisible();
    await expect(field(page, 'Client verification code')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Verify code' })).toHaveCount(0);
    await expect(signature(page, 'Client')).toContainText('The client can sign once a code is set.');
    await expectAccessible(page);

    await press(page, 'Ask a manager for a code');
    const subject = `Signature code for ${client.companyName}`;
    await expect(page.getByRole('dialog').getByLabel('Subject')).toHaveValue(subject);
    await press(page.getByRole('dialog'), 'Send');
    await expectText(page, 'Message sent successfully');
    const messages = await product.call<object[]>(employee.token, 'GET /api/messages/sent');
    expect(messages).toMatchObject([{ subject }]);
    await product.call(manager.token, `PUT /api/clients/${client.id}`, { signatureCode: CODE });
    await expect(field(page, 'Client verification code')).toBeVisible();
    await expect(page.getByText('has no signature code yet')).toHaveCount(0);
  },
);

test('a note survives a reload and a lost response, and is stored once [2.submit.2,3 4.draft.4 8.notes.5 10.1.39 10.4.9 R-2]', async ({
  page,
  product,
}) => {
  expectBrowserError(/ERR_FAILED .*\/api\/notes$/);
  const { employee, client } = await createTeam(product);
  await openAs(page, product, employee, '/submit');
  await fillNote(page, client.companyName);
  const units = page.getByRole('status', { name: 'Time units' });
  // The visit ends after midnight, so it is never in the past.
  for (const text of ['2 h 15 min = 9 units', 'ends the next day', 'This visit is not over yet.'])
    await expect(units).toContainText(text);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '31 of 40 units left');
  await sign(page, 'Employee');
  await unlock(page);
  await sign(page, 'Client');

  await waitForEncryptedForm(page);
  await page.reload();
  await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
  await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
  await expect(signature(page, 'Client').getByRole('button', { name: 'Sign again' })).toBeVisible();
  const keys = await loseFirstAnswer(page, 'POST', '**/api/notes');
  await submit(page);
  await expectText(page, 'Sent');
  await expect.poll(() => keys.length).toBe(2);
  expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
  await press(page, 'New note');
  await expect(field(page, 'Description')).toHaveValue('');
  await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Not signed yet');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const notes = await product.call<object[]>(employee.token, 'GET /api/notes/my');
  expect(notes).toMatchObject([{ timeUnitsUsed: '9.00' }]);
});

test(
  'the pad of the client locks when the code is wrong or changes [4.pad.1,2 8.notes.10,11 9.texts.8 10.5.10]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    const calls = collectRequests(page, ({ pathname }) => pathname.endsWith('/verify-code'));
    const code = field(page, 'Client verification code');
    const status = signature(page, 'Client').getByRole('status');
    await fillNote(page, client.companyName);
    await code.fill('482');
    await code.press('Enter');
    await expectAlerts(page, 'Client verification code must be at least 4 characters');
    await code.fill('');
    await code.pressSequentially('111111');
    expect(calls).toHaveLength(0);
    await code.press('Enter');
    await expectText(page, 'Invalid Code');
    await expect(status).toHaveText('Locked');
    await unlock(page);
    const pad = signature(page, 'Client').getByRole('img').or(page.getByText('Tap to sign').last());
    await expect(pad).toBeInViewport({ ratio: 1 });
    // Only the client knows the code: the employee who holds the phone cannot read it.
    await expect(code).toHaveCSS('-webkit-text-security', 'disc');
    await sign(page, 'Client');
    await code.fill('4829');
    await expect(status).toHaveText('Locked');
    await unlockAgain(page);
    expect(calls).toHaveLength(2);
  },
);

test('a change after signing removes the signatures that cover it', LONG_RUN, async ({ page, product }) => {
  const { employee, client } = await createTeam(product);
  await openAs(page, product, employee, '/submit');
  await fillAndSign(page, client.companyName);
  const expectStatus = async (employeeStatus: string, clientStatus: string) => {
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText(employeeStatus);
    await expect(signature(page, 'Client').getByRole('status')).toHaveText(clientStatus);
  };
  const again = 'The note changed after it was signed. Please sign again.';
  // The units follow from the service.
  await page.getByRole('combobox', { name: 'Services' }).selectOption('transitional');
  await expectStatus('Not signed yet', 'Not signed yet');
  await sign(page, 'Employee');
  await sign(page, 'Client');
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('high');
  await expectStatus('Signed', 'Signed');
  await page.getByLabel('End time').fill('00:30');
  await expectToast(page, 'Both signatures removed', again);
  await expectStatus('Not signed yet', 'Not signed yet');
  await sign(page, 'Employee');
  await sign(page, 'Client');
  await field(page, 'Research').fill('Read the care plan twice.');
  await expectToast(page, 'Employee signature removed', again);
  await expectStatus('Not signed yet', 'Signed');
  await sign(page, 'Employee');
  // The client reads description and summary on the signing screen.
  await field(page, 'Summary').fill('All done, and a little more.');
  await expectToast(page, 'Both signatures removed', again);
  await expectStatus('Not signed yet', 'Not signed yet');
  await sign(page, 'Client');
  await submit(page);
  await expectToast(page, 'Missing Employee Signature', EMPLOYEE_MISSING);
  await sign(page, 'Employee');
  await field(page, 'Client verification code').fill('4829');
  await expectToast(
    page,
    'Client signature removed',
    'The verification code was changed. Enter it again, then sign.',
  );
  await unlockAgain(page);
  await sign(page, 'Client');
  await submit(page);
  await expectToast(page, 'Success!', 'Note submitted successfully!');
});

/** Types the right code again, which opens an empty pad. */
async function unlockAgain(page: Page): Promise<void> {
  await field(page, 'Client verification code').fill(CODE);
  await expect(signature(page, 'Client').getByRole('status')).toHaveText('Not signed yet');
}

test(
  'a draft is saved, updated, loaded without the signature of the client, and deleted [1.employees.3 2.submit.7 4.draft.1,2,3 5.draft.1 8.notes.1]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    const dialog = page.getByRole('dialog');
    await press(page, 'Save Draft');
    await press(dialog, 'Save Draft');
    await expectText(page, 'Please enter a name for your draft');
    await fillFields(dialog, { 'Draft name': 'Kitchen' });
    await press(dialog, 'Save Draft');
    await expectText(page, 'Draft saved');
    await field(page, 'Description').fill('Cleaned the kitchen and the stairs.');
    await sign(page, 'Employee');
    await press(page, 'Save Draft');
    await press(dialog, 'Save over draft');
    await expect(dialog).toBeHidden();

    const drafts = await product.call<{ id: number }[]>(employee.token, 'GET /api/drafts');
    expect(drafts).toMatchObject([{ draftName: 'Kitchen' }]);
    // Without the stored form state the draft is all that there is.
    await page.goto(`${product.url}/icon.svg`);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('form:')) localStorage.removeItem(key);
      sessionStorage.clear();
      indexedDB.deleteDatabase('sealed');
    });
    await page.goto(`${product.url}/submit?draft=${drafts[0]?.id}`);
    const description = field(page, 'Description');
    await expect(description).toHaveValue('Cleaned the kitchen and the stairs.');
    await expect(page.getByLabel('Start time')).toHaveValue('22:00');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
    await expect(signature(page, 'Client').getByRole('status')).not.toHaveText('Signed');
    await description.fill('Something else instead.');
    await press(page, 'Load Draft');
    await pressAndConfirm(page, dialog.getByRole('button', { name: /^Kitchen/ }), 'Replace');
    await expect(description).toHaveValue('Cleaned the kitchen and the stairs.');
    await expect(dialog).toBeHidden();
    await press(page, 'Load Draft');
    await pressAndConfirm(page, 'Delete draft Kitchen', 'Delete');
    await expectText(page, 'Draft deleted', 'No saved drafts found');
  },
);

test(
  'a session that ends before the submit leads to the login and keeps the note [2.submit.8 8.notes.9]',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/status of 401/);
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    await product.call(employee.token, 'POST /api/auth/logout');
    await submit(page);
    await expectText(page, 'Please log in again to continue.');
    await page.waitForURL('**/login');
    const { username } = employee.user;
    const credentials = { username, password: employee.password };
    const session = await product.call<SignedIn>(null, 'POST /api/auth/login', credentials);
    await openAs(page, product, session, '/submit');
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Signed');
  },
);

test(
  'the form is as wide empty as filled in, also while it loads [2.submit.10]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    const widths = new Set<number>();
    await page.exposeFunction('recordWidth', (width: number) => widths.add(width));
    await page.addInitScript(() => {
      const record = (globalThis as unknown as { recordWidth: (width: number) => void }).recordWidth;
      const measure = () => {
        const form = document.querySelector('form#new-note');
        if (form) record(form.getBoundingClientRect().width);
        requestAnimationFrame(measure);
      };
      measure();
    });
    await openAs(page, product, employee, '/submit');
    await expect(field(page, 'Description')).toBeVisible();
    await fillNote(page, client.companyName);
    await field(page, 'Description').fill('a long description '.repeat(40));
    await sign(page, 'Employee');
    expect([...widths]).toEqual([768]);
  },
);
