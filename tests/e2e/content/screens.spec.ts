/** Each screen in its states, compared with the stored snapshots. */

import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import {
  cardOf,
  createClient,
  createTeam,
  dialogOf,
  expectText,
  fieldOf,
  holdBack,
  nameOf,
  optionsOf,
  press,
  questionOf,
  sendMessage,
  openTab,
} from '#tests/e2e/steps.ts';
import { fillNote } from '#tests/e2e/submission/steps.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expectSnapshot } from './snapshot.ts';

const mainOf = (page: Page): Locator => page.getByRole('main');

test('the dashboard has four tiles and the six newest notes with a dot for their status [2.routes.5 2.dashboard.1,2,3,6 9.counts.3]', async ({
  page,
  product,
}) => {
  const { manager, employee, note } = await createTeam(product);
  const ids: number[] = [];
  for (let number = 1; number <= 7; number += 1) ids.push((await note({ title: `Visit ${number}` })).id);
  const review = (index: number, body: object) =>
    product.call(manager.token, `PATCH /api/notes/${ids[index]}/review`, body);
  await review(6, { action: 'approve' });
  await review(5, { action: 'deny', reason: 'Twice' });
  await review(4, { action: 'hold' });
  const tiles = page.getByRole('list', { name: 'Notes by status' });
  const recent = cardOf(page, 'Recent Notes');
  await openAs(page, product, employee, '/dashboard');
  await expect(recent.getByRole('listitem')).toHaveCount(6);
  await expectSnapshot(tiles, 'dashboard-tiles-employee');
  await expectSnapshot(recent, 'dashboard-notes-employee');
  const classes = await recent
    .locator('li span[aria-hidden]:first-child')
    .evaluateAll((dots) => dots.map((dot) => dot.getAttribute('class') ?? ''));
  const colors = classes.flatMap((text) => /bg-(success|info|pending)/.exec(text)?.[1] ?? []);
  expect(colors).toEqual(['success', 'info', 'info', 'pending', 'pending', 'pending']);
  await review(3, { action: 'return', comment: 'Which bills?' });
  await expect(tiles.getByRole('link').nth(3)).toContainText('Active work');
  await openAs(page, product, manager, '/dashboard');
  await expect(recent.getByRole('listitem')).toHaveCount(6);
  await expectSnapshot(tiles, 'dashboard-tiles-manager');
  await expect(recent.getByRole('link', { name: 'Manage All' })).toHaveAttribute('href', '/management');
});

test('the resources card shows three rows while it loads, then the five newest or none [2.dashboard.12,13 9.counts.4]', async ({
  page,
  product,
}) => {
  const release = await holdBack(page, '**/api/business-resources*');
  const card = cardOf(page, 'Resources');
  await openAs(page, product, await product.unpaidBusiness(), '/dashboard');
  const loading = card.getByRole('status', { name: 'Loading resources' });
  await expect(loading.locator(':scope > div')).toHaveCount(3);
  release();
  await expect(card).toContainText('No resources available yet.');

  const manager = await product.person({ role: 'manager' });
  for (const [index, title] of ['A', 'B', 'C', 'D', 'E', 'F'].entries()) {
    const resource = { title, accessLevel: ['all', 'managers', 'employees'][index % 3] };
    await product.call(manager.token, 'POST /api/business-resources', {
      ...resource,
      fileUrl: 'https://example.com/forms',
    });
  }
  await openAs(page, product, manager, '/dashboard');
  await expect(card.getByRole('listitem')).toHaveCount(5);
  await expectSnapshot(card, 'dashboard-resources');
  const newest = card.getByRole('listitem').first();
  await expect(newest.getByRole('link', { name: 'Download' })).toHaveAttribute('target', '_blank');
  await newest.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/management\?/);
});

test('the note form shows its fields and actions, and that no client is assigned [2.submit.1,2,3,7 3.notes.3 5.note.4]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person(), '/submit');
  await expectText(page, 'No clients assigned to you yet. Contact your manager for client assignments');
  await expectSnapshot(mainOf(page), 'submit-without-clients', [
    'Client',
    'Services',
    'Work date',
    'Start time',
    'End time',
    'Description',
    'Research',
    'Summary',
    'Client verification code',
  ]);
  await press(page, 'Load Draft');
  await expectText(page, 'No saved drafts found');
});

