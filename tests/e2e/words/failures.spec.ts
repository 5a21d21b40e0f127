/** What people are error when something fails: in its own words for each thing they wanted to do. */
import type { Locator, Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { buildPng, buildTxt } from '#tests/support/factories/files.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { breakReads, breakWrites } from './breaking.ts';
import { expectText } from './steps.ts';
import { CODE, field, fillNote, sign, submit, unlock } from '#tests/e2e/noteSteps.ts';

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
const press = (area: Page | Locator, name: string) => area.getByRole('button', { name, exact: true }).click();
const chosen = (name: string, buffer: Buffer, mimeType = 'text/plain') => ({ name, mimeType, buffer });

interface Row {
  id: number;
}

/** A client with an employee, a service and a document. */
async function aFullClient(product: Product, manager: SignedIn, employee: SignedIn) {
  const [companyName, contactName] = [uniqueName('HH'), uniqueName('Dorothy')];
  const form = { phone: '1', address: '4 Elm Street', totalTimeUnits: 40, signatureCode: CODE };
  const { token } = manager;
  const { id } = await product.call<Row>(token, 'POST /api/clients', { companyName, contactName, ...form });
  await product.call(token, 'POST /api/client-assignments', { clientId: id, employeeId: employee.user.id });
  await product.call(token, `POST /api/clients/${id}/services`, { serviceName: 'Respite' });
  const record = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };
  await product.call(token, `POST /api/clients/${id}/documents`, record);
  return { id, companyName, contactName };
}

/** Presses the button of the question that is open, which then goes away. */
async function confirms(page: Page, name: string): Promise<void> {
  await press(page.getByRole('alertdialog'), name);
}

/** Sends a form that is open, is error that it failed, and closes it. */
async function fails(
  page: Page,
  form: Locator,
  { send, error }: { send: string; error: string },
): Promise<void> {
  await press(form, send);
  await expectText(page, error);
  await press(form, 'Cancel');
  await expect(form).toBeHidden();
}

test('on the screen of clients each thing that fails is named [8.clients.2]', async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  const worker = await product.person({ firstName: uniqueName('Eve') });
  const other = await product.person({ firstName: uniqueName('Ben') });
  const client = await aFullClient(product, manager, worker);
  await openAs(page, product, manager, `/clients?client=${client.id}&view=manage`);
  const manage = dialog(page, `Manage ${client.contactName}`);
  await expect(manage).toContainText('plan.pdf');
  await breakWrites(page);

  await press(manage, 'Edit Units');
  await dialog(page, 'Edit Units').getByLabel('Total Time Units').fill('50');
  const units = { send: 'Update Units', error: 'Failed to update time units' };
  await fails(page, dialog(page, 'Edit Units'), units);

  await press(manage, 'Assign Employee');
  const assign = dialog(page, 'Assign Employee');
  await assign.getByLabel('Employee').fill(`${other.user.firstName} Worker`);
  await assign.getByRole('option', { name: `${other.user.firstName} Worker` }).click();
  await fails(page, assign, { send: 'Assign Employee', error: 'Failed to assign employee' });
  await press(manage, `Remove ${worker.user.firstName} Worker`);
  await confirms(page, 'Remove');
  await expectText(page, 'Failed to remove assignment');

  await press(manage, 'Add Service');
  await dialog(page, 'Add Service').getByLabel('Service Name').fill('Transport');
  await fails(page, dialog(page, 'Add Service'), { send: 'Add Service', error: 'Failed to add service' });
  await press(manage, 'Remove Respite');
  await confirms(page, 'Remove');
  await expectText(page, 'Failed to remove service');

  await press(manage, 'Delete plan.pdf');
  await confirms(page, 'Delete');
  await expectText(page, 'Failed to delete document');
  await press(manage, 'Upload Document');
  const upload = dialog(page, 'Upload Document');
  await upload.locator('input[type=file]').setInputFiles(chosen('note.txt', buildTxt()));
  await fails(page, upload, { send: 'Upload Document', error: 'Failed to upload document' });
  await press(manage, 'Done');
  await changesOf(page, client.contactName);
});

/** Editing, deleting and adding clients, none of which works. */
async function changesOf(page: Page, contactName: string): Promise<void> {
  await press(page, `Edit ${contactName}`);
  const edit = dialog(page, 'Edit Client');
  await edit.getByLabel('Phone').fill('555 0142');
  await fails(page, edit, { send: 'Update Client', error: 'Failed to update client' });
  await press(page, `Delete ${contactName}`);
  await confirms(page, 'Delete');
  await expectText(page, 'Failed to delete client');
  await press(page, 'Add Client');
  const add = dialog(page, 'Add New Client');
  await add.getByLabel('Client ID').fill('HH-9');
  await add.getByLabel('Contact Name').fill('Sam Reed');
  await fails(page, add, { send: 'Create Client', error: 'Failed to create client' });
}

