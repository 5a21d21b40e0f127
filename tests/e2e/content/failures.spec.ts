/** Messages to users when a request fails or the server refuses it: one for each action. */

import type { Locator, Page, Route } from '@playwright/test';
import {
  choose,
  createClient,
  createNote,
  createTeam,
  dialogOf,
  expectAlerts,
  expectText,
  fieldOf,
  fillFields,
  logIn,
  nameOf,
  openTab,
  press,
  pressAndConfirm,
  questionOf,
  sendMessage,
} from '#tests/e2e/steps.ts';
import { field, fillAndSign, fillNote, sign, submit, unlock } from '#tests/e2e/submission/steps.ts';
import { fillAdmin, fillRegistration, registerBusiness } from '#tests/e2e/subscription/steps.ts';
import { buildPng, buildTxt } from '#tests/support/factories/files.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  expect,
  openAs,
  startBuiltProduct,
  test,
  type Product,
  type SignedIn,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const file = (name: string, buffer: Buffer, mimeType = 'text/plain') => ({ name, mimeType, buffer });
const answer500 = (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: 'broken' });

/** Lets all writes of the page fail, until the returned function is called; reads succeed. */
async function breakWrites(page: Page): Promise<() => Promise<void>> {
  expectBrowserError(/status of 500/);
  const handle = (route: Route) => (route.request().method() === 'GET' ? route.fallback() : answer500(route));
  await page.route('**/api/**', handle);
  return () => page.unroute('**/api/**', handle);
}

/** Lets the reads of an address fail, until the returned function is called. */
async function breakReads(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  expectBrowserError(/status of 500/);
  await page.route(address, answer500);
  return () => page.unroute(address, answer500);
}

/** Sends an open form, expects the error and closes the form. */
async function expectFormFails(form: Locator, button: string, error: string): Promise<void> {
  await press(form, button);
  await expectText(form.page(), error);
  await press(form, 'Cancel');
  await expect(form).toBeHidden();
}

/** Confirms an action and expects the error. */
async function expectActionFails(page: Page, button: string, confirm: string, error: string): Promise<void> {
  await pressAndConfirm(page, button, confirm);
  await expectText(page, error);
}

/** Types the name of an option into a combobox and chooses it. */
async function pick(form: Locator, label: string, name: string): Promise<void> {
  await form.getByRole('combobox', { name: new RegExp(`^${label}`) }).fill(name);
  await form.page().getByRole('option', { name }).click();
}

/** A team whose client has a service and a document. */
async function createFullTeam(product: Product) {
  const team = await createTeam(product);
  const path = `POST /api/clients/${team.client.id}`;
  await product.call(team.manager.token, `${path}/services`, { serviceName: 'Respite' });
  const record = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };
  await product.call(team.manager.token, `${path}/documents`, record);
  return team;
}