test('the note form offers managers all clients, and employees those assigned to them [1.managers.1 2.submit.5 6.capability.9]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await createTeam(product);
  const other = await createClient(product, manager, { contactName: 'Ivy Stone' });
  const clients = page.getByRole('combobox', { name: 'Client', exact: true });
  const labels = [client, other].map(({ companyName, contactName }) => `${companyName} · ${contactName}`);
  await openAs(page, product, employee, '/submit');
  await expect.poll(() => optionsOf(clients)).toEqual(labels.slice(0, 1));
  await openAs(page, product, manager, '/submit');
  await expect.poll(async () => (await optionsOf(clients)).toSorted()).toEqual(labels.toSorted());
});

test('a note is downloaded as a text file with its work date in the name [2.submit.9]', async ({
  page,
  product,
}) => {
  const { employee, client } = await createTeam(product);
  await openAs(page, product, employee, '/submit');
  await fillNote(page, client.companyName);
  await fieldOf(page, 'Work date').fill('2026-03-02');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
  expect(file.suggestedFilename()).toBe('work-note-2026-03-02.txt');
  const text = await readFile(await file.path(), 'utf8');
  for (const part of [client.companyName, 'Sustaining', '9 units', 'Cleaned the kitchen together.'])
    expect(text).toContain(part);
});

test('My Notes is a table with filters for status and category [2.routes.5 2.mynotes.1,3,4 4.note.2 9.counts.16]', async ({
  page,
  product,
}) => {
  const { employee, note } = await createTeam(product);
  await note({ title: 'Kitchen', priority: 'high' });
  await note({ title: 'Budget', category: 'transitional' });
  await openAs(page, product, employee, '/my-notes?status=pending');
  await expectText(page, 'Showing 1 to 2 of 2 results');
  await expectSnapshot(mainOf(page), 'my-notes');
  await fieldOf(page, 'Category').selectOption('Transitional');
  await expectText(page, 'Showing 1 to 1 of 1 results');
  await expect(page.getByRole('table')).toContainText('Budget');
  await fieldOf(page, 'Status').selectOption('Approved');
  await expectText(page, 'No notes found');
  await expect(page).toHaveURL(/status=resolved/);
});

test('Notes Management shows totals, filters, and actions of pending notes only [2.routes.18 2.management.1,2]', async ({
  page,
  product,
}) => {
  const { manager, note } = await createTeam(product);
  await note({ title: 'Open' });
  const { id } = await note({ title: 'Done' });
  await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'approve' });
  await openAs(page, product, manager, '/management?status=');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectSnapshot(mainOf(page), 'management');
  await fieldOf(page, 'Status').selectOption('Approved');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/status=resolved/);
  await openAs(page, product, manager, '/management?status=denied');
  await expectText(page, 'No notes found');
  await expect(fieldOf(page, 'Status')).toHaveValue('denied');
});

test('Client Management shows six placeholders while it loads, and how to begin [2.clients.2,10 9.counts.7]', async ({
  page,
  product,
}) => {
  const release = await holdBack(page, '**/api/clients');
  await openAs(page, product, await product.unpaidBusiness(), '/clients');
  await expect(page.getByRole('status', { name: 'Loading clients' }).locator(':scope > div')).toHaveCount(6);
  release();
  await expectText(page, 'No clients yet');
  await expectSnapshot(mainOf(page), 'clients-empty');
  await press(page, 'Add First Client');
  await expect(dialogOf(page, 'Add New Client')).toBeVisible();
});

test('a client card shows contact, units and actions, and opens the client [2.clients.3]', async ({
  page,
  product,
}) => {
  const { manager, client, note } = await createTeam(product);
  await note();
  const bare = { email: '', phone: '', address: '', status: 'inactive', totalTimeUnits: 0 };
  const other = await createClient(product, manager, { contactName: 'Ivy Stone', ...bare });
  await openAs(page, product, manager, '/clients');
  const cards = page.getByRole('list', { name: 'Clients' }).locator(':scope > li');
  const card = (name: string) => cards.filter({ has: page.getByRole('heading', { name }) });
  await expectSnapshot(card(client.contactName), 'client-card');
  await expectSnapshot(card(other.contactName), 'client-card-inactive');
  const bar = card(client.contactName).getByRole('progressbar', { name: 'Units used' });
  await expect(bar).toHaveAttribute('aria-valuenow', '23');
  await product.call(manager.token, `PUT /api/clients/${client.id}/time-units`, { totalTimeUnits: 4 });
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  await expectSnapshot(card(client.contactName), 'client-card-overused');
  await card(other.contactName).click({ position: { x: 20, y: 12 } });
  await expect(page).toHaveURL(`${product.url}/clients/${other.id}`);
});