test("a server's own reason takes the area of the general words [8.notes.21 8.clients.4]", async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 404 .*\/api\/clients\/\d+$/);
  const manager = await product.person({ role: 'manager' });
  const form = { companyName: uniqueName('HH'), contactName: uniqueName('Gone') };
  const { id } = await product.call<Row>(manager.token, 'POST /api/clients', form);
  // Without live changes the page cannot know that the client went away meanwhile.
  expectBrowserError(/ERR_FAILED .*\/api\/events/);
  await page.route('**/api/events', (route) => route.abort());
  await openAs(page, product, manager, '/clients');
  await press(page, `Edit ${form.contactName}`);
  await product.call(manager.token, `DELETE /api/clients/${id}`);
  await dialog(page, 'Edit Client').getByLabel('Phone').fill('555 0142');
  await press(dialog(page, 'Edit Client'), 'Update Client');
  await expectText(page, 'This client does not exist.');
  await expect(page.getByText(/^Failed to update client/)).toHaveCount(0);
});

test('on a profile each thing that fails is named [8.clients.14 8.messages.2]', async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  const worker = await product.person({ firstName: uniqueName('Eve') });
  const client = await aFullClient(product, manager, worker);
  const free = await aFullClient(product, manager, manager);
  await openAs(page, product, manager, `/profile/${worker.user.id}`);
  await expect(page.getByRole('button', { name: `Actions for ${client.contactName}` })).toBeVisible();
  const repair = await breakReads(page, '**/api/users/*/password');
  await press(page, 'Show password');
  await expectText(page, 'Failed to fetch password');
  await repair();
  await breakWrites(page);
  await press(page, 'Reset Password');
  const reset = page.getByRole('dialog', { name: /^Reset the password of/ });
  await press(reset, 'Reset Password');
  await expectText(page, 'Failed to reset password');
  await press(reset, 'Cancel');

  await press(page, 'Edit Profile');
  const edit = dialog(page, 'Edit Profile');
  await edit.getByLabel('Bio').fill('Ten years of nights.');
  await fails(page, edit, { send: 'Save Changes', error: 'Failed to update profile' });

  await press(page, 'Assign Client');
  const assign = dialog(page, 'Assign Client');
  await assign.getByRole('combobox', { name: /^Client/ }).fill(free.contactName);
  await page.getByRole('option', { name: new RegExp(free.contactName) }).click();
  await fails(page, assign, { send: 'Assign Client', error: 'Failed to assign client' });

  await press(page, `Actions for ${client.contactName}`);
  await page.getByRole('menuitem', { name: 'Edit Client Info' }).click();
  const information = dialog(page, 'Edit Client Information');
  await information.getByLabel('Phone').fill('555 0200');
  await fails(page, information, { send: 'Save Changes', error: 'Failed to update client information' });
  await press(page, `Actions for ${client.contactName}`);
  await page.getByRole('menuitem', { name: 'Remove Assignment' }).click();
  await confirms(page, 'Remove Assignment');
  await expectText(page, 'Failed to remove client assignment');

  await press(page, 'Send Message');
  const message = dialog(page, 'Send Message');
  await message.getByLabel('Subject').fill('Friday');
  await message.getByLabel(/Message|Content/).fill('The early visit?');
  await fails(page, message, { send: 'Send', error: 'Failed to send message' });

  await page.goto(`${product.url}/profile`);
  await press(page, 'Edit Profile');
  await edit.getByLabel('Profile picture').setInputFiles(chosen('me.png', buildPng(200), 'image/png'));
  await expectText(page, 'Failed to upload profile picture');
});