test('each failed action on clients shows its own message [8.clients.2]', async ({ page, product }) => {
  const { manager, employee, client } = await createFullTeam(product);
  const other = await product.person({ firstName: 'Ida' });
  await openAs(page, product, manager, `/clients/${client.id}/units`);
  await expect(page.getByText('Time Units Tracking')).toBeVisible();
  await breakWrites(page);

  await press(page, 'Edit Units');
  await fillFields(dialogOf(page, 'Edit Units'), { 'Total Time Units': '50' });
  await expectFormFails(dialogOf(page, 'Edit Units'), 'Update Units', 'Failed to update time units');
  await openTab(page, 'Overview');
  await press(page, 'Assign Employee');
  await pick(dialogOf(page, 'Assign Employee'), 'Employee', nameOf(other));
  await expectFormFails(dialogOf(page, 'Assign Employee'), 'Assign Employee', 'Failed to assign employee');
  await expectActionFails(page, `Remove ${nameOf(employee)}`, 'Remove', 'Failed to remove assignment');
  await openTab(page, 'Authorizations');
  await press(page, 'Add Service');
  await fillFields(dialogOf(page, 'Add Service'), { Service: 'Transitional' });
  await expectFormFails(dialogOf(page, 'Add Service'), 'Add Service', 'Failed to add service');
  await expectActionFails(page, 'Remove Respite', 'Remove', 'Failed to remove service');
  await openTab(page, 'Documents');
  await expectActionFails(page, 'Delete plan.pdf', 'Delete', 'Failed to delete document');
  await press(page, 'Upload Document');
  const upload = dialogOf(page, 'Upload Document');
  await upload.locator('input[type=file]').setInputFiles(file('note.txt', buildTxt()));
  await expectFormFails(upload, 'Upload Document', 'Failed to upload document');

  await page.goto(`${product.url}/clients`);
  await press(page, 'Edit Maria Lopez');
  await fillFields(dialogOf(page, 'Edit Client'), { Phone: '555 0177' });
  await expectFormFails(dialogOf(page, 'Edit Client'), 'Update Client', 'Failed to update client');
  await expectActionFails(page, 'Delete Maria Lopez', 'Delete', 'Failed to delete client');
  await press(page, 'Add Client');
  await fillFields(dialogOf(page, 'Add New Client'), { 'Client ID': 'HH-9', 'Contact Name': 'Sam Reed' });
  await expectFormFails(dialogOf(page, 'Add New Client'), 'Create Client', 'Failed to create client');
});

test('each failed action on a profile shows its own message [8.clients.14 8.messages.2]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await createTeam(product);
  const free = await createClient(product, manager);
  await openAs(page, product, manager, `/profile/${employee.user.id}`);
  const menu = `Actions for ${client.contactName}`;
  await expect(page.getByRole('button', { name: menu })).toBeVisible();
  const repair = await breakReads(page, '**/api/users/*/password');
  await press(page, 'Show password');
  await expectText(page, 'Failed to fetch password');
  await repair();
  await breakWrites(page);
  await press(page, 'Reset Password');
  await expectFormFails(
    dialogOf(page, /^Reset the password of/),
    'Reset Password',
    'Failed to reset password',
  );
  await press(page, 'Edit Profile');
  const edit = dialogOf(page, 'Edit Profile');
  await fillFields(edit, { Bio: 'Ten years of nights.' });
  await expectFormFails(edit, 'Save Changes', 'Failed to update profile');
  await press(page, 'Assign Client');
  await pick(dialogOf(page, 'Assign Client'), 'Client', free.companyName);
  await expectFormFails(dialogOf(page, 'Assign Client'), 'Assign Client', 'Failed to assign client');
  await choose(page, menu, 'Edit Client Info');
  const information = dialogOf(page, 'Edit Client Information');
  await fillFields(information, { Phone: '555 0200' });
  await expectFormFails(information, 'Save Changes', 'Failed to update client information');
  await choose(page, menu, 'Remove Assignment');
  await press(questionOf(page), 'Remove Assignment');
  await expectText(page, 'Failed to remove client assignment');
  await press(page, 'Send Message');
  await fillFields(dialogOf(page, 'Send Message'), { Subject: 'Friday', Message: 'The early visit?' });
  await expectFormFails(dialogOf(page, 'Send Message'), 'Send', 'Failed to send message');
  await page.goto(`${product.url}/profile`);
  await press(page, 'Edit Profile');
  await edit.getByLabel('Profile picture').setInputFiles(file('me.png', buildPng(200), 'image/png'));
  await expectText(page, 'Failed to upload profile picture');
});