test('the details of a client show contact, code, units and three recent documents [2.clientdetail.1,3 3.clients.2 9.counts.8]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const client = await createClient(product, manager, { unitRate: '22.50' });
  for (const originalName of ['1.pdf', '2.pdf', '3.pdf', '4.pdf']) {
    const record = { originalName, fileSize: 2048, mimeType: 'application/pdf' };
    await product.call(manager.token, `POST /api/clients/${client.id}/documents`, record);
  }
  await openAs(page, product, manager, `/clients/${client.id}`);
  const details = mainOf(page);
  await expect(details.getByRole('list', { name: 'Recent documents' }).getByRole('listitem')).toHaveCount(3);
  await expectSnapshot(details, 'client-details');
});

test('the record shows units, code, employees, services and documents in its parts [2.manage.1,6,7]', async ({
  page,
  product,
}) => {
  const { manager, client } = await createTeam(product, { signatureCode: null });
  const helper = await product.person({ firstName: 'Ida' });
  const path = `/api/clients/${client.id}`;
  const assignment = { employeeId: helper.user.id, role: 'backup' };
  await product.call(manager.token, `POST ${path}/assignments`, assignment);
  await openAs(page, product, manager, `/clients/${client.id}`);
  await expectText(page, 'No signature code assigned');
  await openTab(page, 'Documents');
  await expect(page.getByRole('button', { name: 'Upload First Document' })).toBeVisible();
  const service = { serviceName: 'Care', serviceDescription: 'Washing', expiryDate: '2027-03-31' };
  await product.call(manager.token, `POST ${path}/services`, service);
  const document = { originalName: 'plan.pdf', fileSize: 2048, mimeType: 'application/pdf' };
  await product.call(manager.token, `POST ${path}/documents`, { ...document, description: 'May' });
  await product.call(manager.token, `PUT ${path}`, { signatureCode: '482913' });
  for (const [part, text] of [
    ['Overview', '482913'],
    ['Authorizations', 'Care'],
    ['Units', 'Each unit equals 15 minutes. Rate: $15.00 per unit.'],
    ['Documents', 'plan.pdf'],
  ] as const) {
    await openTab(page, part);
    await expectText(page, text);
    await expectSnapshot(mainOf(page), `client-${part.toLowerCase()}`);
  }
});

test('a profile shows the person, the login, hours and clients, to the person and to managers [1.employees.9,10,11 2.profile.4,8,14,16,25,30]', async ({
  page,
  product,
}) => {
  const { manager, employee, note } = await createTeam(product);
  const change = { phone: '555 0177', address: '9 Oak Road', bio: 'Ten years of practice.' };
  await product.call(employee.token, 'PUT /api/profile', change);
  await note();
  await openAs(page, product, employee, '/profile');
  await expectText(page, 'Ten years of practice.', 'Week Comparison', 'maria@example.com');
  await expect(page.getByText(`@${employee.user.username}`, { exact: true })).toBeVisible();
  await expectSnapshot(cardOf(page, 'Personal Information'), 'profile-person');
  await expectSnapshot(page.getByRole('region', { name: 'My Payroll & Time Tracking' }), 'profile-hours');
  await openAs(page, product, manager, `/profile/${employee.user.id}`);
  await expectText(page, 'Ten years of practice.', 'maria@example.com');
  await expect(page.getByRole('button', { name: /^Actions for/ })).toBeVisible();
  await expectSnapshot(page.getByRole('region', { name: 'Login Credentials' }), 'profile-login-manager');
  await expectSnapshot(page.getByRole('region', { name: 'Assigned Clients' }), 'profile-clients-manager');
});

test('a profile names what an answer lacks, or that there is none [2.profile.8,20]', async ({
  page,
  product,
}) => {
  const { manager, employee } = await createTeam(product);
  await page.route('**/api/client-assignments/*', async (route) => {
    const response = await route.fetch();
    const [first] = (await response.json()) as [{ client: object }];
    const bare = { ...first, assignedByName: null, client: { ...first.client, companyName: '' } };
    await route.fulfill({ response, json: [bare] });
  });
  await openAs(page, product, manager, `/profile/${employee.user.id}`);
  const assigned = page.getByRole('list', { name: 'Assigned clients' }).getByRole('listitem');
  await expect(assigned.getByRole('heading', { name: 'Client ID' })).toBeVisible();
  await expect(assigned.getByText('Assigned by').locator('xpath=following::dd[1]')).toHaveText('Manager');
  await page.route(`**/api/users/${employee.user.id}`, async (route) => {
    await route.fulfill({ response: await route.fetch(), json: null });
  });
  await page.reload();
  await expectText(page, 'Profile Not Found', 'No profile data available.');
});