test('on the note form and in the list each thing that fails is named [5.note.17,18 5.draft.1 8.notes.2,10,12]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const worker = await product.person({ firstName: 'Ben' });
  const companyName = uniqueName('Maple');
  const form = { companyName, contactName: 'Maria Lopez', totalTimeUnits: 40, signatureCode: CODE };
  const { id: clientId } = await product.call<Row>(manager.token, 'POST /api/clients', form);
  const assigned = { clientId, employeeId: worker.user.id };
  await product.call(manager.token, 'POST /api/client-assignments', assigned);
  await product.call(worker.token, 'POST /api/drafts', { draftName: 'Kitchen' });
  const title = uniqueName('Visit');
  const note = buildNoteForm(clientId, { title, clientSignatureCode: CODE });
  await product.call(worker.token, 'POST /api/notes', note);

  await openAs(page, product, worker, '/submit');
  await fillNote(page, companyName);
  await submit(page);
  await expectText(page, 'Missing Employee Signature');
  await sign(page, 'Employee');
  await submit(page);
  await expectText(page, 'Missing Client Signature');
  await expectText(page, "Please obtain the client's signature before submitting the note.");
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
  await save.getByRole('textbox', { name: 'Draft name' }).fill('Stairs');
  await press(save, 'Save Draft');
  await expectText(page, 'Failed to save draft');
  await press(save, 'Close');
  await press(page, 'Load Draft');
  await page.getByRole('button', { name: 'Delete draft Kitchen' }).click();
  await confirms(page, 'Delete');
  await expectText(page, 'Failed to delete draft');
  await repair();
  await page.getByRole('button', { name: 'Delete draft Kitchen' }).click();
  await confirms(page, 'Delete');
  await expectText(page, 'Draft deleted');

  await page.goto(`${product.url}/my-notes`);
  await breakWrites(page);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await confirms(page, 'Delete');
  await expectText(page, 'Failed to delete note');
  await breakReads(page, /\/api\/notes\/my\?/);
  await page.reload();
  await expectText(page, 'Failed to fetch notes');
});

test('on the screens of managers each thing that fails is named [8.notes.12,13 8.resources.1]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const form = { companyName: uniqueName('Maple'), contactName: 'Maria Lopez', signatureCode: '4711ab' };
  const { id: clientId } = await product.call<Row>(manager.token, 'POST /api/clients', form);
  const title = uniqueName('Visit');
  await product.call(manager.token, 'POST /api/notes', buildNoteForm(clientId, { title }));
  await openAs(page, product, manager, `/management?status=pending&clientId=${clientId}`);
  await breakWrites(page);
  await press(page, `Approve ${title}`);
  await fails(page, dialog(page, 'Approve note'), { send: 'Approve', error: 'Failed to approve note' });
  await press(page, `Deny ${title}`);
  await page.getByRole('textbox', { name: 'Reason for denial' }).fill('Twice.');
  await fails(page, dialog(page, 'Deny note'), { send: 'Deny', error: 'Failed to deny note' });

  await page.goto(`${product.url}/management?action=add`);
  const add = dialog(page, 'Add New Employee');
  await add.getByLabel('First Name').fill('Noor');
  await add.getByLabel('Last Name').fill('Haddad');
  await add.getByLabel('Username').fill(uniqueName('noor'));
  await add.getByRole('textbox', { name: 'Password' }).fill('secret enough');
  await fails(page, add, { send: 'Add Employee', error: 'Failed to add employee.' });

  await page.goto(`${product.url}/management?view=resources`);
  await press(page, 'Add Resource');
  const resource = dialog(page, 'Add Resource');
  await resource.locator('input[type=file]').setInputFiles(chosen('note.txt', buildTxt()));
  await resource.getByLabel('Title').fill('Handbook');
  await press(resource, 'Upload Resource');
  await expectText(page, 'Failed to upload resource');
  await expectText(page, 'Error');
  await resource.getByText('Add URL').click();
  await resource.getByLabel('File URL').fill('https://example.com/forms');
  await fails(page, resource, { send: 'Add Resource', error: 'Failed to add resource' });

  await breakReads(page, /\/api\/management\/(notes\?|stats)/);
  await page.goto(`${product.url}/management`);
  await expectText(page, 'Failed to fetch notes');
  await expectText(page, 'Failed to fetch stats');
});

test('changing and deleting an announcement, and deleting a message, show that they failed [8.messages.4 8.announcements.2]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const other = await product.person();
  const title = uniqueName('Meeting');
  const announcement = { title, content: 'At nine.', type: 'meeting', priority: 'low' };
  await product.call(manager.token, 'POST /api/announcements', announcement);
  const letter = { recipientId: manager.user.id, subject: 'Keys', content: 'In the drawer.' };
  const { id } = await product.call<Row>(other.token, 'POST /api/messages', letter);
  await openAs(page, product, manager, '/announcements');
  await breakWrites(page);
  await press(page, `Edit ${title}`);
  const edit = page.getByRole('dialog');
  await edit.getByLabel('Title').fill(`${title} moved`);
  await fails(page, edit, { send: 'Update Announcement', error: 'Failed to update announcement' });
  await press(page, `Delete ${title}`);
  await press(page.getByRole('alertdialog').or(page.getByRole('dialog')), 'Delete');
  await expectText(page, 'Failed to delete announcement');
  await page.goto(`${product.url}/mail?message=${id}`);
  await press(page.getByRole('article').first(), 'Delete message');
  await press(page.getByRole('alertdialog'), 'Delete');
  await expectText(page, 'Failed to delete message. Please try again.');
});