test('each failed action on notes and drafts shows its own message [5.note.17,18 5.draft.1 8.notes.2,10,12]', async ({
  page,
  product,
}) => {
  const { employee, client, note } = await createTeam(product);
  await product.call(employee.token, 'POST /api/drafts', { draftName: 'Kitchen' });
  const { title } = await note({ title: 'Visit' });
  await openAs(page, product, employee, '/submit');
  await fillNote(page, client.companyName);
  await submit(page);
  await expectText(page, 'Missing Employee Signature');
  await sign(page, 'Employee');
  await submit(page);
  await expectText(
    page,
    'Missing Client Signature',
    "Please obtain the client's signature before submitting the note.",
  );
  await unlock(page);
  await expectText(page, 'Code Verified');
  await sign(page, 'Client');
  const repair = await breakWrites(page);
  await submit(page);
  await expectText(page, 'Failed to submit note. Please try again.');
  await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
  await press(page, 'Save Draft');
  const save = page.getByRole('dialog');
  await press(save, 'Save Draft');
  await expectText(page, 'Please enter a name for your draft');
  await fillFields(save, { 'Draft name': 'Stairs' });
  await press(save, 'Save Draft');
  await expectText(page, 'Failed to save draft');
  await press(save, 'Close');
  await press(page, 'Load Draft');
  await expectActionFails(page, 'Delete draft Kitchen', 'Delete', 'Failed to delete draft');
  await repair();
  await pressAndConfirm(page, 'Delete draft Kitchen', 'Delete');
  await expectText(page, 'Draft deleted');

  await page.goto(`${product.url}/my-notes`);
  await breakWrites(page);
  await expectActionFails(page, `Delete ${title}`, 'Delete', 'Failed to delete note');
  await breakReads(page, /\/api\/notes\/my\?/);
  await page.reload();
  await expectText(page, 'Failed to fetch notes');
});

test('each failed action of a manager shows its own message [8.notes.12,13 8.resources.1 8.messages.4 8.announcements.2]', async ({
  page,
  product,
}) => {
  const { manager, employee, note } = await createTeam(product);
  await note({ title: 'Visit' });
  await product.call(manager.token, 'POST /api/announcements', {
    title: 'Meeting',
    content: 'At nine.',
    type: 'meeting',
    priority: 'low',
  });
  const { id } = await sendMessage(product, employee, manager);
  await openAs(page, product, manager, '/management?status=pending');
  await breakWrites(page);
  await press(page, 'Approve Visit');
  await expectFormFails(dialogOf(page, 'Approve note'), 'Approve', 'Failed to approve note');
  await press(page, 'Deny Visit');
  await fillFields(dialogOf(page, 'Deny note'), { 'Reason for denial': 'Twice.' });
  await expectFormFails(dialogOf(page, 'Deny note'), 'Deny', 'Failed to deny note');

  await page.goto(`${product.url}/management?action=add`);
  const add = dialogOf(page, 'Add New Employee');
  const account = { Username: uniqueName('noor'), Password: 'secret enough' };
  await fillFields(add, { 'First Name': 'Noor', 'Last Name': 'Haddad', ...account });
  await expectFormFails(add, 'Add Employee', 'Failed to add employee.');

  await page.goto(`${product.url}/management?view=resources`);
  await press(page, 'Add Resource');
  const resource = dialogOf(page, 'Add Resource');
  await resource.locator('input[type=file]').setInputFiles(file('note.txt', buildTxt()));
  await fillFields(resource, { Title: 'Handbook' });
  await press(resource, 'Upload Resource');
  await expectText(page, 'Failed to upload resource', 'Error');
  await resource.getByText('Add URL').click();
  await fillFields(resource, { 'File URL': 'https://example.com/forms' });
  await expectFormFails(resource, 'Add Resource', 'Failed to add resource');

  await page.goto(`${product.url}/announcements`);
  await press(page, 'Edit Meeting');
  await fillFields(page.getByRole('dialog'), { Title: 'Meeting moved' });
  await expectFormFails(page.getByRole('dialog'), 'Update Announcement', 'Failed to update announcement');
  await expectActionFails(page, 'Delete Meeting', 'Delete', 'Failed to delete announcement');
  await page.goto(`${product.url}/mail?message=${id}`);
  await expectActionFails(page, 'Delete message', 'Delete', 'Failed to delete message. Please try again.');

  await breakReads(page, /\/api\/management\/(notes\?|stats)/);
  await page.goto(`${product.url}/management`);
  await expectText(page, 'Failed to fetch notes', 'Failed to fetch stats');
});