test('Mail has two tabs, a pane for the open message, and a question before it deletes [2.mail.1,3 4.message.4 9.counts.10]', async ({
  page,
  product,
}) => {
  const { manager, employee } = await createTeam(product);
  const content = 'Please bring the signed lease and the keys of the house. '.repeat(3).trim();
  const { subject } = await sendMessage(product, manager, employee, { subject: 'Lease', content });
  await openAs(page, product, employee, '/mail');
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
  await expectSnapshot(mainOf(page), 'mail');
  await press(page, 'Compose');
  const form = dialogOf(page, 'New message');
  await expectSnapshot(form, 'compose', ['Recipient', 'Subject', 'Message']);
  await expect(fieldOf(form, 'Message')).toHaveAttribute('rows', '6');
  await fieldOf(form, 'Recipient').fill(nameOf(manager));
  await expect(form.getByRole('option', { name: `${nameOf(manager)} · Field` })).toBeVisible();
  await fieldOf(form, 'Recipient').fill(nameOf(employee));
  await expect(form.getByText('No matching colleague')).toBeVisible();
  await page.keyboard.press('Escape');
  await press(form, 'Cancel');

  await page.getByRole('link', { name: subject }).click();
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await expect(conversation).toContainText('Read just now');
  await expect(conversation).toContainText(content);
  await press(page, 'Delete message');
  await expect(questionOf(page)).toContainText(`${content.slice(0, 100).trimEnd()}…`);
  await press(questionOf(page), 'Cancel');
  await page.getByRole('tab', { name: 'Sent' }).click();
  await expectText(page, 'Nothing sent yet');
  await expect(page.getByText('No message selected')).toHaveCount(0);
});

test('Announcements shows the next seven days and all others [2.announcements.1,2 4.announcement.1]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager', firstName: 'Mia' });
  for (const [title, days] of [
    ['In time', 6.9],
    ['Later', 7.1],
    ['Unscheduled', null],
  ] as const) {
    const scheduledDate = days === null ? null : new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    const form = buildAnnouncementForm({ title, scheduledDate: scheduledDate?.toISOString() ?? null });
    await product.call(manager.token, 'POST /api/announcements', form);
  }
  await openAs(page, product, manager, '/announcements');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expectSnapshot(mainOf(page), 'announcements');
  await press(page, 'Create Announcement');
  await expectSnapshot(dialogOf(page, 'Create Announcement'), 'announcement-form', [
    'Title',
    'Content',
    'Type',
    'Priority',
  ]);
  await press(page.getByRole('dialog'), 'Cancel');
  await press(page, 'Edit In time');
  await expect(dialogOf(page, 'Edit Announcement')).toBeVisible();
});

test('a sender does not mark a message as read, and a failure to mark it is silent [4.message.2]', async ({
  page,
  product,
}) => {
  const { manager, employee } = await createTeam(product);
  const { id } = await sendMessage(product, manager, employee);
  const reads: string[] = [];
  page.on('request', (request) => request.url().endsWith('/read') && reads.push(request.url()));
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await openAs(page, product, manager, `/mail?tab=sent&message=${id}`);
  await expect(conversation).toContainText('at ten?');
  await expect(page.getByText(/^Read /)).toHaveCount(0);
  expect(reads).toEqual([]);

  expectBrowserError(/ERR_FAILED .*\/api\/messages\/[^/]+\/read/);
  await page.route('**/api/messages/*/read', (route) => route.abort());
  await openAs(page, product, employee, `/mail?message=${id}`);
  await expect(conversation).toContainText('at ten?');
  await expect.poll(() => reads.length).toBe(1);
  await expect(page.getByRole('tab', { name: 'Inbox 1 unread' })).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
});

test('the registration forms ask for the business and its administrator [2.registration.1]', async ({
  page,
  product,
}) => {
  await product.creator();
  await page.goto(`${product.url}/register`);
  await expectSnapshot(mainOf(page), 'register', [
    'Business name',
    'Business email',
    'Phone number',
    'Address',
  ]);
  await page.goto(`${product.url}/register-admin`);
  await expectSnapshot(mainOf(page), 'register-admin', [
    'Business name',
    'Business email',
    'Employee count',
    'First name',
    'Last name',
    'Email',
    'Position',
    'Department',
    'Username',
    'Password',
  ]);
});

test('a list of options is at most 16rem high [9.counts.12]', async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  for (let count = 0; count < 12; count += 1) await createClient(product, manager);
  await openAs(page, product, manager, `/profile/${(await product.person()).user.id}`);
  await press(page, 'Assign Client');
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^Client/ })
    .click();
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).not.toHaveCount(0);
  const rem = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const height = (await list.boundingBox())?.height;
  expect(height).toBeGreaterThan(8 * rem);
  expect(height).toBeLessThanOrEqual(16 * rem + 2);
});