test('failed registrations show an error and what to do [8.registration.1,2,3]', async ({
  page,
  product,
}) => {
  const advice = 'Please check your information and try again.';
  await fillRegistration(page, product);
  await breakWrites(page);
  await press(page, 'Register business');
  await expectText(page, 'Registration failed', advice);
  await page.goto(`${product.url}/register-admin`);
  const business = { 'Business name': 'Harbor Care', 'Business email': 'office@harbor.example' };
  await fillFields(page, { ...business, 'Employee count': '6-20' });
  await fillAdmin(page);
  await press(page, 'Create administrator');
  await expectText(page, 'Admin registration failed', advice);
});

test('the reason of the server replaces the general message [8.notes.21 8.clients.4]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 404 .*\/api\/clients\/\d+$/);
  const manager = await product.person({ role: 'manager' });
  const { id, contactName } = await createClient(product, manager);
  // Without the event stream the page does not notice that the client was deleted.
  expectBrowserError(/ERR_FAILED .*\/api\/events/);
  await page.route('**/api/events*', (route) => route.abort());
  await openAs(page, product, manager, '/clients');
  await press(page, `Edit ${contactName}`);
  await expect(fieldOf(dialogOf(page, 'Edit Client'), 'Phone')).toBeVisible();
  await product.call(manager.token, `DELETE /api/clients/${id}`);
  await fillFields(dialogOf(page, 'Edit Client'), { Phone: '555 0177' });
  await press(dialogOf(page, 'Edit Client'), 'Update Client');
  await expectText(page, 'This client does not exist.');
  await expect(page.getByText(/^Failed to update client/)).toHaveCount(0);
});

/** Fills the form that sends a message to a user from the profile, and changes something before it is sent. */
async function sendAfter(page: Page, change: () => Promise<unknown>): Promise<Locator> {
  await press(page, 'Send Message');
  const form = dialogOf(page, 'Send Message');
  await fillFields(form, { Subject: 'Friday', Message: 'The early visit?' });
  await change();
  await press(form, 'Send');
  return form;
}

test('a message to a user who was deactivated shows the reason and keeps the text [8.messages.2]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 4\d\d .*\/api\/messages$/);
  const manager = await product.person({ role: 'manager' });
  const eve = await product.person();
  await openAs(page, product, manager, `/profile/${eve.user.id}`);
  const form = await sendAfter(page, () =>
    product.call(manager.token, `PUT /api/users/${eve.user.id}/profile`, { status: 'inactive' }),
  );
  await expectText(page, `${nameOf(eve)} is no longer active and cannot receive messages.`);
  await expect(fieldOf(form, 'Subject')).toHaveValue('Friday');
});

test('a session that ends while a message is written leads to the login [8.messages.1]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 401 .*\/api\/messages$/);
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager, `/profile/${(await product.person()).user.id}`);
  await sendAfter(page, () => product.call(manager.token, 'POST /api/auth/logout'));
  await expectText(page, 'Session Expired', 'Please log in again to send messages');
  await page.waitForURL('**/login');
});

test('too many logins and registrations show the message of the server [8.auth.1 8.registration.1]', async ({
  page,
}) => {
  expectBrowserError(/status of 429 .*\/api\/auth\/login/, /status of 429 .*\/api\/auth\/register-business/);
  const { product, stop } = await startBuiltProduct({ RATE_LIMITS: 'on' });
  try {
    const exhaust = async (path: string, body: () => object) => {
      let status = 0;
      while (status !== 429) {
        const response = await page.request.post(`${product.url}${path}`, { data: body() });
        status = response.status();
      }
    };
    const credentials = { username: uniqueName('unknown'), password: 'wrong password' };
    await exhaust('/api/auth/login', () => credentials);
    await logIn(page, product, credentials);
    await expectAlerts(page, 'Too many failed attempts to log in. Please wait a while.');
    await exhaust('/api/auth/register-business', () => ({
      phone: '555 0100',
      address: '1 Main Street',
      name: uniqueName('Agency'),
      email: `${uniqueName('office')}@later.example`,
    }));
    await fillRegistration(page, product);
    await press(page, 'Register business');
    await expectText(page, 'Registration failed', 'Too many attempts. Please wait a while.');
  } finally {
    await stop();
  }
});

test('an overloaded server shows its message at login, a broken one counts as a failed login [8.auth.1]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 503 .*\/api\/auth\/login/, /status of 502 .*\/api\/auth\/login/);
  const message = 'Too many logins at once. Please try again.';
  const json = { code: 'busy', message, requestId: 'r' };
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, json }));
  const credentials = { username: 'anyone', password: 'wrong password' };
  await logIn(page, product, credentials);
  await expectAlerts(page, message);
  await page.unroute('**/api/auth/login');
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await logIn(page, product, credentials);
  await expectAlerts(page, 'Invalid username or password');
});

test('a business that already has an administrator gets no second one [8.registration.3]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 4\d\d .*\/api\/auth\/create-admin-for-business/);
  await registerBusiness(page, product);
  await page.waitForURL('**/subscribe');
  const businessId = await page.evaluate(
    () => (JSON.parse(sessionStorage.getItem('pending_business') ?? '{}') as { id: number }).id,
  );
  await page.goto(`${product.url}/register-admin?businessId=${businessId}`);
  await expect(page.getByLabel('Business name')).not.toBeEditable();
  await fillAdmin(page);
  const names = { firstName: 'Ada', lastName: 'Later', position: 'Director', department: 'Office' };
  const account = { username: uniqueName('ada'), password: 'correct horse', email: 'ada@later.example' };
  const first = await page.request.post(`${product.url}/api/auth/create-admin-for-business`, {
    data: { businessId, ...names, ...account },
  });
  expect(first.status()).toBe(201);
  await press(page, 'Create administrator');
  await expectText(page, 'Admin registration failed', 'This business already has an administrator.');
});

test('a payment that the server refuses to start shows the reason and opens the registration [8.registration.5]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 4\d\d .*\/api\/create-subscription/);
  await registerBusiness(page, product);
  await page.waitForURL('**/subscribe');
  await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
  // Only the holder of the claim cookie may pay for the business or learn that it exists.
  await page.context().clearCookies();
  await page.reload();
  await page.waitForURL('**/register');
  await expectText(page, 'This business does not exist.');
});

test('a note that needs too many units is refused, and the form keeps the input [10.4.13]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 409 .*\/api\/notes$/);
  const { token } = await product.admin();
  await product.call(token, 'PUT /api/business', { overusePolicy: 'block' });
  const { employee, client } = await createTeam(product, { totalTimeUnits: 4 });
  await openAs(page, product, employee, '/submit');
  await fillAndSign(page, client.companyName);
  await submit(page);
  // The first alert is that of the units' preview; the second, above the button, is about the refused note.
  await expect(page.getByRole('alert').filter({ hasText: 'Not enough units' }).nth(1)).toBeVisible();
  await expect(page.getByText(/9.00 needed, 4.00 available/).first()).toBeVisible();
  await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
  await expect(page.getByRole('status').filter({ hasText: /^Signed$/ })).toHaveCount(2);
  expect(await product.call(employee.token, 'GET /api/notes/my')).toEqual([]);
});

test('a client card that is over its units is red, and the bar stops at 100 percent [10.4.11,19]', async ({
  page,
  product,
}) => {
  const manager: SignedIn = await product.person({ role: 'manager' });
  const client = await createClient(product, manager, { totalTimeUnits: 4 });
  await createNote(product, manager, client);
  await openAs(page, product, manager, '/clients');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
  const left = card.getByText(/^[-−]5$/);
  // Colors may be written in any color space: the pixel has the color that users see.
  const [red = 0, green = 0, blue = 0] = await left.evaluate((element) => {
    const paint = document.createElement('canvas').getContext('2d');
    if (!paint) return [];
    paint.fillStyle = getComputedStyle(element).color;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data];
  });
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  const bar = card.getByRole('progressbar');
  const [whole, filled] = [await bar.boundingBox(), await bar.locator(':scope > *').first().boundingBox()];
  expect(filled?.width).toBeLessThanOrEqual((whole?.width ?? 0) + 1);
});
